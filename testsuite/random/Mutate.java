import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes what instructions that read give: {@code java Mutate.java CLASSES THESE OTHERS < READS}, with JDK 24 or later. Each line
 * of READS is class, method, descriptor and number of an instruction in it, counted from 0. In {@code THESE} are the classes of
 * CLASSES in which these reads give another number than what was read, in {@code OTHERS} those in which all other reads do, but for
 * those of {@code main}, which prints. Nothing is done to initialisers, constructors, references and floating point. Prints how
 * many have been changed of each.
 */
public class Mutate {
    private static int changed;

    public static void main(String[] args) throws IOException {
        Path classes = Path.of(args[0]);
        Set<String> reads = new HashSet<>(List.of(new String(System.in.readAllBytes()).split("\n")));
        int unseen = all(classes, Path.of(args[1]), reads, true);
        System.out.println(unseen + " " + all(classes, Path.of(args[2]), reads, false));
    }

    private static int all(Path classes, Path to, Set<String> reads, boolean these) throws IOException {
        changed = 0;
        Files.createDirectories(to);
        ClassHierarchyResolver resolver = ClassHierarchyResolver.ofResourceParsing(desc -> {
            try {
                Path file = classes.resolve(name(desc) + ".class");
                return Files.exists(file) ? Files.newInputStream(file) : null;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        ClassFile format = ClassFile.of(ClassHierarchyResolverOption.of(
                resolver.orElse(ClassHierarchyResolver.defaultResolver())));
        try (var files = Files.list(classes)) {
            for (Path file : files.sorted().toList()) {
                ClassModel model = format.parse(file);
                byte[] made = format.transformClass(model, changing(model, reads, these));
                Files.write(to.resolve(file.getFileName()), made);
            }
        }
        return changed;
    }

    private static String name(ClassDesc desc) {
        String descriptor = desc.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }

    private static ClassTransform changing(ClassModel of, Set<String> reads, boolean these) {
        return (builder, element) -> {
            String name = element instanceof MethodModel method ? method.methodName().stringValue() : "<";
            if (element instanceof MethodModel method && !name.startsWith("<") && (these || !name.equals("main"))) {
                String place = of.thisClass().asInternalName() + " " + name + " " + method.methodType().stringValue() + " ";
                builder.transformMethod(method, MethodTransform.transformingCode(CodeTransform.ofStateful(
                        () -> new Change(place, reads, these))));
            } else {
                builder.with(element);
            }
        };
    }

    /** Of one method. */
    private static final class Change implements CodeTransform {
        private final String place;
        private final Set<String> reads;
        private final boolean these;
        private int number;

        Change(String place, Set<String> reads, boolean these) {
            this.place = place;
            this.reads = reads;
            this.these = these;
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            builder.with(element);
            if (element instanceof Instruction instruction) {
                TypeKind kind = given(instruction);
                if (kind != null && reads.contains(place + number) == these) {
                    change(builder, kind);
                }
                number++;
            }
        }

        /** What kind of value a read gives; null if it is no read. */
        private static TypeKind given(Instruction instruction) {
            return switch (instruction) {
                case FieldInstruction field when field.opcode() == Opcode.GETFIELD
                        || field.opcode() == Opcode.GETSTATIC -> TypeKind.from(field.typeSymbol());
                case ArrayLoadInstruction load -> load.typeKind();
                default -> null;
            };
        }

        private static void change(CodeBuilder builder, TypeKind kind) {
            switch (kind) {
                case BOOLEAN -> builder.iconst_1().ixor();
                case BYTE, CHAR, SHORT, INT -> builder.bipush(85).ixor();
                case LONG -> builder.ldc(85L).lxor();
                default -> {
                    return;
                }
            }
            changed++;
        }
    }
}

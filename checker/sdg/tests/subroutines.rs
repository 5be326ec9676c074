//! Methods with `jsr` and `ret`, as compilers before Java 6 made them, and as they did not.
//!
//! Code is written in a small assembler (`assembler.rs`), whose interpreter runs it as a JVM would, with addresses in
//! variables; the bodies that the crate reads are run by another one, and both have to do the same.
#[path = "subroutines/assembler.rs"]
mod assembler;
#[path = "subroutines/machine.rs"]
mod machine;
#[path = "subroutines/random.rs"]
mod random;

use assembler::{Method, assemble};
use machine::{End, Run, bad_end, run_body, run_original};
use mcr_sdg::body::{Body, Constant, Operation};
use mcr_sdg::classes::{Class, MethodCode};
use mcr_sdg::decode::CodeError;
use mcr_sdg::dependences::{Dependences, Loops};
use mcr_sdg::shapes;
use mcr_sdg::values::Source;
use proptest::prelude::*;
use random::method;

fn code(method: &Method) -> MethodCode {
    Class::read(&method.class_file()).unwrap().methods.remove(0).code
}

fn body(method: &Method) -> Body {
    match code(method) {
        MethodCode::Body(body) => body,
        other => panic!("{other:?}"),
    }
}

fn error(method: &Method) -> CodeError {
    match code(method) {
        MethodCode::Unreadable(error) => error,
        other => panic!("{other:?}"),
    }
}

fn count(body: &Body, is: fn(&Operation) -> bool) -> usize {
    body.instructions.iter().filter(|instruction| is(&instruction.operation)).count()
}

fn calls(body: &Body) -> usize {
    count(body, |operation| matches!(operation, Operation::Invoke(..)))
}

/// For each write of the field, the numbers that may be written.
fn written(method: &Method) -> Vec<Vec<i32>> {
    let class = Class::read(&method.class_file()).unwrap();
    let (body, code) = (class.methods[0].body().unwrap(), shapes::code(&class.methods[0]).unwrap());
    let values = Dependences::of(&code, Loops::End).unwrap().values;
    let number = |source: &Source| match source {
        Source::Made { instruction, .. } => match body.instructions[*instruction].operation {
            Operation::Constant(Constant::Int(number)) => number,
            ref other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let writes =
        (0..body.instructions.len()).filter(|at| matches!(body.instructions[*at].operation, Operation::PutField(_)));
    writes
        .map(|at| {
            let origins = values.origins(values.taken(at)[0]).to_vec();
            let mut numbers: Vec<i32> = origins.iter().map(|origin| number(values.source(*origin))).collect();
            numbers.sort_unstable();
            numbers
        })
        .collect()
}

/// Runs both with some hundred series of decisions.
fn alike(method: &Method) -> Body {
    let body = body(method);
    for seed in 0..400 {
        let (original, inlined) = (run_original(method, seed), run_body(&body, seed));
        assert_eq!(original, inlined, "{body:#?}");
    }
    body
}

/// The same, and all analyses take the body.
fn same(method: &Method) -> Body {
    let body = alike(method);
    let class = Class::read(&method.class_file()).unwrap();
    let code = shapes::code(&class.methods[0]).unwrap();
    for loops in [Loops::End, Loops::MayNotEnd] {
        Dependences::of(&code, loops).unwrap();
    }
    body
}

/// `try { f(); } finally { f(); }` as javac 1.4 makes it, with its handler that covers itself.
fn finally() -> Method {
    let mut method = assemble(
        "try:  call
         end:  jsr sub
               goto out
         any:  astore 1
               jsr sub
         over: aload 1
               athrow
         sub:  astore 2
               call
               ret 2
         out:  return",
    );
    method.handle("try", "end", "any", false);
    method.handle("any", "over", "any", false);
    method
}

#[test]
fn a_finally_is_there_once_for_each_way_into_it() {
    let body = same(&finally());
    // That of the try, and the one of the finally for each of the two `jsr`.
    assert_eq!(calls(&body), 3);
    // Nothing in `any..over` throws, and what is in the subroutine is not in the range: one handler is left.
    assert_eq!(body.handlers.len(), 1);
    let handler = &body.handlers[0];
    assert!(matches!(body.instructions[handler.from].operation, Operation::Invoke(..)));
    assert_eq!((handler.from + 1, body.instructions[handler.target].offset), (handler.to, 9));
}

#[test]
fn the_method_ends_only_in_a_return_or_a_throw_and_what_was_thrown_goes_on() {
    let method = finally();
    let ends: Vec<End> = (0..400).map(|seed| run_original(&method, seed).end).collect();
    // So the comparison of the runs is not of one way only.
    assert!(ends.contains(&End::Returned) && ends.contains(&End::Thrown));
}

#[test]
fn a_finally_in_a_finally_is_there_once_for_each_pair_of_ways() {
    let method = assemble(
        "      jsr outer
               jsr outer
               return
        outer: astore 1
               jsr inner
               call
               jsr inner
               ret 1
        inner: astore 2
               call
               ret 2",
    );
    // Each `outer` calls once itself and twice by `inner`.
    assert_eq!(calls(&same(&method)), 6);
}

#[test]
fn a_ret_may_leave_several_subroutines() {
    // `inner` goes back to where `outer` was called.
    let method = assemble(
        "      jsr outer
               call
               return
        outer: astore 1
               jsr inner
               iconst 3
               put
        inner: astore 2
               ret 1",
    );
    let body = same(&method);
    // What is behind the inner `jsr` never runs, and is not there.
    assert_eq!(count(&body, |operation| matches!(operation, Operation::PutField(_))), 0);
    assert_eq!(calls(&body), 1);
}

#[test]
fn what_comes_after_a_subroutine_that_is_left_by_a_jump_is_there_once() {
    // for (;;) { if (..) { try { f(); } finally { if (..) continue; } } f(); }
    let method = assemble(
        "loop: get
               ifeq next
               call
               jsr sub
         next: call
               get
               ifeq twice
               goto loop
        twice: jsr sub
               return
         sub:  astore 1
               get
               ifeq loop
               ret 1",
    );
    let body = same(&method);
    // Back in the loop no `ret` can take the old address any more: the loop is not copied for each `jsr`.
    assert_eq!(calls(&body), 2);
    // The two of the loop, and that of the subroutine, which has two copies.
    assert_eq!(count(&body, |operation| matches!(operation, Operation::Branch(..))), 4);
}

#[test]
fn a_subroutine_may_be_left_by_a_return_or_a_throw() {
    let method = assemble(
        "      jsr sub
               call
               jsr sub
               return
         sub:  astore 1
               get
               ifeq a
               return
         a:    get
               ifeq b
               aconst_null
               athrow
         b:    ret 1",
    );
    let body = same(&method);
    assert_eq!(count(&body, |operation| matches!(operation, Operation::Return(_))), 3);
    assert_eq!(count(&body, |operation| matches!(operation, Operation::Throw)), 2);
}

#[test]
fn a_subroutine_that_drops_its_address_never_comes_back() {
    let method = assemble(
        "      jsr sub
               call
         sub:  pop
               return",
    );
    assert_eq!(calls(&same(&method)), 0);
}

#[test]
fn subroutines_may_share_their_ends() {
    let method = assemble(
        "      jsr a
               call
               jsr b
               return
         a:    astore 1
               iconst 1
               istore 2
               goto tail
         b:    astore 1
               iconst 2
               istore 2
         tail: iload 2
               put
               ret 1",
    );
    same(&method);
    // One copy of the end for each `jsr`, each with the number of its subroutine.
    let mut numbers = written(&method);
    numbers.sort();
    assert_eq!(numbers, [[1], [2]]);
}

#[test]
fn two_calls_of_a_subroutine_do_not_mix_what_they_pass() {
    let method = assemble(
        "      iconst 1
               istore 0
               jsr sub
               iconst 2
               istore 0
               jsr sub
               iload 2
               put
               return
         sub:  astore 1
               iload 0
               put
               iload 0
               istore 2
               ret 1",
    );
    same(&method);
    // In the subroutine what was stored before its own `jsr`, behind the last `jsr` what it left. With one copy of the
    // subroutine, each would be 1 or 2.
    let mut numbers = written(&method);
    numbers.sort();
    assert_eq!(numbers, [[1], [2], [2]]);
}

#[test]
fn a_handler_has_a_copy_for_each_way_into_the_subroutine_that_it_is_in() {
    let mut method = assemble(
        "      jsr sub
               jsr sub
               return
         sub:  astore 1
         try:  call
               goto end
         any:  pop
         end:  ret 1",
    );
    method.handle("try", "any", "any", true);
    let body = same(&method);
    // A handler that went to the copy of the other call would come back behind the other call.
    assert_eq!(body.handlers.len(), 2);
    assert_ne!(body.handlers[0].target, body.handlers[1].target);
    assert!(body.handlers.iter().all(|handler| handler.catches.as_deref() == Some("java/lang/Object")));
}

#[test]
fn copies_that_lie_side_by_side_have_handlers_of_their_own() {
    let mut method = assemble(
        "      jsr sub
               jsr sub
               return
         any:  pop
               ret 1
         sub:  astore 1
               call
               ret 1
         end:  nop",
    );
    // All of both copies is covered, without a gap: one handler for both would come back behind the wrong call.
    method.handle("any", "end", "any", false);
    assert_eq!(same(&method).handlers.len(), 2);
}

#[test]
fn what_lies_between_two_copies_of_what_is_covered_is_not_covered() {
    let mut method = assemble(
        "      jsr sub
               jsr sub
               return
         sub:  astore 1
               call
         try:  call
         end:  ret 1
         any:  pop
               return",
    );
    method.handle("try", "end", "any", false);
    let body = same(&method);
    // The handler does not come back, so both copies have the same one; the first call of the second lies between them.
    assert_eq!(body.handlers.len(), 2);
    assert_eq!(body.handlers[0].target, body.handlers[1].target);
}

#[test]
fn a_handler_may_cover_the_subroutine_that_it_calls() {
    let mut method = assemble(
        "try:  call
               jsr sub
               goto out
         any:  astore 1
               jsr sub
               aload 1
               athrow
         sub:  astore 2
               call
               ret 2
         out:  return",
    );
    method.handle("try", "out", "any", false);
    let body = same(&method);
    // What the finally throws starts it again, for ever if it throws each time: the copy for the handler is in its own
    // range. The two copies of the subroutine and the throw are covered, so nothing leaves the method by an exception.
    assert_eq!(calls(&body), 3);
    let covered = |at: usize| body.handlers.iter().any(|handler| (handler.from..handler.to).contains(&at));
    assert!((0..body.instructions.len()).all(|at| covered(at) || !body.instructions[at].operation.can_throw()));
}

#[test]
fn handlers_of_an_instruction_stay_in_their_order() {
    let mut method = assemble(
        "      jsr sub
               return
         sub:  astore 1
         try:  call
         end:  ret 1
         some: pop
               goto end
         all:  pop
               return",
    );
    method.handle("try", "end", "some", true);
    method.handle("try", "end", "all", false);
    // Turned around, `some` would never run: the runs say that it does.
    same(&method);
}

#[test]
fn switches_and_wide_forms_are_copied_with_their_targets() {
    same(&assemble(
        "      jsr_w sub
               call
               jsr_w sub
               return
         sub:  astore 300
               get
               switch a b a
         a:    call
         b:    ret 300",
    ));
}

#[test]
fn a_store_that_a_subroutine_starts_with_may_also_be_an_ordinary_one() {
    // The second time it stores null, and what `ret` takes is the other address.
    same(&assemble(
        "      jsr a
               return
         a:    astore 1
               aconst_null
               goto b
         b:    astore 2
               get
               ifeq c
               jsr b
         c:    ret 1",
    ));
}

#[test]
fn an_instruction_has_its_line_in_each_copy() {
    let mut method = assemble(
        "      jsr sub
               jsr sub
               return
         sub:  astore 1
               call
               ret 1",
    );
    // By offset: jsr 0, jsr 3, return 6, astore 7, call 9, ret 12.
    method.lines = vec![(0, 10), (3, 11), (6, 12), (7, 20), (9, 21)];
    let body = same(&method);
    for (number, instruction) in body.instructions.iter().enumerate() {
        let line = match instruction.offset {
            0 => 10,
            3 => 11,
            6 => 12,
            7 => 20,
            _ => 21,
        };
        assert_eq!(body.line(number), Some(line), "{instruction:?}");
    }
}

#[test]
fn a_ret_without_an_address_is_an_error_that_says_where() {
    assert_eq!(error(&assemble("ret 1")), CodeError::Return(0));
    // The address is in another variable.
    assert_eq!(error(&assemble("jsr sub\n return\n sub: astore 1\n ret 2")), CodeError::Return(6));
    // It has been overwritten: by a reference, by the second word of a long, by adding to it.
    for over in ["aconst_null\n astore 1", "lconst\n lstore 0", "lconst\n lstore 1", "iinc 1"] {
        let method = assemble(&format!("jsr sub\n return\n sub: astore 1\n nop\n {over}\n end: ret 1"));
        assert!(matches!(error(&method), CodeError::Return(_)), "{over}");
    }
    // It is stored on one path only.
    let one = assemble("get\n ifeq end\n jsr sub\n return\n sub: astore 1\n end: ret 1");
    assert!(matches!(error(&one), CodeError::Return(_)));
    // It is overwritten on one path only.
    let over = assemble("jsr sub\n return\n sub: astore 1\n get\n ifeq end\n aconst_null\n astore 1\n end: ret 1");
    assert!(matches!(error(&over), CodeError::Return(_)));
    // It is stored, but not at once: refused although the JVM takes it.
    let late = assemble("jsr sub\n return\n sub: dup\n astore 1\n pop\n ret 1");
    assert!(matches!(error(&late), CodeError::Return(_)));
    // A `ret` that nothing leads to does no harm.
    same(&assemble("jsr sub\n return\n sub: astore 1\n ret 1\n ret 2"));
}

#[test]
fn a_jump_amid_an_instruction_and_code_that_falls_off_are_errors() {
    // Into its own operand.
    let mut amid = assemble("jsr sub\n sub: return");
    amid.patch = Some((2, 2));
    assert_eq!(error(&amid), CodeError::Target(0, 2));
    // Behind the `jsr` is nothing.
    let end = assemble("goto start\n sub: astore 1\n ret 1\n start: jsr sub");
    assert_eq!(error(&end), CodeError::FallsOff);
    assert_eq!(error(&assemble("jsr sub\n sub: astore 1")), CodeError::FallsOff);
    // It never comes back.
    same(&assemble("goto start\n sub: astore 1\n return\n start: jsr sub"));
}

#[test]
fn a_subroutine_that_calls_itself_or_is_the_start_is_read_as_it_runs() {
    // No verifier lets it pass; the address in the variable is still that of the last call.
    alike(&assemble("sub: astore 1\n get\n ifeq end\n jsr sub\n call\n return\n end: return"));
    same(&assemble(
        "      jsr sub
               return
         sub:  astore 1
               get
               ifeq end
               jsr sub
               call
         end:  ret 1",
    ));
}

#[test]
fn code_that_grows_beyond_the_limit_is_an_error() {
    // Each of 24 subroutines calls the next one twice: 2 to the power of 24 copies of the last.
    let mut text = String::from("jsr s0\n return\n");
    for number in 0..24 {
        let next = number + 1;
        text.push_str(&format!("s{number}: astore {next}\n jsr s{next}\n jsr s{next}\n ret {next}\n"));
    }
    text.push_str("s24: astore 25\n call\n ret 25");
    assert_eq!(error(&assemble(&text)), CodeError::Subroutines(65_536));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]
    #[test]
    fn whatever_the_method_it_runs_as_before_or_cannot_be_run(method in method(), seed in any::<u64>()) {
        // What some path really does: nothing if there are too many states.
        let bad = bad_end(&method);
        match code(&method) {
            MethodCode::Body(body) => {
                prop_assert!(!bad.unwrap_or(false));
                for number in 0..16 {
                    let seed = seed.wrapping_add(number);
                    prop_assert_eq!(run_original(&method, seed), run_body(&body, seed));
                }
            }
            MethodCode::Unreadable(CodeError::Return(_) | CodeError::FallsOff) => prop_assert!(bad.unwrap_or(true)),
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn whatever_the_bytes_there_is_a_body_or_an_error(
        method in method(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..=6),
    ) {
        let mut bytes = method.class_file();
        let (from, to) = method.code_range();
        for (at, byte) in changes {
            bytes[from + at.index(to - from)] = byte;
        }
        let Ok(class) = Class::read(&bytes) else { return Ok(()) };
        for code in class.methods.iter().filter_map(shapes::code) {
            let _ = Dependences::of(&code, Loops::End);
        }
    }
}

#[test]
fn runs_differ_by_their_decisions() {
    let runs: Vec<Run> = (0..64).map(|seed| run_original(&finally(), seed)).collect();
    assert!(runs.iter().any(|run| *run != runs[0]));
}

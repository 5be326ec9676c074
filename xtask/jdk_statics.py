"""Finds public static methods of the JDK that set a static field which is not final, and says which of them the table in statics.rs lacks.

    python3 xtask/jdk_statics.py JAVA_HOME MODULE...

A method counts if it writes such a field itself, or calls a static method of its own class that does. What is changed in collections that static fields
hold is not found.
"""
import os
import re
import subprocess
import sys

home, modules = sys.argv[1], sys.argv[2:]
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "agent", "src", "policy")
table = open(os.path.join(here, "statics.rs")).read() + open(os.path.join(here, "methods.rs")).read() + open(os.path.join(here, "calls.rs")).read()


def run(tool, *arguments):
    return subprocess.run([os.path.join(home, "bin", tool), *arguments], capture_output=True, text=True).stdout


def exported(module):
    lines = run("java", "--describe-module", module).split("\n")
    return {line.split()[1] for line in lines if line.startswith("exports ") and " to " not in line}


packages = {package for module in modules for package in exported(module)}
classes = []
for line in run("jimage", "list", os.path.join(home, "lib", "modules")).split("\n"):
    name = line.strip().removesuffix(".class").replace("/", ".")
    if line.endswith(".class") and name.rpartition(".")[0] in packages:
        classes.append(name)

for start in range(0, len(classes), 400):
    text = run("javap", "-c", "-p", *classes[start : start + 400])
    for part in re.split(r"^Compiled from ", text, flags=re.M)[1:]:
        declared = re.search(r"^(.*?)\b(?:class|interface) ([\w.$]+)", part, flags=re.M)
        if not declared or "public" not in declared.group(1):
            continue
        owner, fields, methods, name = declared.group(2), set(), {}, None
        for line in part.split("\n"):
            member = re.match(r"  (\S.*?)([\w$]+)\(.*\)", line)
            field = re.match(r"  (\S.*?\b)([\w$]+);$", line)
            if member and line.startswith("  ") and not line.startswith("    "):
                name = member.group(2)
                access, writes, calls = methods.setdefault(name, ([], set(), set()))
                access.append(member.group(1))
            elif field and " static " in " " + field.group(1) and " final " not in " " + field.group(1):
                fields.add(field.group(2))
            elif name:
                put = re.search(r"putstatic .*// Field ([\w$]+):", line)
                call = re.search(r"invokestatic .*// Method ([\w$]+):", line)
                if put:
                    methods[name][1].add(put.group(1))
                elif call:
                    methods[name][2].add(call.group(1))
        for name, (access, writes, calls) in sorted(methods.items()):
            if not any("public" in one and "static" in one for one in access):
                continue
            written = writes.union(*(methods[call][1] for call in calls if call in methods)) & fields
            simple = owner.replace(".", "/")
            known = simple in table and '"' + name + '"' in table
            if written:
                print(("  " if known else "- ") + owner + "." + name, *sorted(written))

"""Runs test programs on a plain JVM and compares what it shows with `../expected`: `python3 observe.py [--runs N] [--seconds N] [--jdk HOME] [--group GROUP] [NAME..]`.

Every outcome that a JVM shows has to be an expected one. The converse does not hold: a JVM shows few of the interleavings. What was
expected and not seen is listed, so that somebody looks at the argument once more.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent / "src"
EXPECTED = HERE.parent / "expected"
# By turns: the interpreter is preempted elsewhere than compiled code.
MODES = [[], ["-Xint"]]



def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--jdk", type=pathlib.Path, default=pathlib.Path("/usr/lib/jvm/java-17-openjdk-amd64"))
    parser.add_argument("--group", default="sync")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as classes:
        sources = sorted((SOURCES / options.group).glob("*.java")) + [HERE / "Observe.java"]
        subprocess.run([options.jdk / "bin/javac", "-nowarn", "-XDignore.symbol.file", "-g", "-d", classes, *sources], check=True)
        wrong = 0
        for source in sources[:-1]:
            name = source.stem
            if options.names and name not in options.names or not (EXPECTED / f"{name}.json").exists():
                continue
            expected = json.loads((EXPECTED / f"{name}.json").read_text())
            if "outcomes" not in expected or expected["args"]:
                continue
            allowed = {(o["end"], o["stdout"].replace("\n", "\\n")) for o in expected["outcomes"]}
            seen = observe(options, classes, name)
            for end, text in seen - allowed:
                wrong += 1
                print(f"{name}: not expected: {end} {text!r}", flush=True)
            for end, text in allowed - seen:
                print(f"{name}: never seen: {end} {text!r}", flush=True)
    print(f"observe: {wrong} outcomes were not expected")
    sys.exit(1 if wrong else 0)


def observe(options, classes, name):
    seen = set()
    for mode in MODES:
        command = [options.jdk / "bin/java", *mode, "-XX:TieredStopAtLevel=1", "-cp", classes, "Observe", classes, name]
        output = subprocess.run([*command, str(options.runs), str(options.seconds)], capture_output=True, text=True, timeout=600)
        for line in output.stdout.splitlines():
            _, end, text = line.split("\t")
            seen.add((end, text))
    return seen


if __name__ == "__main__":
    main()

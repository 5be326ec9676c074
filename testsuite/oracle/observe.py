"""Runs test programs on a plain JVM and compares what it shows with what is expected.

`python3 observe.py [--runs N] [--seconds N] [--jdk HOME] [--group GROUP] [NAME..]` takes the programs of `../src/GROUP`, and
`python3 observe.py ... --random COUNT SEED` random ones.

Every outcome that a JVM shows has to be an expected one. The converse does not hold: a JVM shows few of the interleavings. What was
expected and not seen is listed for the programs of a group, so that somebody looks at the argument once more.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SUITE = HERE.parent
# By turns: the interpreter is preempted elsewhere than compiled code.
MODES = [[], ["-Xint"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--jdk", type=pathlib.Path, default=pathlib.Path("/usr/lib/jvm/java-17-openjdk-amd64"))
    parser.add_argument("--group", default="sync")
    parser.add_argument("--random", nargs=2)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        if options.random:
            source = pathlib.Path(directory) / "random"
            subprocess.run([sys.executable, SUITE / "random/generate.py", source, *options.random], check=True)
            programs = json.loads((source / "expected.json").read_text())
            expected = {name: {(end, text) for text, end in outcomes} for name, outcomes in programs.items()}
        else:
            source = SUITE / "src" / options.group
            expected = expectations(source)
        classes = pathlib.Path(directory) / "classes"
        sources = [*source.glob("*.java"), HERE / "Observe.java"]
        subprocess.run([options.jdk / "bin/javac", "-nowarn", "-XDignore.symbol.file", "-g", "-d", classes, *sources], check=True)
        names = [name for name in expected if not options.names or name in options.names]
        wrong = unseen = 0
        for name in names:
            seen = {(end, text.rstrip()) for end, text in observe(options, classes, name)}
            for end, text in seen - expected[name]:
                wrong += 1
                print(f"{name}: not expected: {end} {text!r}", flush=True)
            unseen += len(expected[name] - seen)
            for end, text in expected[name] - seen if not options.random else []:
                print(f"{name}: never seen: {end} {text!r}", flush=True)
    print(f"observe: {len(names)} programs, {wrong} outcomes were not expected, {unseen} expected ones were not seen")
    sys.exit(1 if wrong else 0)


def expectations(source):
    """What is expected of the programs that take no arguments, by name."""
    expected = {}
    for program in sorted(source.glob("*.java")):
        file = SUITE / "expected" / f"{program.stem}.json"
        one = json.loads(file.read_text()) if file.exists() else {"args": ["no program"]}
        if not one["args"] and "outcomes" in one:
            expected[program.stem] = {(o["end"], o["stdout"].replace("\n", "\\n")) for o in one["outcomes"]}
    return expected


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

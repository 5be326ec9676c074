#!/bin/sh
# Checks the original WebLech, unchanged, on a site that is served in the same program (WeblechOriginal.java):
#
#   WEBLECH_HOME=DIR testsuite/systems/spider/weblech.sh [OPTION OF mcr check]...
#
# DIR has its classes, in jars anywhere below it (its own, and log4j), or in DIR/classes. WEBLECH_MAIN is the main class, by
# default weblech.ui.TextSpider. The original is not part of this project, and it is not on Maven Central.
set -eu

: "${WEBLECH_HOME:?says where the original is}"
home=$(cd "$WEBLECH_HOME" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
classes=$root/target/testsuite/weblech/classes
java=java
javac=javac
if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    javac=$JAVA_HOME/bin/javac
fi

path=$classes
if [ -d "$home/classes" ]; then path=$path:$home/classes; fi
jars=$(find "$home" -name '*.jar' | sort | tr '\n' ':')
path=$path:${jars%:}

mkdir -p "$classes"
"$javac" -g -d "$classes" "$here"/*.java
cd "$root/target/testsuite/weblech"
exec "$root/target/release/mcr" check --keep-going --output "$PWD/failures" "$@" \
    -- "$java" -cp "$path" WeblechOriginal "${WEBLECH_MAIN:-weblech.ui.TextSpider}"

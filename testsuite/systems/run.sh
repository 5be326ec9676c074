#!/bin/sh
# Checks the drivers of a system (cargo xtask systems, docs/systems.md): each system has a link to this, and its name is
# that of the directory in which the link is.
cd "$(dirname "$0")" && exec cargo xtask systems "$(basename "$PWD")" "$@"

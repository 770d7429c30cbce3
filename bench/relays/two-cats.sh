#!/bin/sh
# `two-cats.sh AGENT ARGUMENT…`: a relay of two cats on FIFOs. It carries bytes and nothing else: exits, signals and the end
# of the agent's output are not its business.
folder=$(mktemp -d) || exit 125
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/in" "$folder/out" || exit 125
exec 3<&0
cat <&3 >"$folder/in" &
input=$!
cat "$folder/out" &
output=$!
exec 3<&-
"$@" <"$folder/in" >"$folder/out"
code=$?
wait "$output"
kill "$input" 2>/dev/null
exit "$code"

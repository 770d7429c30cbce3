#!/usr/bin/env sh
':' /*
# acp-tee, one file in two languages: sh reads this page, Node the rest. This process becomes the agent, so that pid, exit,
# signals and limits are the agent's own; a Node process beside it carries the bytes (ARCHITECTURE.md, "acp-tee").
# Where anything is not as it has to be, Node becomes the parent of the agent instead.

parent() { exec node "$0" "$@"; }

case ${ACP_TEE_MODE:-front} in front) ;; *) parent "$@" ;; esac
case ${1-} in
  --) shift; [ $# -gt 0 ] || parent ;;
  -?* | '') parent "$@" ;;
esac

# What cannot be run is reported by Node, and `env` below would take a name with = for a variable.
case $1 in -* | *=*) parent -- "$@" ;; esac
tee_program=$(command -v -- "$1") && [ -f "$tee_program" ] && [ -x "$tee_program" ] || parent -- "$@"
tee_first=
{ IFS= read -r tee_first <"$tee_program"; } 2>/dev/null
case $tee_first in
  '#!'*)
    tee_first=${tee_first#??}
    tee_first=${tee_first#"${tee_first%%[! ]*}"}
    [ -x "${tee_first%%[ 	]*}" ] || parent -- "$@"
    ;;
esac

# To a file or a terminal the last output would come after the exit, which nobody there waits for.
[ -e /proc/self/fd/0 ] || parent -- "$@"
[ -p /proc/self/fd/1 ] || [ -S /proc/self/fd/1 ] || parent -- "$@"

# A shell exports variables of its own and drops those whose names it cannot spell: the agent gets them as they were.
tee_eol='
'
tee_environment=$(tr '\000\n' '\n\001' </proc/$$/environ 2>/dev/null) || parent -- "$@"
set -f
IFS=$tee_eol
for tee_line in $tee_environment; do
  case ${tee_line%%=*} in '' | [0-9]* | *[!A-Za-z0-9_]*) unset IFS; parent -- "$@" ;; esac
done
unset IFS
set +f

# Descriptors that the editor hands on are the agent's; four that are free are needed here.
tee_in= tee_out= tee_to= tee_from=
for tee_fd in 9 8 7 6 5 4 3; do
  [ -e "/proc/self/fd/$tee_fd" ] && continue
  if [ -z "$tee_in" ]; then tee_in=$tee_fd
  elif [ -z "$tee_out" ]; then tee_out=$tee_fd
  elif [ -z "$tee_to" ]; then tee_to=$tee_fd
  elif [ -z "$tee_from" ]; then tee_from=$tee_fd
  fi
done
[ -n "$tee_from" ] || parent -- "$@"

# Two pipes without a name: the shell makes one for a here-document, and its other end can be opened.
eval "exec $tee_in<<'end' $tee_from<<'end'
x
end
x
end
"
[ -p "/proc/self/fd/$tee_in" ] && [ -p "/proc/self/fd/$tee_from" ] || parent -- "$@"
eval "exec $tee_to>/proc/self/fd/$tee_in $tee_out>/proc/self/fd/$tee_from
read -r tee_line <&$tee_in
read -r tee_line <&$tee_from"

# Forked twice, so that it is no child of the agent; in between, stdin is /dev/null unless it is named anew.
(
  eval "exec $tee_in<&0 $tee_out>&-"
  eval "node \"\$0\" --beside $$ $tee_to $tee_from <&$tee_in $tee_in<&- 2>/dev/null &"
)

for tee_name in PWD OLDPWD SHLVL _; do
  tee_line=$tee_eol$tee_environment
  tee_value=${tee_line#*"$tee_eol$tee_name="}
  [ "$tee_value" = "$tee_line" ] || set -- "$tee_name=${tee_value%%"$tee_eol"*}" "$@"
done
for tee_name in PWD OLDPWD SHLVL _; do
  case $tee_eol$tee_environment in *"$tee_eol$tee_name="*) ;; *) set -- -u "$tee_name" "$@" ;; esac
done
eval "exec env \"\$@\" <&$tee_in >&$tee_out $tee_in<&- $tee_out>&- $tee_to>&- $tee_from<&-"
*/

#!/usr/bin/env sh
':' /*
# acp-tee, one file in two languages: sh reads this page, Node the rest. This process becomes the agent, so that pid, exit,
# signals and limits are the agent's own; a Node process beside it carries the bytes (ARCHITECTURE.md, "acp-tee").
# Where anything is not as it has to be, Node becomes the parent of the agent instead.

parent() { exec node "$0" "$@"; }

case ${ACP_TEE_MODE:-front} in front) ;; *) parent "$@" ;; esac

# Options are read by Node. Here only their end is looked for, and whatever may be wrong is left to the parent to name.
tee_is_address() { # four numbers: a name that ends in one is nothing else (WHATWG URL, "ends in a number")
  IFS=.
  set -- $1
  unset IFS
  [ $# -eq 4 ] || return 1
  for tee_number do
    case $tee_number in 0?* | *[!0-9]* | ????*) return 1 ;; esac
    [ "$tee_number" -le 255 ] || return 1
  done
}
tee_is_url() {
  tee_rest=${1#http://} tee_rest=${tee_rest#https://}
  [ "$tee_rest" != "$1" ] || return 1
  tee_host=${tee_rest%%/*} tee_port=80
  case $tee_host in *:*) tee_port=${tee_host##*:} tee_host=${tee_host%:*} ;; esac
  case $tee_host in '' | -* | .* | *. | *..* | *[!A-Za-z0-9.-]*) return 1 ;; esac
  case ${tee_host##*.} in 0[xX]*) return 1 ;; *[!0-9]*) ;; *) tee_is_address "$tee_host" || return 1 ;; esac
  case $tee_rest in *[!A-Za-z0-9.:/_~-]*) return 1 ;; esac
  case $tee_port in '' | *[!0-9]* | ??????*) return 1 ;; esac
  [ "$tee_port" -le 65535 ]
}
tee_is_right() {
  case $1 in
    --capture=none | --capture=metadata | --capture=redacted | --capture=full) ;;
    --drain=*[!0-9]* | --drain=???????* | --max-file-bytes=*[!0-9]* | --max-file-bytes=0* | --max-file-bytes=????????????????*) return 1 ;;
    --drain=? | --drain=??* | --max-file-bytes=??????*) ;;
    --relay=*) tee_is_url "${1#*=}" ;;
    --receiver=http://*) tee_is_url "${1#*=}" && case $tee_host in 127.0.0.1 | localhost) ;; *) return 1 ;; esac ;;
    --events=?* | --token=?* | --journal=?* | --trace=?* | --trace-redacted=?* | --state-dir=?*) ;;
    *) return 1 ;;
  esac
}
tee_is_right "--capture=${AEP_CAPTURE:-none}" && tee_is_right "--relay=${AEP_RELAY:-http://none}" &&
  tee_is_right "--receiver=${ACP_TEE_RECEIVER:-http://localhost}" || parent "$@"
tee_count=0 tee_option= tee_agent=
for tee_argument do
  case $tee_option in
    '') ;;
    --) tee_agent=$tee_argument; break ;;
    *)
      tee_is_right "$tee_option=$tee_argument" || parent "$@"
      tee_option= tee_count=$((tee_count + 1))
      continue
      ;;
  esac
  case $tee_argument in
    -- | --events | --relay | --token | --receiver | --journal | --trace | --trace-redacted | --capture | --state-dir | --drain | --max-file-bytes)
      tee_option=$tee_argument
      ;;
    --deltas) ;;
    -*) tee_is_right "$tee_argument" || parent "$@" ;;
    *) tee_agent=$tee_argument; break ;;
  esac
  tee_count=$((tee_count + 1))
done

# What cannot be run is reported by Node, and `env` below would take a name with = for a variable.
case $tee_agent in '' | -* | *=*) parent "$@" ;; esac
tee_program=$(command -v -- "$tee_agent") && [ -f "$tee_program" ] && [ -x "$tee_program" ] || parent "$@"
tee_first=
{ IFS= read -r tee_first <"$tee_program"; } 2>/dev/null
case $tee_first in
  '#!'*)
    tee_first=${tee_first#??}
    tee_first=${tee_first#"${tee_first%%[! ]*}"}
    [ -x "${tee_first%%[ 	]*}" ] || parent "$@"
    ;;
esac

# To a file or a terminal the last output would come after the exit, which nobody there waits for.
[ -e /proc/self/fd/0 ] || parent "$@"
[ -p /proc/self/fd/1 ] || [ -S /proc/self/fd/1 ] || parent "$@"

# A shell exports variables of its own and drops those whose names it cannot spell: the agent gets them as they were.
tee_eol='
'
tee_environment=$(tr '\000\n' '\n\001' </proc/$$/environ 2>/dev/null) || parent "$@"
set -f
IFS=$tee_eol
tee_names='PWD OLDPWD SHLVL _'
for tee_line in $tee_environment; do
  case ${tee_line%%=*} in '' | [0-9]* | *[!A-Za-z0-9_]*) unset IFS; parent "$@" ;; tee_*) tee_names="$tee_names ${tee_line%%=*}" ;; esac
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
[ -n "$tee_from" ] || parent "$@"

# Two pipes without a name: the shell makes one for a here-document, and its other end can be opened.
eval "exec $tee_in<<'end' $tee_from<<'end'
x
end
x
end
"
[ -p "/proc/self/fd/$tee_in" ] && [ -p "/proc/self/fd/$tee_from" ] || parent "$@"
eval "exec $tee_to>/proc/self/fd/$tee_in $tee_out>/proc/self/fd/$tee_from
read -r tee_line <&$tee_in
read -r tee_line <&$tee_from"

# Forked twice, so that it is no child of the agent; in between, stdin is /dev/null unless it is named anew.
# What is meant for the Node that may be the agent is not for this one: inspectors want one port, certificates cost time.
(
  tee_total=$# tee_seen=0
  for tee_argument do
    [ $((tee_seen += 1)) -gt $tee_count ] || set -- "$@" "$tee_argument"
  done
  shift $tee_total
  ACP_TEE_CA_CERTS=${NODE_EXTRA_CA_CERTS-} && export ACP_TEE_CA_CERTS && unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
  eval "exec $tee_in<&0 $tee_out>&-"
  eval "node \"\$0\" --beside $$ $tee_to $tee_from \"\$@\" <&$tee_in $tee_in<&- 2>/dev/null &"
)
shift $tee_count

for tee_name in $tee_names; do
  tee_line=$tee_eol$tee_environment
  tee_value=${tee_line#*"$tee_eol$tee_name="}
  [ "$tee_value" = "$tee_line" ] || set -- "$tee_name=${tee_value%%"$tee_eol"*}" "$@"
done
for tee_name in PWD OLDPWD SHLVL _; do
  case $tee_eol$tee_environment in *"$tee_eol$tee_name="*) ;; *) set -- -u "$tee_name" "$@" ;; esac
done
eval "exec env \"\$@\" <&$tee_in >&$tee_out $tee_in<&- $tee_out>&- $tee_to>&- $tee_from<&-"
*/

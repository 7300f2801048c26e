# complete.bash IKET WORD...: prints what bash would offer for the last word of
# the command line, and which of its own completions are switched.
source <("$1" completion bash)
compopt() { echo "compopt $*"; }
COMP_WORDS=(iket "${@:2}") COMP_CWORD=$(($# - 1))
_iket
echo "[${COMPREPLY[*]}]"

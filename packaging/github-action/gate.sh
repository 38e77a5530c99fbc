#!/usr/bin/env bash
# The step of action.yml: a test address, the message sent to it, and the gate. Ends with the exit code of `mailgauge test gate`.
set -euo pipefail

wrong() {
  echo "::error title=Mailgauge::$1"
  output result failed
  exit 2
}

output() { printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"; }

# Lines of a report may begin as commands to the runner do: until the end, none is obeyed.
quietly() {
  local mark status=0
  mark="mailgauge-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
  echo "::stop-commands::$mark"
  "$@" || status=$?
  echo "::$mark::"
  return "$status"
}

find_program() {
  case "$GATE_PROGRAM" in
  '') command -v mailgauge || wrong "There is no mailgauge on PATH. Give its address or its path as program." ;;
  https://*)
    [[ "$GATE_SHA256" =~ ^[0-9a-fA-F]{64}$ ]] || wrong "Give the SHA-256 sum of the program as sha256: 64 hexadecimal digits."
    local file="$RUNNER_TEMP/mailgauge"
    curl --fail --silent --show-error --location --proto '=https' --retry 3 --output "$file" -- "$GATE_PROGRAM" ||
      wrong "The program could not be fetched."
    check_sum "$file"
    chmod +x "$file"
    echo "$file"
    ;;
  *://*) wrong "program has to be an https address or a path." ;;
  *)
    [ -x "$GATE_PROGRAM" ] || wrong "There is no program at the path that program names."
    [ -z "$GATE_SHA256" ] || check_sum "$GATE_PROGRAM"
    realpath -- "$GATE_PROGRAM"
    ;;
  esac
}

check_sum() {
  echo "${GATE_SHA256,,}  $1" | sha256sum --check --status || wrong "The program is not the one that sha256 names."
}

program=$(find_program) || {
  echo "$program"
  exit 2
}
[ -z "$GATE_SEND" ] || [ -z "$GATE_TOKEN" ] || wrong "Give either send or token."

if [ -n "$GATE_SEND" ]; then
  made=$("$program" test create) || wrong "No test address could be made: the lines above say why."
  address=$(sed -n 's/^address=//p' <<< "$made")
  token=$(sed -n 's/^token=//p' <<< "$made")
  output address "$address"
  # What sends needs no key.
  MAILGAUGE_ADDRESS="$address" env -u MAILGAUGE_API_KEY bash -e -o pipefail -c "$GATE_SEND" || wrong "The lines of send failed."
elif [ -n "$GATE_TOKEN" ]; then
  token=$GATE_TOKEN
  [[ "$token" =~ ^[a-z2-7]{26}$ ]] || wrong "token is not that of a test: 26 characters of a to z and 2 to 7."
else
  wrong "Give send, or the token of a test."
fi
output token "$token"

options=(--min-score "$GATE_MIN_SCORE" --timeout "$GATE_TIMEOUT" --color never)
case "$GATE_ALLOW_ERRORS" in
true) options+=(--allow-errors) ;;
false) ;;
*) wrong "allow-errors has to be true or false." ;;
esac
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || options+=(--summary "$GITHUB_STEP_SUMMARY")

report=$(mktemp)
trap 'rm -f "$report"' EXIT
# shellcheck disable=SC2317
judge() { "$program" test gate "$token" "${options[@]}" 2>&1 | tee "$report"; }
code=0
quietly judge || code=$?
score=$(sed -n 's/^\([0-9.]*\) of 10\( .*\)\{0,1\}$/\1/p;q' "$report")
[ -z "$score" ] || output score "$score"

case "$code" in
0) output result passed ;;
3)
  output result too-low
  echo "::error title=Mailgauge::The message scores ${score:-less}, at least $GATE_MIN_SCORE was asked for."
  ;;
4)
  output result timeout
  echo "::error title=Mailgauge::No report came within $GATE_TIMEOUT."
  ;;
5)
  output result undetermined
  echo "::error title=Mailgauge::The score is high enough, but checks could not be determined. allow-errors takes it as it is."
  ;;
*)
  output result failed
  echo "::error title=Mailgauge::The gate could not judge the message: the lines above say why."
  ;;
esac
exit "$code"

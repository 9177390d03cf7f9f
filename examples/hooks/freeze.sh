#!/bin/sh
# Blocks changes while the project is frozen. Protocol: policyc (the event on stdin; exit 0 and nothing: no opinion;
# exit 2: block, with the reason on stderr; anything else: a failure).
#
# A policyc hook is started in the project's folder, so the files below are looked for there:
#   .freeze        no changes; its first line says why
#   .freeze-soon   changes go on, with a warning
# POSIX shell has no JSON parser, so the rule selects the calls (`when`), and this script only looks at the folder.

set -u

# Always read all of stdin, even if nothing in it is needed.
event=$(cat)
case $event in
  '{'*'}') ;;
  *)
    echo "freeze: stdin is not a JSON object" >&2
    exit 1
    ;;
esac
if [ "${POLICYC_POINT:-}" != before_tool_call ]; then
  exit 0
fi

if [ -e .freeze ]; then
  reason=
  # A folder or an unreadable file is a freeze without a reason.
  if [ -f .freeze ] && [ -r .freeze ]; then
    IFS= read -r reason <.freeze || :
  fi
  printf '%s\n' "the project is frozen: ${reason:-no reason given}" >&2
  exit 2
fi

if [ -e .freeze-soon ]; then
  # Put only fixed text into hand-written JSON: any other text would have to be escaped.
  echo '{ "outcome": "pass", "warnings": ["a freeze is announced; finish what must go out"] }'
fi
exit 0

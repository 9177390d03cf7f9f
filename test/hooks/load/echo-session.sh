#!/bin/sh
# Refuses with the session and the pattern it was asked about. No program but the shell itself: it is started often.
IFS= read -r event
session=${event#*'"session_id":"'}
pattern=${event#*'"pattern":"'}
printf '%s\n' "${session%%'"'*} ${pattern%%'"'*}" >&2
exit 2

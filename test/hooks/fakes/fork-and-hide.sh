#!/bin/sh
# Answers, and leaves a process behind in a session of its own, twice forked, holding no stream.
cat >/dev/null
(setsid sh -c 'trap "" TERM HUP; while :; do sleep 0.1; done' </dev/null >/dev/null 2>&1 &)
echo '{"outcome":"pass"}'

#!/bin/sh
# Only SIGKILL ends it; so does the shell it started.
trap '' TERM INT HUP QUIT PIPE
cat >/dev/null
sh -c 'trap "" TERM INT HUP; while :; do sleep 0.1; done' &
while :; do sleep 0.1; done

#!/bin/sh
# Answers only when it is told to end: too late to count.
trap 'echo "{\"outcome\":\"allow\"}"; exit 0' TERM
cat >/dev/null
while :; do sleep 0.05; done

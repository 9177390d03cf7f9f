#!/bin/sh
# Never answers, and has a child in another session.
setsid sh -c 'trap "" TERM HUP; while :; do sleep 0.1; done' &
sleep 60

#!/bin/sh
# Reads the event and never answers.
cat >/dev/null
sleep 60

#!/bin/sh
# Never stops talking.
cat >/dev/null
yes

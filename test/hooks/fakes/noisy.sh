#!/bin/sh
# Talks on both streams around its answer.
cat >/dev/null
i=0
while [ $i -lt 2000 ]; do echo "stderr line $i" >&2; i=$((i + 1)); done
echo 'loading rules ...'
echo '{"outcome":"pass"}'
echo 'done'

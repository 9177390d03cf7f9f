#!/bin/sh
# Floods stderr only; the answer itself is fine.
cat >/dev/null
head -c 3145728 /dev/zero | tr '\0' 'e' >&2
echo '{"outcome":"pass"}'

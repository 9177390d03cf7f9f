#!/bin/sh
# Says everything and closes its output, but does not end.
cat >/dev/null
echo '{"outcome":"pass"}'
exec >&- 2>&-
sleep 60

#!/bin/sh
# Ends, but a child in its group keeps both output streams open.
cat >/dev/null
sleep 60 &
echo '{"outcome":"block","message":"said before leaving"}'

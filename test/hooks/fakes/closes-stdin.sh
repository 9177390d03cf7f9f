#!/bin/sh
# Closes its input unread while a big event is being written, then answers.
exec <&-
sleep 0.1
echo '{"outcome":"block","message":"not read, still blocked"}'

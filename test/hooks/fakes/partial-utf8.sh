#!/bin/sh
# Stops in the middle of a character.
cat >/dev/null
printf '{"outcome":"pass","message":"caf\303'

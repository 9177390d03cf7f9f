#!/bin/sh
echo '{"outcome":"pass"}'

#!/bin/sh
# The pipe fills and stays full.
sleep 60

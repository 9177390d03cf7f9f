"""Dippy with no configuration, by its library. See commands.mjs for how it is asked."""

import json
import sys
from pathlib import Path

from dippy.core.analyzer import analyze
from dippy.core.config import Config

for line in sys.stdin:
    print("false" if analyze(json.loads(line), Config(), Path.cwd()).action == "allow" else "true")

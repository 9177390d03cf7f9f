"""nah with its packaged defaults, by its library. See commands.mjs for how it is asked."""

import json
import sys

from nah.config import use_defaults
from nah.hook import handle_bash

use_defaults()
for line in sys.stdin:
    decision = handle_bash({"command": json.loads(line)})
    print("false" if decision.get("decision") == "allow" else "true")

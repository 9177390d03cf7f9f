#!/usr/bin/env python3
"""Blocks a write that holds a secret. Protocol: neocode (one JSON object on stdin, an answer on stdout, exit 0, 1 or 2).

Standard library only, Python 3.8 or later. A hook answers every event, also those it does not care about: silence and
exit 0 mean "no opinion". Whatever it cannot read is exit 3, a failure, and the rule's `fail` decides what that means.
"""

import json
import re
import sys

SHAPES = [
    ("an AWS access key", re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    ("a private key", re.compile(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----")),
    ("a GitHub token", re.compile(r"\bgh[pousr]_[A-Za-z0-9]{16,}")),
]
WRITING_TOOLS = {"filesystem_write_file", "filesystem_edit"}
PREVIEW_LIMIT = 512


def main():
    # Read bytes and decode them as UTF-8: do not rely on the locale in a hook's small environment.
    try:
        payload = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return fail("the payload is not JSON: %s" % error)
    if not isinstance(payload, dict) or payload.get("payload_version") != "1":
        return fail("this hook understands payload version 1")
    metadata = payload.get("metadata")
    if not isinstance(metadata, dict):
        metadata = {}
    if payload.get("point") != "before_tool_call" or metadata.get("tool_name") not in WRITING_TOOLS:
        return 0

    # Hooks of an internal bundle see the arguments. All others get a preview: secrets are `***` in it, and it is cut.
    whole = metadata.get("tool_arguments")
    if isinstance(whole, str):
        found = [name for name, shape in SHAPES if shape.search(whole)]
        return block("this write holds " + " and ".join(found)) if found else 0
    preview = metadata.get("tool_arguments_preview")
    if not isinstance(preview, str):
        return fail("there are no arguments to look at")
    if "***" in preview:
        return block("this write holds something that was masked as a secret")
    if len(preview) >= PREVIEW_LIMIT:
        return answer({"status": "pass", "annotations": ["only the start of this write was scanned for secrets"]})
    return 0


def block(message):
    # The reason names what was found and never shows it: reasons reach the model and logs.
    return answer({"status": "block", "message": message})


def answer(value):
    print(json.dumps(value))
    return 0


def fail(why):
    print("secret-scan: %s" % why, file=sys.stderr)
    return 3


if __name__ == "__main__":
    sys.exit(main())

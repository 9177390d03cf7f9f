// The shell engine as bundles carry it.

import { readFileSync } from "node:fs";

export function loadShellEngine() {
  const text = readFileSync(new URL("../dist/module-shell.js", import.meta.url), "utf8");
  return new Function(`"use strict";\n${text}\nreturn policyc_shell;`)().shellEngine;
}

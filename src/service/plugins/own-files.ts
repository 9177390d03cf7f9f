// The files that guard the agent from inside: the plug-in's own file, the program that runs it, and policyc's user files.

import { fileURLToPath } from "node:url";
import { ownProgram } from "../../runtime/machine/own-program.ts";

export function ownFiles(address: string, home: string, workdir: string): readonly string[] {
  return [...fileOf(address), `${home}/.policyc`, ...ownProgram(null, workdir)];
}

function fileOf(address: string): readonly string[] {
  try {
    return [fileURLToPath(address)];
  } catch {
    return [];
  }
}

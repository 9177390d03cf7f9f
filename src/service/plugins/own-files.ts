// What guards the agent from inside: the plug-in's own file, what runs it, and what policyc keeps for this user.

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

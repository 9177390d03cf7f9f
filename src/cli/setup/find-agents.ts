// Finds the agents of this machine and of this project, by their programs, their settings and what is already installed.

import { existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { basicsOf } from "../../hosts/basics.ts";
import type { AgentInstall } from "../../hosts/install/agent.ts";
import { agentInstalls } from "../../hosts/install-agents.ts";
import type { Io } from "../base/io.ts";
import { homeOf } from "../install/site.ts";

export interface FoundAgent {
  readonly description: AgentInstall;
  /** Where it was found, in words. */
  readonly where: readonly string[];
  /** It is used here: its program can be started, the project has its settings, or policyc is installed in it. */
  readonly isUsed: boolean;
}

export const titleOf = (agent: string): string => basicsOf(agent)?.title ?? agent;

/** In the order of the agents' table; those without a trace are left out. `installed`: agents with our entries. */
export function findAgents(installed: ReadonlySet<string>, io: Io): readonly FoundAgent[] {
  return [...agentInstalls.values()].flatMap((description) => {
    const { programs, home, project } = description.traces;
    const inPath = programs.flatMap((name) =>
      placesInPath(name, io)
        .slice(0, 1)
        .map(() => `the program \`${name}\``),
    );
    const ofProject = project.filter((path) => existsSync(join(io.cwd, path))).map((path) => `${path} in this project`);
    const ofHome = home.filter((path) => existsSync(join(homeOf(io), path))).map((path) => `~/${path}`);
    const ours = installed.has(description.agent) ? ["policyc is installed in it"] : [];
    const used = [...ours, ...inPath, ...ofProject];
    const where = [...used, ...ofHome];
    return where.length === 0 ? [] : [{ description, where, isUsed: used.length > 0 }];
  });
}

/** Only absolute folders: what a relative one holds depends on where one stands. */
function placesInPath(name: string, { env }: Io): readonly string[] {
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => names.map((one) => join(folder, one)))
    .filter(isProgram);
}

function isProgram(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && (process.platform === "win32" || (found.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

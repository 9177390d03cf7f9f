// The facts about a host that every call needs first. Kept small: it loads no other part of a record.

import { registry } from "./registry.ts";
import type { HostEnvironment } from "./shared/adapter.ts";
import type { HostBasics } from "./shared/host-record.ts";
import { folderNamedBy } from "./shared/project-folder.ts";

const basics: ReadonlyMap<string, HostBasics> = new Map(registry.map((host) => [host.name, host]));

/** Undefined when no host has this name. */
export const basicsOf = (host: string): HostBasics | undefined => basics.get(host);

/** The project folder as the environment of the host's hooks gives it. */
export function projectFolder(host: string, environment: HostEnvironment): string | null {
  return folderNamedBy(basicsOf(host)?.projectVariables ?? [], environment);
}

const all: ReadonlySet<string> = new Set(registry.flatMap(({ projectVariables }) => projectVariables ?? []));

/** The environment of a hook of this host in this project, whichever project `environment` was for. */
export function inProject(environment: NodeJS.ProcessEnv, host: string, folder: string): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !all.has(name));
  const [name] = basicsOf(host)?.projectVariables ?? [];
  return { ...Object.fromEntries(others), ...(name === undefined ? {} : { [name]: folder }) };
}

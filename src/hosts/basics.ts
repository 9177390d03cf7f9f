// What every call needs to know of a host before anything is read. Light: it uses no part of a record.

import { registry } from "./registry.ts";
import type { HostEnvironment } from "./shared/adapter.ts";
import type { HostBasics } from "./shared/host-record.ts";
import { folderNamedBy } from "./shared/project-folder.ts";

const basics: ReadonlyMap<string, HostBasics> = new Map(registry.map((host) => [host.name, host]));

/** Undefined for a name that is no host's. */
export const basicsOf = (host: string): HostBasics | undefined => basics.get(host);

/** The folder of the project that a hook of this host is called for, where its environment says so. */
export function projectFolder(host: string, environment: HostEnvironment): string | null {
  return folderNamedBy(basicsOf(host)?.projectVariables ?? [], environment);
}

const all: ReadonlySet<string> = new Set(registry.flatMap(({ projectVariables }) => projectVariables ?? []));

/** The environment of a hook of this host in this project, whatever project `environment` itself comes from. */
export function inProject(environment: NodeJS.ProcessEnv, host: string, folder: string): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !all.has(name));
  const [name] = basicsOf(host)?.projectVariables ?? [];
  return { ...Object.fromEntries(others), ...(name === undefined ? {} : { [name]: folder }) };
}

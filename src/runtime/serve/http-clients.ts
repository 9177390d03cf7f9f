// Whom a hook over HTTP is decided for. It brings neither environment nor arguments of its own, so those of this process
// count, in the project that it names.

import { inProject } from "../hook-process/project-folder.ts";
import type { Client, ResidentBundle } from "./resident-bundle.ts";

export type ClientOf = (agent: string, project: string, bundle: ResidentBundle) => Client;

export const HTTP_DEADLINE_MS = 5000;
const MOST_CLIENTS = 256;

interface Made {
  readonly revision: string;
  /** By agent and project. */
  readonly clients: Map<string, Map<string, Client>>;
}

/** Each is made once for a revision. */
export function httpClients(own: NodeJS.ProcessEnv, serve: string): ClientOf {
  const made = new WeakMap<ResidentBundle, Made>();
  const madeFor = (bundle: ResidentBundle): Made => {
    const known = made.get(bundle);
    if (known?.revision === bundle.revision) return known;
    const next: Made = { revision: bundle.revision, clients: new Map() };
    made.set(bundle, next);
    return next;
  };
  return (agent, project, bundle) => {
    const { revision, clients } = madeFor(bundle);
    const ofAgent = clients.get(agent) ?? new Map<string, Client>();
    const known = ofAgent.get(project);
    if (known !== undefined) return known;
    const given = { agent, bundle: bundle.dir, revision, state: null, scope: "user", serve, capture: null } as const;
    const client: Client = {
      options: { ...given, deadlineMs: HTTP_DEADLINE_MS, error: null },
      environment: inProject(own, agent, project),
      cwd: project,
      policies: new Map(),
    };
    if (ofAgent.size >= MOST_CLIENTS) ofAgent.clear();
    clients.set(agent, ofAgent.set(project, client));
    return client;
  };
}

// Whom a hook over HTTP is decided for. It brings neither environment nor arguments of its own, so those of this process
// count, in the project that it names.

import { inProject } from "../../hosts/basics.ts";
import { readArguments } from "../arguments.ts";
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
    const words = ["--agent", agent, "--bundle", bundle.dir, "--revision", revision, "--serve", serve];
    const client: Client = {
      options: readArguments([...words, "--deadline", String(HTTP_DEADLINE_MS)]),
      environment: inProject(own, agent, project),
      cwd: project,
      policies: new Map(),
    };
    if (ofAgent.size >= MOST_CLIENTS) ofAgent.clear();
    clients.set(agent, ofAgent.set(project, client));
    return client;
  };
}

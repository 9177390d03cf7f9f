// The clients behind HTTP hooks. An HTTP hook sends neither environment nor arguments, so those of this process are used, in
// the project that the request names.

import { inProject } from "../../hosts/basics.ts";
import { readArguments } from "../arguments.ts";
import type { Client, ResidentBundle } from "./resident-bundle.ts";

export type ClientOf = (agent: string, project: string, bundle: ResidentBundle) => Client;

export const HTTP_DEADLINE_MS = 5000;
const MOST_CLIENTS = 256;

interface RevisionClients {
  readonly revision: string;
  /** By agent and project. */
  readonly clients: Map<string, Map<string, Client>>;
}

/** Creates each client once per revision. */
export function httpClients(own: NodeJS.ProcessEnv, serve: string): ClientOf {
  const cache = new WeakMap<ResidentBundle, RevisionClients>();
  const clientsFor = (bundle: ResidentBundle): RevisionClients => {
    const known = cache.get(bundle);
    if (known?.revision === bundle.revision) return known;
    const next: RevisionClients = { revision: bundle.revision, clients: new Map() };
    cache.set(bundle, next);
    return next;
  };
  return (agent, project, bundle) => {
    const { revision, clients } = clientsFor(bundle);
    const ofAgent = clients.get(agent) ?? new Map<string, Client>();
    const known = ofAgent.get(project);
    if (known !== undefined) return known;
    const args = ["--agent", agent, "--bundle", bundle.dir, "--revision", revision, "--serve", serve];
    const client: Client = {
      options: readArguments([...args, "--deadline", String(HTTP_DEADLINE_MS)]),
      environment: inProject(own, agent, project),
      cwd: project,
      policies: new Map(),
    };
    if (ofAgent.size >= MOST_CLIENTS) ofAgent.clear();
    clients.set(agent, ofAgent.set(project, client));
    return client;
  };
}

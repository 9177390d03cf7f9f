// Whom a hook over HTTP is decided for. It brings neither environment nor arguments of its own, so those of this process
// count, in the project that it names.

import { inProject } from "../hook-process/project-folder.ts";
import type { Client, ResidentBundle } from "./resident-bundle.ts";

export type ClientOf = (agent: string, project: string, bundle: ResidentBundle) => Client;

export const HTTP_DEADLINE_MS = 5000;
const MOST_CLIENTS = 256;

/** Each is made once. */
export function httpClients(own: NodeJS.ProcessEnv, serve: string): ClientOf {
  const made = new Map<string, Client>();
  return (agent, project, { dir, revision }) => {
    const key = `${agent}\0${revision}\0${dir}\0${project}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const given = { agent, bundle: dir, revision, state: null, scope: "user", serve, capture: null } as const;
    const client: Client = {
      options: { ...given, deadlineMs: HTTP_DEADLINE_MS, error: null },
      environment: inProject(own, agent, project),
      cwd: project,
    };
    if (made.size >= MOST_CLIENTS) made.clear();
    made.set(key, client);
    return client;
  };
}

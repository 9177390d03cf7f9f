// The resident process as a whole: bundles opened, doors opened, and all of it closed again in order.

import type { Server } from "node:http";
import { uptimeMs } from "../../runtime/machine/uptime.ts";
import type { RunFiles } from "../client/run-folder.ts";
import { withoutLoaderVariables } from "../loader-variables.ts";
import { serverFor } from "./doors.ts";
import type { Door } from "./guard.ts";
import { httpClients } from "./http-clients.ts";
import { type Listening, listen } from "./listen.ts";
import { Metrics } from "./metrics.ts";
import { openBundles } from "./open-bundles.ts";
import { bodyReader } from "./read-body.ts";
import type { Residence, Traffic } from "./requests.ts";
import type { ResidentBundle } from "./resident-bundle.ts";

export interface ServeOptions {
  readonly files: RunFiles;
  /** Absolute: opened at the start, and asked by agents' own HTTP hooks. Clients name the bundle they ask. */
  readonly bundles: readonly string[];
  /** Null: no port; 0: any. */
  readonly port: number | null;
  readonly version: string;
  /** It ends after so long without a question, or when its socket is gone; null: never. */
  readonly idleMs: number | null;
  /** Beyond these it refuses. */
  readonly limits?: Traffic["limits"];
  readonly log: (text: string) => void;
}

export interface Served {
  readonly port: number | null;
  readonly bundles: () => readonly ResidentBundle[];
  /** Begins to stop; what is being answered is answered. */
  stop(): void;
  /** When everything has ended. */
  readonly ended: Promise<void>;
}

/** Questions wait when external hooks or slow writers keep them waiting. */
const LIMITS: Traffic["limits"] = { inFlight: 256, connections: 512 };
const STOP_MS = 5000;
/** How often within the idle time it looks whether it is over. */
const LOOKS = 60;

/** Rejects with a PolicyLoadError or a ServeError; nothing is left behind then. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { files, log, idleMs } = options;
  const metrics = new Metrics();
  const traffic: Traffic = { inFlight: 0, connections: 0, limits: options.limits ?? LIMITS };
  const startedAt = new Date().toISOString();
  const bundles = openBundles(({ dir, revision, rules }) => {
    metrics.opened();
    log(`${dir}: ${rules} rules, revision ${revision}`);
  });
  for (const dir of options.bundles) bundles.open(dir);

  let isStopping = false;
  let lastAsked = uptimeMs();
  let port: number | null = null;
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const gauges = () => ({
    sessions: bundles.all().reduce((sum, { sessions }) => sum + sessions, 0),
    inFlight: traffic.inFlight,
    bundles: bundles.all().map(({ revision, dir }) => ({ revision, dir })),
  });
  const residence: Residence = {
    open: bundles.open,
    named: () => options.bundles.map(bundles.open),
    metrics,
    clientOf: httpClients(withoutLoaderVariables(process.env), files.folder),
    readBody: bodyReader(),
    isStopping: () => isStopping,
    traffic,
    metricsText: () => metrics.text(gauges()),
    status: () => ({
      version: options.version,
      pid: process.pid,
      started: startedAt,
      stopping: isStopping,
      port,
      sessions: gauges().sessions,
      in_flight: traffic.inFlight,
      bundles: bundles.all().map(({ dir, rules, revision, since }) => ({ bundle: dir, rules, revision, since })),
    }),
    stop: () => stop(),
    asked: () => {
      lastAsked = uptimeMs();
    },
    log,
  };
  const servers: Server[] = [];
  /** Of the port; known once it is open. */
  const ownNames = new Set<string>();
  const opened = (server: Server): Server => {
    servers.push(server);
    return server;
  };
  let listening: Listening;
  try {
    listening = await listen({
      files,
      socket: (key) => opened(serverFor(doorOf(key, new Set(["policyc", "localhost"])), residence)),
      http:
        options.port === null
          ? null
          : {
              port: options.port,
              server: (key) => opened(serverFor(doorOf(key, ownNames), residence)),
            },
    });
  } catch (caught) {
    for (const server of servers) server.close();
    throw caught;
  }
  port = listening.port;
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) if (port !== null) ownNames.add(`${name}:${port}`);
  const isOver = (limitMs: number): boolean => uptimeMs() - lastAsked > limitMs || !listening.isFound();
  const idle = idleMs === null ? null : setInterval(() => isOver(idleMs) && stop(), idleMs / LOOKS);

  function stop(): void {
    if (isStopping) return;
    isStopping = true;
    log("stopping");
    // First, so that hooks look no more and a successor can begin.
    listening.remove();
    if (idle !== null) clearInterval(idle);
    const closed = servers.map((server) => new Promise<void>((done) => server.close(() => done())));
    for (const server of servers) server.closeIdleConnections();
    const timer = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, STOP_MS);
    void Promise.all(closed).then(() => {
      clearTimeout(timer);
      finish();
    });
  }
  return { port, bundles: bundles.all, stop, ended };
}

const doorOf = (key: Buffer, hosts: Door["hosts"]): Door => ({ key, token: Buffer.from(key.toString("hex")), hosts });

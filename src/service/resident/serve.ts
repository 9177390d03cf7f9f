// The resident process as a whole: opens the bundles and the servers, and closes them again in order.

import type { Server } from "node:http";
import { shortRevision } from "../../language/load-error.ts";
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
  /** Absolute paths, opened at the start, for agents' own HTTP hooks. Clients name the bundle they use. */
  readonly bundles: readonly string[];
  /** Null: no port; 0: any. */
  readonly port: number | null;
  readonly version: string;
  /** The process stops after this long without a call, or when its socket is gone; null: never. */
  readonly idleMs: number | null;
  /** Beyond these, calls are refused. */
  readonly limits?: Traffic["limits"];
  readonly log: (text: string) => void;
}

export interface Served {
  readonly port: number | null;
  readonly bundles: () => readonly ResidentBundle[];
  /** Begins to stop; pending calls are still answered. */
  stop(): void;
  /** Resolves when everything is closed. */
  readonly ended: Promise<void>;
}

/** Only external hooks and slow writers keep many calls pending. */
const LIMITS: Traffic["limits"] = { inFlight: 256, connections: 512 };
const STOP_MS = 5000;
/** How many times per idle period the process checks whether to stop. */
const CHECKS = 60;

/** Rejects with a PolicyLoadError or a ServeError, and then leaves nothing behind. */
export async function serve(options: ServeOptions): Promise<Served> {
  const resident = new ResidentServer(options);
  await resident.open();
  return resident;
}

/** Owns the servers of one resident process: the socket, and the port where there is one. */
class ResidentServer implements Served {
  readonly bundles: () => readonly ResidentBundle[];
  readonly ended: Promise<void>;
  port: number | null = null;
  readonly #options: ServeOptions;
  readonly #residence: Residence;
  readonly #servers: Server[] = [];
  /** Accepted Host headers of the port; known once it is open. */
  readonly #ownNames = new Set<string>();
  #listening: Listening | null = null;
  #idle: NodeJS.Timeout | null = null;
  #isStopping = false;
  #lastAsked = uptimeMs();
  #finish = (): void => undefined;

  constructor(options: ServeOptions) {
    this.#options = options;
    const metrics = new Metrics();
    const opened = openBundles(({ dir, revision, rules }) => {
      metrics.opened();
      options.log(`${dir}: ${rules} rules, revision ${shortRevision(revision)}`);
    });
    for (const dir of options.bundles) opened.open(dir);
    this.bundles = opened.all;
    this.#residence = this.#residenceOf(metrics, opened.open);
    this.ended = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** A property, because it is also passed as a signal listener. */
  readonly stop = (): void => {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#options.log("stopping");
    // First, so that agent calls no longer find it and a successor can begin.
    this.#listening?.remove();
    if (this.#idle !== null) clearInterval(this.#idle);
    const closed = this.#servers.map((server) => new Promise<void>((done) => server.close(() => done())));
    for (const server of this.#servers) server.closeIdleConnections();
    const timer = setTimeout(() => {
      for (const server of this.#servers) server.closeAllConnections();
    }, STOP_MS);
    void Promise.all(closed).then(() => {
      clearTimeout(timer);
      this.#finish();
    });
  };

  async open(): Promise<void> {
    const { files, port, idleMs } = this.#options;
    try {
      this.#listening = await listen({
        files,
        socket: (key) => this.#serverFor(key, new Set(["policyc", "localhost"])),
        http: port === null ? null : { port, server: (key) => this.#serverFor(key, this.#ownNames) },
      });
    } catch (caught) {
      for (const server of this.#servers) server.close();
      throw caught;
    }
    this.port = this.#listening.port;
    if (this.port !== null)
      for (const name of ["127.0.0.1", "localhost", "[::1]"]) this.#ownNames.add(`${name}:${this.port}`);
    if (idleMs !== null) this.#idle = setInterval(() => this.#isOver(idleMs) && this.stop(), idleMs / CHECKS);
  }

  #isOver(limitMs: number): boolean {
    return uptimeMs() - this.#lastAsked > limitMs || this.#listening?.isFound() !== true;
  }

  #serverFor(key: Buffer, hosts: Door["hosts"]): Server {
    const door = { key, token: Buffer.from(key.toString("hex")), hosts };
    const server = serverFor(door, this.#residence);
    this.#servers.push(server);
    return server;
  }

  /** The services that the servers use. */
  #residenceOf(metrics: Metrics, open: Residence["open"]): Residence {
    const { bundles: named, files, version, limits, log } = this.#options;
    const startedAt = new Date().toISOString();
    const traffic: Traffic = { inFlight: 0, connections: 0, limits: limits ?? LIMITS };
    const sessions = (): number => this.bundles().reduce((sum, bundle) => sum + bundle.sessions, 0);
    return {
      open,
      named: () => named.map(open),
      metrics,
      clientOf: httpClients(withoutLoaderVariables(process.env), files.folder),
      readBody: bodyReader(),
      isStopping: () => this.#isStopping,
      traffic,
      metricsText: () =>
        metrics.text({
          sessions: sessions(),
          inFlight: traffic.inFlight,
          bundles: this.bundles().map(({ revision, dir }) => ({ revision, dir })),
        }),
      status: () => ({
        version,
        pid: process.pid,
        started: startedAt,
        stopping: this.#isStopping,
        port: this.port,
        sessions: sessions(),
        in_flight: traffic.inFlight,
        bundles: this.bundles().map(({ dir, rules, revision, since }) => ({ bundle: dir, rules, revision, since })),
      }),
      stop: this.stop,
      asked: () => {
        this.#lastAsked = uptimeMs();
      },
      log,
    };
  }
}

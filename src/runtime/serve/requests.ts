// What a request to the resident process gets. Every trouble has an answer: for `policyc hook` a status that makes it decide
// by itself, for an agent's own HTTP hook a refusal in its words.

import type { IncomingMessage } from "node:http";
import { isAbsolute } from "node:path";
import { failureText } from "../load-error.ts";
import { type AskResult, answerAsk } from "./answer-ask.ts";
import { type Door, type Proven, proven, type Refusal, strangeRequest, wrongType } from "./guard.ts";
import { type ClientOf, HTTP_DEADLINE_MS } from "./http-clients.ts";
import { bodyOf, type HookPath, hookPath, isHookPath, refusalBody } from "./http-hooks.ts";
import { type Answered, inTime } from "./in-time.ts";
import type { Metrics } from "./metrics.ts";
import { hashOf } from "./proof.ts";
import type { Body, BodyLimits, ReadBody } from "./read-body.ts";
import type { ResidentBundle } from "./resident-bundle.ts";

/** How much there is to do at once, and how much of it is taken on. */
export interface Traffic {
  /** Questions of those who have the key; nobody else can make it busy. */
  inFlight: number;
  connections: number;
  readonly limits: { readonly inFlight: number; readonly connections: number };
}

export interface Residence {
  readonly folder: string;
  readonly bundles: readonly ResidentBundle[];
  readonly metrics: Metrics;
  /** Whom a hook over HTTP is decided for, which brings no environment of its own. */
  readonly clientOf: ClientOf;
  readonly readBody: ReadBody;
  readonly isStopping: () => boolean;
  readonly traffic: Traffic;
  readonly status: () => object;
  readonly metricsText: () => string;
  readonly stop: () => void;
  readonly log: (text: string) => void;
}

export interface Response {
  readonly status: number;
  readonly type: "application/json" | "text/plain; version=0.0.4";
  readonly body: string;
  /** To be proven to; null: nobody. */
  readonly nonce: string | null;
  /** The rest of the request is not read. */
  readonly ends: boolean;
}

/** As much as a hook process reads, and the line before it. */
const ASKED: BodyLimits = { bytes: 20 * 1024 * 1024, drained: 256 * 1024 * 1024, ms: 5000 };
/** As much as a hook process reads. */
const HOOKED: BodyLimits = { ...ASKED, bytes: 16 * 1024 * 1024 };
/** Nothing is kept of it. */
const NONE: BodyLimits = { ...ASKED, bytes: 0 };
/** Of somebody without a token nothing is kept, and less is waited for. */
const UNKNOWN: BodyLimits = { bytes: 0, drained: 4 * 1024 * 1024, ms: 2000 };

const written = (status: number, body: string): Response => ({
  status,
  type: "application/json",
  body,
  nonce: null,
  ends: false,
});
const json = (status: number, value: object): Response => written(status, `${JSON.stringify(value)}\n`);

const troubles = {
  "too-large": { status: 413, reason: "too-large", message: "the payload is larger than it may be" },
  "too-slow": { status: 408, reason: "too-slow", message: "the payload did not arrive in time" },
  broken: { status: 400, reason: "broken", message: "the payload broke off" },
} as const;

const refusals = {
  stopping: { status: 503, reason: "stopping", message: "the resident process is about to end" },
  busy: { status: 503, reason: "busy", message: "the resident process has too much to do" },
  unknown: { status: 404, reason: "path", message: "there is nothing under this path" },
  method: { status: 405, reason: "method", message: "this path is asked in another way" },
  changed: { status: 400, reason: "body", message: "the body is not the one that was proven" },
  project: { status: 400, reason: "project", message: "the header policyc-project does not name the project's folder" },
  text: { status: 400, reason: "text", message: "the payload is not UTF-8 text" },
} as const;

/** Never rejects. */
export async function respond(request: IncomingMessage, door: Door, residence: Residence): Promise<Response> {
  const { traffic } = residence;
  const path = request.url ?? "";
  const hook = hookPath(path);
  const refuse: Refuse = (refusal, body, ends = false) => {
    residence.metrics.refused(refusal.reason);
    if (!isHookPath(path)) return { ...json(refusal.status, { error: refusal.message }), ends };
    return { ...written(200, refusalBody(refusal.message, startOf(body))), ends };
  };
  try {
    const strange = strangeRequest(request, door);
    const known = strange ?? proven(request, door);
    if (strange === null && path === "/health" && request.method === "GET") return health(residence);
    if ("status" in known) return refuse(known, await residence.readBody(request, UNKNOWN), true);
    const { nonce } = known;
    traffic.inFlight++;
    try {
      const response = await respondTo({ request, path, hook, known, residence, refuse });
      return nonce === null ? response : { ...response, nonce };
    } finally {
      traffic.inFlight--;
    }
  } catch (caught) {
    residence.log(`a request failed: ${failureText(caught)}`);
    return refuse({ status: 500, reason: "internal", message: "the question could not be answered" }, null, true);
  }
}

interface Asked {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly hook: HookPath | null;
  readonly known: Proven;
  readonly residence: Residence;
  readonly refuse: Refuse;
}

/** `body`: as far as it was read; null when nothing was. */
type Refuse = (refusal: Refusal, body: Body | null, ends?: boolean) => Response;

const startOf = (body: Body | null): Buffer =>
  body === null ? Buffer.alloc(0) : "bytes" in body ? body.bytes : body.beginning;

async function respondTo(asked: Asked): Promise<Response> {
  const { request, path, hook, known, residence, refuse } = asked;
  const { readBody } = residence;
  const method = hook === null ? methods.get(path) : "POST";
  if (method === undefined) return refuse(refusals.unknown, await readBody(request, NONE), true);
  if (request.method !== method) return refuse(refusals.method, await readBody(request, NONE), true);
  if (method === "GET") return told(path, residence);
  const wrong = wrongType(request);
  if (wrong !== null) return refuse(wrong, await readBody(request, UNKNOWN));
  // Before anything of it is kept. Whoever stops or reloads it may do so at any time.
  if ((hook !== null || path === "/ask") && isBusy(residence.traffic)) {
    return refuse(refusals.busy, await readBody(request, NONE), true);
  }
  const body = await readBody(request, hook === null ? ASKED : HOOKED);
  if ("error" in body) return refuse(troubles[body.error], body, true);
  if (known.bodyHash !== null && known.bodyHash !== hashOf(body.bytes)) return refuse(refusals.changed, body);
  if (path === "/stop") {
    residence.stop();
    return json(200, { stopping: true });
  }
  if (path === "/reload") return reload(residence);
  if (residence.isStopping()) return refuse(refusals.stopping, body);
  if (hook === null) return ask(body.bytes, residence);
  const project = projectOf(request);
  if (project === null) return refuse(refusals.project, body);
  return callHook(body.bytes, { ...hook, project }, residence, (refusal) => refuse(refusal, body));
}

const isBusy = ({ inFlight, connections, limits }: Traffic): boolean =>
  inFlight > limits.inFlight || connections > limits.connections;

const methods: ReadonlyMap<string, "GET" | "POST"> = new Map([
  ["/ask", "POST"],
  ["/stop", "POST"],
  ["/reload", "POST"],
  ["/status", "GET"],
  ["/metrics", "GET"],
]);

function health({ isStopping }: Residence): Response {
  return isStopping() ? json(503, { status: "stopping" }) : json(200, { status: "ok" });
}

function told(path: string, { status, metricsText }: Residence): Response {
  if (path === "/status") return json(200, status());
  return { ...written(200, metricsText()), type: "text/plain; version=0.0.4" };
}

async function reload({ bundles }: Residence): Promise<Response> {
  const reports = await Promise.all(
    bundles.map(async (bundle) => ({ bundle: bundle.dir, ...(await bundle.reload()) })),
  );
  return json(reports.some(({ error }) => error !== null) ? 409 : 200, { bundles: reports });
}

function ask(body: Buffer, { bundles, metrics }: Residence): Response | Promise<Response> {
  const told = ({ answer, decided }: AskResult): Response => {
    if ("declined" in answer) metrics.refused("declined");
    if (decided !== null) metrics.decided(decided.agent, decided.point, decided.decision);
    return json(200, answer);
  };
  const result = answerAsk(body, bundles);
  return result instanceof Promise ? result.then(told) : told(result);
}

function callHook(
  body: Buffer,
  { agent, revision, project }: HookPath & { readonly project: string },
  residence: Residence,
  refuse: (refusal: Refusal) => Response,
): Response | Promise<Response> {
  const { bundles, metrics } = residence;
  const found = revision === null ? bundles : bundles.filter((one) => one.revision === revision);
  const [bundle] = found;
  if (bundle === undefined) return refuse({ status: 404, reason: "revision", message: "this revision is not served" });
  if (found.length > 1 && revision === null)
    return refuse({ status: 404, reason: "revision", message: "several bundles are served: name the revision" });
  const text = utf8(body);
  if (text === null) return refuse(refusals.text);
  const told = ({ reply, decided }: Answered): Response => {
    if (decided === null) metrics.refused("payload");
    else metrics.decided(decided.agent, decided.point, decided.decision);
    return written(200, bodyOf(reply, body));
  };
  const given = inTime(bundle, residence.clientOf(agent, project, bundle), text, HTTP_DEADLINE_MS);
  return given instanceof Promise ? given.then(told) : told(given);
}

/** Rules speak of paths in the project, and where that is the payload does not tell: its `cwd` follows every `cd`. */
function projectOf({ headers }: IncomingMessage): string | null {
  const given = headers["policyc-project"];
  const folder = typeof given === "string" ? asUtf8(given) : "";
  return isAbsolute(folder) ? folder : null;
}

/** Node takes the bytes of headers for Latin-1. */
function asUtf8(header: string): string {
  return /[\x80-\xff]/.test(header) ? Buffer.from(header, "latin1").toString("utf8") : header;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function utf8(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

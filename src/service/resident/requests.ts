// Answers a request to the resident process. Every error has an answer: a client gets a status that makes it decide by itself,
// an agent's own HTTP hook gets a refusal in the agent's format.

import type { IncomingMessage } from "node:http";
import { failureText } from "../../language/load-error.ts";
import { hashOf } from "../client/proof.ts";
import { type AskResult, answerAsk } from "./answer-ask.ts";
import { callHook } from "./call-hook.ts";
import { type Door, type DoorRefusal, foreignRequest, type Proven, proven, wrongType } from "./guard.ts";
import type { ClientOf } from "./http-clients.ts";
import { hookPath, isHookPath, refusalBody } from "./http-hooks.ts";
import type { Metrics } from "./metrics.ts";
import type { BundleOpener } from "./open-bundles.ts";
import type { BodyLimits, ReadBody, RequestBody } from "./read-body.ts";
import type { ResidentBundle } from "./resident-bundle.ts";
import { bodyErrors, json, type Response, refusals, written } from "./responses.ts";

/** The current load, and its limits. */
export interface Traffic {
  /** Calls of clients that have the key; other clients cannot make the process busy. */
  inFlight: number;
  connections: number;
  readonly limits: { readonly inFlight: number; readonly connections: number };
}

export interface Residence {
  readonly open: BundleOpener;
  /** The bundles that an agent's own HTTP hook may ask; throws when one of them cannot be opened. */
  readonly named: () => readonly ResidentBundle[];
  readonly metrics: Metrics;
  /** The client behind an HTTP hook, which sends no environment of its own. */
  readonly clientOf: ClientOf;
  readonly readBody: ReadBody;
  readonly isStopping: () => boolean;
  readonly traffic: Traffic;
  readonly status: () => object;
  readonly metricsText: () => string;
  readonly stop: () => void;
  /** Called at every call of a client. */
  readonly asked: () => void;
  readonly log: (text: string) => void;
}

/** A payload as large as a hook process accepts, and the line before it. */
const ASKED: BodyLimits = { bytes: 20 * 1024 * 1024, drained: 256 * 1024 * 1024, ms: 5000 };
/** A payload as large as a hook process accepts. */
const HOOKED: BodyLimits = { ...ASKED, bytes: 16 * 1024 * 1024 };
/** The body is read and discarded. */
const NONE: BodyLimits = { ...ASKED, bytes: 0 };
/** For clients without the key: the body is discarded, with tighter limits. */
const UNKNOWN: BodyLimits = { bytes: 0, drained: 4 * 1024 * 1024, ms: 2000 };

/** Calls `give` exactly once. Promises are used only when something is awaited: they cost as much as the rest of this. */
export function respond(
  request: IncomingMessage,
  door: Door,
  residence: Residence,
  give: (response: Response) => void,
): void {
  const { traffic } = residence;
  const path = request.url ?? "";
  const refuse: Refuse = (refusal, body, ends = false) => {
    residence.metrics.refused(refusal.reason);
    if (!isHookPath(path)) return { ...json(refusal.status, { error: refusal.message }), ends };
    return { ...written(200, refusalBody(refusal.message, startOf(body))), ends };
  };
  const failed = (caught: unknown): Response => {
    residence.log(`a request failed: ${failureText(caught)}`);
    return refuse({ status: 500, reason: "internal", message: "the call could not be answered" }, null, true);
  };
  const { known, limits, answer } = planOr(failed, () => planFor({ request, path, door, residence, refuse }));
  if (known !== null) traffic.inFlight++;
  const finish = (response: Response): void => {
    if (known !== null) traffic.inFlight--;
    give(known === null || known.nonce === null ? response : { ...response, nonce: known.nonce });
  };
  const settle = (body: RequestBody): void => {
    let response: Response | Promise<Response>;
    try {
      response = answer(body);
    } catch (caught) {
      response = failed(caught);
    }
    if (response instanceof Promise) void response.catch(failed).then(finish);
    else finish(response);
  };
  if (limits === null) settle({ bytes: nothing });
  else residence.readBody(request, limits, settle);
}

interface IncomingCall {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly door: Door;
  readonly residence: Residence;
  readonly refuse: Refuse;
}

/** `body`: as much as was read; null: nothing. */
type Refuse = (refusal: DoorRefusal, body: RequestBody | null, ends?: boolean) => Response;

const nothing = Buffer.alloc(0);

const startOf = (body: RequestBody | null): Buffer =>
  body === null ? nothing : "bytes" in body ? body.bytes : body.beginning;

/** How a request will be handled, decided from its head. */
interface Plan {
  /** The proof of a client that has the key; null: the client has not shown it. */
  readonly known: Proven | null;
  /** The limits for reading the body; null: it is not read. */
  readonly limits: BodyLimits | null;
  readonly answer: (body: RequestBody) => Response | Promise<Response>;
}

function planOr(failed: (caught: unknown) => Response, plan: () => Plan): Plan {
  try {
    return plan();
  } catch (caught) {
    return { known: null, limits: null, answer: () => failed(caught) };
  }
}

function planFor(call: IncomingCall): Plan {
  const { request, path, door, residence, refuse } = call;
  const foreign = foreignRequest(request, door);
  if (foreign === null && path === "/health" && request.method === "GET")
    return { known: null, limits: null, answer: () => health(residence) };
  const known = foreign ?? proven(request, door);
  if (!("status" in known)) return planForKnown(known, call);
  return { known: null, limits: UNKNOWN, answer: (body) => refuse(known, body, true) };
}

function planForKnown(known: Proven, { request, path, residence, refuse }: IncomingCall): Plan {
  const refused = (refusal: DoorRefusal, limits: BodyLimits, ends: boolean): Plan => ({
    known,
    limits,
    answer: (body) => refuse(refusal, body, ends),
  });
  const hook = hookPath(path);
  const method = hook === null ? methods.get(path) : "POST";
  if (method === undefined) return refused(refusals.unknown, NONE, true);
  if (request.method !== method) return refused(refusals.method, NONE, true);
  if (method === "GET") return { known, limits: null, answer: () => report(path, residence) };
  const wrong = wrongType(request);
  if (wrong !== null) return refused(wrong, UNKNOWN, false);
  // Checked before the body is stored. `/stop` is accepted even when the process is busy.
  if ((hook !== null || path === "/ask") && isBusy(residence.traffic)) return refused(refusals.busy, NONE, true);
  const answer = (body: RequestBody): Response | Promise<Response> => {
    if ("error" in body) return refuse(bodyErrors[body.error], body, true);
    if (known.bodyHash !== null && known.bodyHash !== hashOf(body.bytes)) return refuse(refusals.changed, body);
    if (path === "/stop") {
      residence.stop();
      return json(200, { stopping: true });
    }
    if (residence.isStopping()) return refuse(refusals.stopping, body);
    if (hook === null) return ask(body.bytes, residence);
    return callHook(request, body.bytes, hook, residence, (refusal) => refuse(refusal, body));
  };
  return { known, limits: hook === null ? ASKED : HOOKED, answer };
}

const isBusy = ({ inFlight, connections, limits }: Traffic): boolean =>
  inFlight >= limits.inFlight || connections > limits.connections;

const methods: ReadonlyMap<string, "GET" | "POST"> = new Map([
  ["/ask", "POST"],
  ["/stop", "POST"],
  ["/status", "GET"],
  ["/metrics", "GET"],
]);

function health({ isStopping }: Residence): Response {
  return isStopping() ? json(503, { status: "stopping" }) : json(200, { status: "ok" });
}

function report(path: string, { status, metricsText }: Residence): Response {
  if (path === "/status") return json(200, status());
  return { ...written(200, metricsText()), type: "text/plain; version=0.0.4" };
}

function ask(body: Buffer, { open, metrics, asked }: Residence): Response | Promise<Response> {
  asked();
  const respond = ({ answer, decided }: AskResult): Response => {
    if ("declined" in answer) metrics.refused("declined");
    if (decided !== null) metrics.decided(decided.agent, decided.point, decided.decision);
    return json(200, answer);
  };
  const result = answerAsk(body, open);
  return result instanceof Promise ? result.then(respond) : respond(result);
}

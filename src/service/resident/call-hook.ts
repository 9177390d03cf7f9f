// Answers a call of an agent's own HTTP hook: chooses the bundle and the client, and writes the body in the agent's format.

import type { IncomingMessage } from "node:http";
import { isAbsolute } from "node:path";
import { newAskId } from "../caller.ts";
import type { DoorRefusal } from "./guard.ts";
import { HTTP_DEADLINE_MS } from "./http-clients.ts";
import { bodyOf, type HookPath } from "./http-hooks.ts";
import type { Residence } from "./requests.ts";
import { type Response, refusals, written } from "./responses.ts";
import { type Answered, withDeadline } from "./with-deadline.ts";

export function callHook(
  request: IncomingMessage,
  body: Buffer,
  { agent, revision }: HookPath,
  { named, metrics, clientOf }: Pick<Residence, "named" | "metrics" | "clientOf">,
  refuse: (refusal: DoorRefusal) => Response,
): Response | Promise<Response> {
  const project = projectOf(request);
  if (project === null) return refuse(refusals.project);
  const bundles = named();
  const found = revision === null ? bundles : bundles.filter((one) => one.revision === revision);
  const [bundle] = found;
  if (bundle === undefined) return refuse(refusals.revision);
  if (found.length > 1 && revision === null) return refuse(refusals.several);
  const text = utf8(body);
  if (text === null) return refuse(refusals.text);
  const respond = ({ reply, decided }: Answered): Response => {
    if (decided === null) metrics.refused("payload");
    else metrics.decided(decided.agent, decided.point, decided.decision);
    return written(200, bodyOf(reply, body));
  };
  const client = clientOf(agent, project, bundle);
  const answered = withDeadline(bundle, { client, ask: newAskId(), text, limitMs: HTTP_DEADLINE_MS });
  return answered instanceof Promise ? answered.then(respond) : respond(answered);
}

/** Rules refer to paths in the project, which the payload does not name: its `cwd` follows every `cd`. */
function projectOf({ headers }: IncomingMessage): string | null {
  const header = headers["policyc-project"];
  const folder = typeof header === "string" ? asUtf8(header) : "";
  return isAbsolute(folder) ? folder : null;
}

/** Node decodes headers as Latin-1. */
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

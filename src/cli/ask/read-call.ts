// What `ask` and `eval` are asked about: a command, a file, an address or a prompt as words; an agent's payload or an event in
// policyc's own form as JSON.

import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { eventsOf } from "../../hosts/answer-call.ts";
import { MOST_LIKELY, readCall } from "../../hosts/identify-host.ts";
import { recogniseHost } from "../../hosts/recognise.ts";
import type { Json, PolicyEvent } from "../../language/contract.ts";
import { parseStrictText } from "../../language/strict-json.ts";
import { type CliError, cliError, reasonOf } from "../base/cli-error.ts";
import { exit, type Io } from "../base/io.ts";

/** What a call is about, as a person writes it. */
export interface AskedWords {
  readonly command?: string;
  readonly read?: string;
  readonly write?: string;
  readonly content?: string;
  readonly url?: string;
  readonly prompt?: string;
}

export type AskedCall =
  | { readonly event: PolicyEvent; readonly payload?: never }
  /** `host` is the agent that sent it, and `events` what it says in policyc's own form. */
  | {
      readonly payload: string;
      readonly host: string;
      readonly events: readonly PolicyEvent[];
      readonly event?: never;
    };

type Found = AskedCall | { readonly cliError: CliError };

/** The event of a call as an agent makes it in this folder, in a session of its own. */
export function eventOfWords(words: AskedWords, cwd: string, session: string): PolicyEvent | null {
  const common = { session_id: session, workdir: cwd, cwd, metadata: {} };
  const call = (tool: string, input: { readonly [field: string]: Json }): PolicyEvent => ({
    ...{ point: "before_tool_call", ...common, tool, tool_name: tool, call_id: session },
    input: { ...input, raw: input },
  });
  const { command, read, write, content = "", url, prompt } = words;
  if (command !== undefined) return call("bash", { command });
  if (read !== undefined) return call("read", { path: read });
  if (write !== undefined) return call("write", { path: write, content });
  if (url !== undefined) return call("fetch", { url });
  return prompt === undefined ? null : { point: "user_prompt_submit", ...common, prompt };
}

/** An agent's payload, or an event in policyc's own form. `agent` is the one that is said to have sent it. */
export function callInJson(text: string, where: string, agent: string | null, env: Io["env"]): Found {
  const parsed = parseStrictText(text.replace(/^\uFEFF/, ""));
  if ("error" in parsed) return { cliError: cliError("P807", { where, why: parsed.error }) };
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { cliError: cliError("P807", { where, why: "it is another kind of JSON value" }) };
  if (isOwnForm(value as { readonly [key: string]: Json })) return { event: value as unknown as PolicyEvent };
  const guess = recogniseHost(value, env, MOST_LIKELY);
  const host = agent ?? guess.host;
  const call = readCall({ payload: value }, host, env);
  if (agent === null && "error" in call.read) {
    const why = guess.confident ? call.read.error : "it has no `point`, and no known agent sends it";
    return { cliError: cliError("P833", { where, why }) };
  }
  const events = eventsOf(call).map(({ event }) => event);
  return { payload: text, host, events };
}

/** NeoCode's payloads have a point too, and the version of their format. */
const isOwnForm = ({ point, payload_version }: { readonly [key: string]: Json | undefined }): boolean =>
  payload_version === undefined && typeof point === "string";

type FoundText = { readonly text: string; readonly where: string } | { readonly cliError: CliError };

/** The text of a file, or of stdin for `-`. */
export async function textAt(path: string, io: Io): Promise<FoundText> {
  if (path === "-" && io.stdin.isTty)
    return { cliError: { text: "error: name a file with the event, or pipe it in\n", exit: exit.usage } };
  const where = path === "-" ? "stdin" : `\`${path}\``;
  const unread = (why: string): FoundText => ({ cliError: cliError("P803", { path, why }) });
  let bytes: Uint8Array;
  try {
    const place = resolve(io.cwd, path);
    // A device or a pipe may never end.
    if (path !== "-" && !(await stat(place)).isFile()) return unread("it is not a regular file");
    bytes = path === "-" ? await io.stdin.read() : await readFile(place);
  } catch (error) {
    return unread(reasonOf(error));
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), where };
  } catch {
    return unread("it is not UTF-8 text");
  }
}

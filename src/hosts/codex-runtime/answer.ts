// Decodes what a codex_runtime hook writes to stdout: nothing, or one object with an action and its changes.

import type { Json } from "../../language/contract.ts";
import type { HookEvent, HookResult } from "../../language/hook-result.ts";
import { type Decoded, noOpinion } from "../shared/one-shot.ts";
import { answerText, fieldOf, isObject, type JsonObject, readerOf, readObject } from "../shared/read-answer.ts";
import { phaseOf } from "./payload.ts";

type Issue = HookResult["issues"][number];

interface Patch {
  readonly action: string;
  readonly prompt: string | null;
  readonly model: string | null;
  readonly attachments: readonly Json[];
  readonly metadata: Json | undefined;
  readonly message: string | null;
}

export function decodeAnswer(stdout: string, event: HookEvent): Decoded {
  const text = answerText(stdout);
  if (text === "") return { answer: noOpinion };
  const read = readObject(text);
  if ("error" in read) return { malformed: `stdout parse error: ${read.error}` };
  const faults: string[] = [];
  const patch = readPatch(read.object, faults);
  const [fault] = faults;
  if (fault !== undefined) return { shape: `stdout parse error: ${fault}` };
  // codex_runtime ignores `block` as an unknown word and continues; an author who writes it means it.
  if (patch.action.trim() === "block") return { answer: { ...noOpinion, outcome: "block", message: patch.message } };
  if (patch.action === "mutate") return { answer: mutation(patch, event) };
  const isKnown = patch.action === "noop" || patch.action === "";
  const issues = isKnown ? [] : [validation(`unknown action "${patch.action}"; nothing was changed`)];
  return { answer: { ...noOpinion, issues } };
}

/** The message of a blocking exit; if it is empty or not a string, the raw output is used. */
export function besideBlock(
  stdout: string,
): { readonly text: string | null; readonly notes: readonly string[] } | null {
  const read = readObject(answerText(stdout));
  if ("error" in read) return null;
  const message = fieldOf(read.object, "message");
  return typeof message === "string" ? { text: message, notes: [] } : null;
}

function readPatch(object: JsonObject, faults: string[]): Patch {
  const fields = readerOf(object, faults);
  // For these two, null is not "absent": codex_runtime rejects it.
  for (const name of ["action", "addAttachments"])
    if (Object.hasOwn(object, name) && object[name] === null) faults.push(`\`${name}\` must not be null`);
  const attachments = fields.list("addAttachments") ?? [];
  if (!attachments.every(isAttachment))
    faults.push(`\`addAttachments\` must contain only ${Object.keys(kinds).join(", ")}`);
  return {
    action: (fields.text("action") ?? "").toLowerCase(),
    prompt: fields.text("promptOverride"),
    model: fields.text("modelOverride"),
    attachments,
    metadata: fieldOf(object, "metadataDelta"),
    message: typeof object.message === "string" ? object.message : null,
  };
}

/** Attachments are externally tagged, `{"Skill": {...}}`; a field whose name ends in `?` is optional. */
const kinds: { readonly [kind: string]: readonly string[] } = {
  AtPath: ["path", "placeholder?"],
  ImageUrl: ["url"],
  LocalImage: ["path"],
  Skill: ["name", "path"],
};

function isAttachment(value: Json): boolean {
  if (!isObject(value)) return false;
  const [[kind, inner] = ["", null], ...others] = Object.entries(value);
  const names = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (names === undefined || others.length > 0 || !isObject(inner)) return false;
  return names.every((name) => {
    const field = fieldOf(inner, name.replace("?", ""));
    return typeof field === "string" || (field === undefined && name.endsWith("?"));
  });
}

/** What a hook may change in each phase; other changes are dropped one by one, each with a remark. */
const mayChange: { readonly [phase: string]: readonly string[] } = {
  PreRun: ["prompt_override", "model_override", "add_attachments", "metadata_delta"],
  PreTurn: ["prompt_override", "model_override", "add_attachments", "metadata_delta"],
  PreSessionStart: ["model_override", "metadata_delta"],
  PreToolUse: [],
};

function mutation(patch: Patch, event: HookEvent): HookResult {
  const phase = phaseOf(event.point);
  const issues: Issue[] = [];
  const may = (name: string, isAsked: boolean): boolean => {
    if (!isAsked || mayChange[phase]?.includes(name)) return isAsked;
    issues.push(validation(`${name} is not allowed in ${phase}`));
    return false;
  };
  const changes: { [field: string]: Json } = {};
  if (may("prompt_override", patch.prompt !== null)) changes.prompt = patch.prompt;
  if (may("model_override", patch.model !== null)) changes.model = patch.model;
  const attachments = may("add_attachments", patch.attachments.length > 0) ? patch.attachments : [];
  const isDelta = patch.metadata === undefined || isObject(patch.metadata);
  if (!isDelta) issues.push(validation("metadata_delta must be null or object"));
  const metadata = isDelta && may("metadata_delta", patch.metadata !== undefined) ? (patch.metadata ?? null) : null;
  return { ...noOpinion, changes, attachments, metadata, issues };
}

const validation = (message: string): Issue => ({ class: "Validation", message });

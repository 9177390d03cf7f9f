// Finds the rules that an event concerns, from the index. Never omits a rule whose key could not be determined.

import { type EffectBit, type EffectKind, effectBits } from "../../language/effect-kinds.ts";
import { sharedNames } from "../../language/shared-names.ts";
import { isSentinel } from "../../language/value.ts";
import { callText, commandOf } from "./event/command.ts";
import type { PathView } from "./event/command-element.ts";
import type { Context } from "./event/context.ts";
import { mayHave } from "./event/effect-kinds.ts";
import { view } from "./event/views.ts";
import { bucketsOfFolders, bucketsOfKinds, bucketsOfNames, type OfPaths, type TakePaths } from "./path-buckets.ts";
import type { Bucket, Index, IndexKey, IndexProbe, PointPlan } from "./program.ts";

/** The ids of rules that could be anything but false, ascending. */
export function candidates({ index }: PointPlan, c: Context): readonly number[] {
  const { always, keys } = index;
  if (keys.length === 0) return always;
  // The most frequent case: every rule names its tool, so the bucket is the answer, with nothing to sort or copy.
  if (keys.length === 1 && keys[0]?.key === "tool" && always.length === 0) {
    const bucket = keys[0].buckets.get(c.tool) ?? none;
    if (isList(bucket)) return bucket;
  }
  return collected(index, c);
}

/** The same for rules that mark or count, in their own order. */
export function stateCandidates({ state, stateIndex }: PointPlan, c: Context): readonly number[] {
  if (stateIndex === undefined) return state;
  return collected(stateIndex, c).map((place) => state[place] as number);
}

function collected(index: Index, c: Context): readonly number[] {
  const found: number[] = [];
  collect(index, c, found);
  if (found.length < 2) return found;
  sort(found);
  let kept = 1;
  for (let at = 1; at < found.length; at++) {
    const id = found[at] as number;
    if (id !== found[kept - 1]) found[kept++] = id;
  }
  if (kept < found.length) found.length = kept;
  return found;
}

/** Buckets are ascending, so a few of them are nearly in order, and a sort with a function costs more than some rules. */
function sort(ids: number[]): void {
  if (ids.length > 64) {
    ids.sort((a, b) => a - b);
    return;
  }
  for (let i = 1; i < ids.length; i++) {
    const id = ids[i] as number;
    let at = i - 1;
    for (; at >= 0 && (ids[at] as number) > id; at--) ids[at + 1] = ids[at] as number;
    ids[at + 1] = id;
  }
}

const none: readonly number[] = [];
const isList = (bucket: Bucket): bucket is readonly number[] => Array.isArray(bucket);

function collect(index: Index, c: Context, found: number[]): void {
  const { always, keys } = index;
  for (let at = 0; at < always.length; at++) found.push(always[at] as number);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as IndexKey;
    key.probe ??= probeOf(key);
    key.probe(c, found);
  }
}

function take(bucket: Bucket, c: Context, found: number[]): void {
  if (isList(bucket)) for (let at = 0; at < bucket.length; at++) found.push(bucket[at] as number);
  else collect(bucket, c, found);
}

/** How to look up a key, determined once by its name and not for every event. */
function probeOf(key: IndexKey): IndexProbe {
  const probeSet = setKeys[key.key];
  if (probeSet !== undefined) return probeSet(key);
  const colon = key.key.indexOf(":");
  const paths = colon === -1 ? undefined : ofPaths[key.key.slice(0, colon)];
  return paths === undefined ? probeScalar(key) : probeBuckets(key, paths(key, key.key.slice(colon + 1) as PathView));
}

function probeScalar(key: IndexKey): IndexProbe {
  const { buckets } = key;
  if (key.key === "tool") return (c, found) => take(buckets.get(c.tool) ?? none, c, found);
  return (c, found) => {
    const value = scalar(c, key.key);
    if (isSentinel(value)) return take(key.unknown, c, found);
    const bucket = buckets.get(value as string);
    if (bucket !== undefined) take(bucket, c, found);
  };
}

/** Keys with several members at once; each is looked up in its own way. */
const setKeys: { readonly [key: string]: (key: IndexKey) => IndexProbe } = {
  program: probePrograms,
  "program*": probeBeginnings,
  env: probeVariables,
  text: probeTexts,
  does: probeEffectKinds,
  hosts: probeHosts,
};

/** The command is read only where some rule is about commands; a call of another tool runs none. */
function probePrograms(key: IndexKey): IndexProbe {
  const { buckets } = key;
  return (c, found) => {
    const command = commandOf(c);
    if (command === null) return;
    const programs = command.programs();
    if (programs === null) return take(key.unknown, c, found);
    for (let at = 0; at < programs.length; at++) {
      const bucket = buckets.get(programs[at] as string);
      if (bucket !== undefined) take(bucket, c, found);
    }
  };
}

/** `runs "mkfs*"`: few rules have such a pattern, and few programs begin so. */
function probeBeginnings(key: IndexKey): IndexProbe {
  const buckets = partsOf(key);
  return (c, found) => {
    const command = commandOf(c);
    if (command === null) return;
    const programs = command.programs();
    if (programs === null) return take(key.unknown, c, found);
    for (const { text, bucket } of buckets) if (someName(programs, text)) take(bucket, c, found);
  };
}

function someName(programs: readonly string[], beginning: string): boolean {
  for (const name of programs) if (name.startsWith(beginning)) return true;
  return false;
}

/** A variable that is set for some command of the line. */
function probeVariables(key: IndexKey): IndexProbe {
  const { buckets } = key;
  return (c, found) => {
    const command = commandOf(c);
    if (command === null) return;
    if (command.reading.unreadable.length > 0) return take(key.unknown, c, found);
    const names = command.variables();
    if (names.size === 0) return;
    for (const name of sharedNames(names, buckets)) take(buckets.get(name) ?? none, c, found);
  };
}

/** What the text of some command of the line must have in it. */
function probeTexts(key: IndexKey): IndexProbe {
  const buckets = partsOf(key);
  // Nearly every text contains none of them, and one regular expression shows that.
  const some = new RegExp(buckets.map(({ text }) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"));
  return (c, found) => {
    const command = commandOf(c);
    if (command === null) return;
    if (command.reading.unreadable.length > 0) return take(key.unknown, c, found);
    for (const call of command.calls) {
      const whole = callText(call);
      if (some.test(whole)) for (const { text, bucket } of buckets) if (whole.includes(text)) take(bucket, c, found);
    }
  };
}

/** The kinds of effects of the call: a rule about writes does not concern a call that writes nothing. */
function probeEffectKinds(key: IndexKey): IndexProbe {
  const buckets = partsOf(key).map(({ text, bucket }) => ({ effect: effectNamed(text), bucket }));
  return (c, found) => {
    const command = commandOf(c);
    for (let at = 0; at < buckets.length; at++) {
      const { effect, bucket } = buckets[at] as (typeof buckets)[number];
      // A rule about a kind of effect that this version does not know is always tested.
      if (effect === null || (command === null ? mayHave(c, effect.name) : command.does(effect.bit)))
        take(bucket, c, found);
    }
  };
}

function effectNamed(text: string): { readonly name: EffectKind; readonly bit: EffectBit } | null {
  if (!Object.hasOwn(effectBits, text)) return null;
  const name = text as EffectKind;
  return { name, bit: effectBits[name] };
}

interface PartBucket {
  readonly text: string;
  readonly bucket: Bucket;
}

const partsOf = (key: IndexKey): readonly PartBucket[] =>
  [...key.buckets].map(([value, bucket]) => ({ text: String(value), bucket }));

function probeHosts(key: IndexKey): IndexProbe {
  const { buckets } = key;
  return (c, found) => {
    const hosts = view(c, "hosts");
    if (!hosts.complete) return take(key.unknown, c, found);
    for (const host of [...hosts.items, ...(hosts.maybe ?? [])]) {
      const bucket = buckets.get(host);
      if (bucket !== undefined) take(bucket, c, found);
    }
  };
}

/** `under:writes`, `names:writes`, `is:writes`: what is known of the paths of a view. */
const ofPaths: { readonly [kind: string]: OfPaths } = {
  under: bucketsOfFolders,
  names: bucketsOfNames,
  is: bucketsOfKinds,
};

function probeBuckets(key: IndexKey, takePaths: TakePaths): IndexProbe {
  return (c, found) => {
    if (!takePaths(c, found, take)) take(key.unknown, c, found);
  };
}

/** A scalar of the context by its name in conditions. */
export function scalar(c: Context, name: string): unknown {
  switch (name) {
    case "tool":
      return c.tool;
    case "tool_name":
      return c.tool_name;
    case "mcp.server":
      return c.mcp_server;
    case "mcp.tool":
      return c.mcp_tool;
    case "call.external":
      return c.call_external;
    default:
      return name.startsWith("input.")
        ? inputField(c, name.slice("input.".length))
        : (c as unknown as { readonly [field: string]: unknown })[name];
  }
}

function inputField(c: Context, name: string): unknown {
  return Object.hasOwn(c.input, name) ? c.input[name] : undefined;
}

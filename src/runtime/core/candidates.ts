// Which rules an event concerns. Answers from the index; never leaves out a rule whose key could not be told.

import type { Context } from "./context.ts";
import { ancestors } from "./paths.ts";
import type { Bucket, Index, IndexKey, PointPlan } from "./program.ts";
import { isSentinel } from "./value.ts";
import { type ViewName, view } from "./views.ts";

/** The ids of rules that could be anything but false, ascending. */
export function candidates({ index }: PointPlan, c: Context): readonly number[] {
  const { always, keys } = index;
  if (keys.length === 0) return always;
  // Most points: every rule fixes its tool. What its bucket holds is the answer, with nothing to sort or copy.
  if (keys.length === 1 && keys[0]?.key === "tool" && always.length === 0) {
    const bucket = keys[0].buckets.get(c.tool) ?? none;
    if (isList(bucket)) return bucket;
  }
  return collected(index, c);
}

function collected(index: Index, c: Context): readonly number[] {
  const found: number[] = [];
  collect(index, c, found);
  if (found.length < 2) return found;
  found.sort((a, b) => a - b);
  return found.filter((id, i) => id !== found[i - 1]);
}

const none: readonly number[] = [];
const isList = (bucket: Bucket): bucket is readonly number[] => Array.isArray(bucket);
const isScalar = (key: string): boolean => key !== "hosts" && !key.startsWith("under:");

function collect(index: Index, c: Context, found: number[]): void {
  for (const id of index.always) found.push(id);
  for (const key of index.keys) probe(key, c, found);
}

function probe(key: IndexKey, c: Context, found: number[]): void {
  if (!isScalar(key.key)) return key.key === "hosts" ? probeHosts(key, c, found) : probeFolders(key, c, found);
  const value = scalar(c, key.key);
  if (isSentinel(value)) return take(key.unknown, c, found);
  const bucket = key.buckets.get(value as string);
  if (bucket !== undefined) take(bucket, c, found);
}

function take(bucket: Bucket, c: Context, found: number[]): void {
  if (isList(bucket)) for (const id of bucket) found.push(id);
  else collect(bucket, c, found);
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
    default:
      return name.startsWith("input.")
        ? inputField(c, name.slice("input.".length))
        : (c as unknown as { readonly [field: string]: unknown })[name];
  }
}

function inputField(c: Context, name: string): unknown {
  return Object.hasOwn(c.input, name) ? c.input[name] : undefined;
}

function probeHosts(key: IndexKey, c: Context, found: number[]): void {
  const hosts = view(c, "hosts");
  if (!hosts.complete) return take(key.unknown, c, found);
  for (const host of hosts.items) {
    const bucket = key.buckets.get(host);
    if (bucket !== undefined) take(bucket, c, found);
  }
}

/** `under:writes`: every folder that a form of a written path lies in, absolute, and relative to workdir and home. */
function probeFolders(key: IndexKey, c: Context, found: number[]): void {
  const paths = view(c, key.key.slice("under:".length) as ViewName);
  const roots = [...c.roots(), c.home];
  if (!paths.complete || roots.includes(undefined)) return take(key.unknown, c, found);
  const folders = new Set<string>();
  for (const path of paths.items) {
    if (typeof path === "string" || !path.forms.complete) return take(key.unknown, c, found);
    for (const form of path.forms.folded) for (const folder of ancestors(form)) folders.add(folder);
  }
  for (const folder of folders) {
    const bucket = key.buckets.get(folder);
    if (bucket !== undefined) take(bucket, c, found);
  }
  for (const [prefix, root] of [
    ["", c.roots()],
    ["~/", c.home === undefined ? [] : [c.home]],
  ] as const) {
    for (const place of root) probeRelative(key, c, found, folders, place.normalize("NFC").toLowerCase(), prefix);
  }
}

function probeRelative(
  key: IndexKey,
  c: Context,
  found: number[],
  folders: ReadonlySet<string>,
  root: string,
  prefix: string,
): void {
  for (const folder of folders) {
    if (folder !== root && !folder.startsWith(root === "/" ? "/" : `${root}/`)) continue;
    const rest = folder === root ? "." : folder.slice(root === "/" ? 1 : root.length + 1);
    const bucket = key.buckets.get(prefix === "" ? rest : rest === "." ? "~" : prefix + rest);
    if (bucket !== undefined) take(bucket, c, found);
  }
}

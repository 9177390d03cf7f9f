// The views of a tool call: what it reads, writes, deletes, uploads and contacts, as far as its fields show.
// A list is complete only where the call was fully understood.

import { globKey } from "../../../language/listing.ts";
import { patchedPaths } from "../../../language/patch.ts";
import type { ListView } from "../../../language/value.ts";
import { filteredFiles } from "../paths/file-filters.ts";
import { withOtherNames } from "../paths/other-names.ts";
import { globOf, type PathValue, pathOf } from "../paths/paths.ts";
import { searchedBelow } from "../paths/searched-files.ts";
import { argumentHosts, argumentPaths } from "./argument-views.ts";
import type { FileView } from "./arguments/argument-words.ts";
import { parseHost } from "./arguments/plain-texts.ts";
import { commandHosts, commandKinds, commandPaths } from "./command.ts";
import type { Context } from "./context.ts";

export type ViewName = FileView | "hosts" | "kinds";

const nothing: ListView<never> = { items: [], complete: true };
const cannotTell: ListView<never> = { items: [], complete: false };

/** Who asks: a rule that approves does not rely on what a tool without a table seems not to do. */
type Asking = "approving" | undefined;

export function view(c: Context, name: "hosts" | "kinds", asking?: Asking): ListView<string>;
export function view(c: Context, name: FileView, asking?: Asking): ListView<PathValue>;
export function view(c: Context, name: ViewName, asking?: Asking): ListView<PathValue> | ListView<string>;
export function view(c: Context, name: ViewName, asking?: Asking): ListView<PathValue> | ListView<string> {
  c.isAskedOf = true;
  const list = knownView(c, name) ?? derive(c, name);
  if (asking === "approving" && list.complete && !isUnderstood(c, name)) {
    c.lacks(`all ${name} of this call`);
    const { items, maybe = [] } = list as ListView<PathValue>;
    return { items, maybe, complete: false };
  }
  if (!list.complete) c.lacks(list.why ?? `all ${name} of this call`);
  return list;
}

/** The tool has a table, or its declaration says what its fields do; of an MCP call at least the server is known. */
const isUnderstood = (c: Context, name: ViewName): boolean =>
  c.hasTable || c.fieldEffects !== null || (c.tool === "mcp" && name === "hosts");

/** A switch, because each view then has its fixed place. */
function knownView({ views }: Context, name: ViewName): ListView<PathValue> | ListView<string> | undefined {
  switch (name) {
    case "reads":
      return views.reads;
    case "writes":
      return views.writes;
    case "deletes":
      return views.deletes;
    case "uploads":
      return views.uploads;
    case "hosts":
      return views.hosts;
    case "kinds":
      return views.kinds;
  }
}

function derive(c: Context, name: ViewName): ListView<PathValue> | ListView<string> {
  const list = c.tool === "bash" ? ofCommand(c, name) : ofTool(c, name);
  (c.views as { [V in ViewName]: typeof list | undefined })[name] = list;
  return list;
}

const ofCommand = (c: Context, name: ViewName): ListView<PathValue> | ListView<string> =>
  name === "hosts" ? commandHosts(c) : name === "kinds" ? commandKinds(c) : commandPaths(c, name);

function ofTool(c: Context, name: ViewName): ListView<PathValue> | ListView<string> {
  const derived = tools.get(c.tool);
  if (derived === undefined) return ofArguments(c, name);
  return derived[name]?.(c) ?? nothing;
}

function ofArguments(c: Context, name: ViewName): ListView<PathValue> | ListView<string> {
  if (name === "kinds") return c.kinds === null ? nothing : { items: c.kinds, complete: true };
  return name === "hosts" ? argumentHosts(c) : argumentPaths(c, name);
}

type Derive = (c: Context) => ListView<PathValue> | ListView<string>;

/** Views by tool, apart from commands; a view that is not named is empty and complete. Of a tool that is not here, its arguments say something. */
const tools: ReadonlyMap<string, { readonly [V in ViewName]?: Derive }> = new Map(
  Object.entries<{ readonly [V in ViewName]?: Derive }>({
    read: { reads: readFiles },
    write: { writes: (c) => changed(c, "writes"), deletes: (c) => changed(c, "deletes") },
    edit: { writes: (c) => changed(c, "writes"), deletes: (c) => changed(c, "deletes") },
    search: { reads: searched },
    fetch: { reads: (c) => fileOfAddress(c, c.input.url), hosts: (c) => hostOfAddress(c.input.url) },
    web_search: { hosts: () => ({ items: ["web-search"], complete: true }) },
    subagent: {},
  }),
);

/** Files of a call that writes: the one it names, or those of its patch, which may also delete. */
function changed(c: Context, view: "writes" | "deletes"): ListView<PathValue> {
  const { path, patch } = c.input;
  if (patch === undefined) {
    if (typeof path !== "string") return cannotTell;
    return view === "writes" ? written(c, paths(c, path)) : nothing;
  }
  if (typeof patch !== "string") return cannotTell;
  const found = patchedPaths(patch);
  const items = found[view].map((text) => pathOf(c, text)).filter((one) => typeof one === "object");
  const list = { items, complete: found.complete && items.length === found[view].length };
  return view === "writes" ? written(c, list) : list;
}

/** A file that is written, by all its names. */
const written = (c: Context, list: ListView<PathValue>): ListView<PathValue> => ({
  ...list,
  items: list.items.map((path) => withOtherNames(c, path)),
});

/** The file, and those beside it. */
function readFiles(c: Context): ListView<PathValue> {
  const file = pathField(c, "path");
  if (c.input.files === undefined) return file;
  const { items, complete } = globsOf(c, undefined);
  return { items: [...file.items, ...items], complete: file.complete && complete };
}

/** The folder it searches with everything below, or the files there that its filters admit. */
function searched(c: Context): ListView<PathValue> {
  const { path, files } = c.input;
  const place = path === undefined ? paths(c, c.cwd) : withExpansion(c, pathField(c, "path"));
  if (files === undefined || (path !== undefined && typeof path !== "string"))
    return { ...place, ...searchedBelow(c, place.items, []) };
  const { items, isOpen, complete } = globsOf(c, path);
  // A file that is named as the place is always searched.
  const named = isOpen || path === undefined ? [] : place.items;
  const below = searchedBelow(c, isOpen ? place.items : [], items);
  return { ...below, items: [...named, ...below.items], complete: place.complete && complete };
}

/** Some tools expand a pattern that they are given as the place. */
function withExpansion(c: Context, place: ListView<PathValue>): ListView<PathValue> {
  const patterns = place.items.filter(({ text }) => /[*?[]/.test(text)).flatMap(({ forms }) => forms.exact);
  if (patterns.length === 0) return place;
  const found = patterns.flatMap((pattern) => c.listing(globKey({ pattern }))?.entries ?? []);
  const items = found.map((entry) => pathOf(c, entry)).filter((one) => typeof one === "object");
  return { ...place, items: [...place.items, ...items] };
}

/** The files of a call as paths; those that cannot be read may be any. */
function globsOf(c: Context, place: string | undefined): ListView<PathValue> & { readonly isOpen: boolean } {
  const { files } = c.input;
  if (!Array.isArray(files)) return { ...cannotTell, isOpen: false };
  const { globs, isOpen, complete } = filteredFiles(files.map(String), place);
  return { items: globs.map((text) => globOf(c, text)), isOpen, complete };
}

function pathField(c: Context, field: string): ListView<PathValue> {
  const text = c.input[field];
  return typeof text === "string" ? paths(c, text) : cannotTell;
}

function paths(c: Context, text: string): ListView<PathValue> {
  const path = pathOf(c, text);
  return typeof path === "object" ? { items: [path], complete: true } : cannotTell;
}

const fileScheme = /^\s*file:/i;

/** `file:///etc/passwd` is a read, whatever tool does it. */
function fileOfAddress(c: Context, address: unknown): ListView<PathValue> {
  if (typeof address !== "string" || !fileScheme.test(address)) return nothing;
  try {
    return paths(c, decodeURIComponent(new URL(address.trim()).pathname));
  } catch {
    return cannotTell;
  }
}

/** The host of an address, lower case, without port, brackets and final dot. */
function hostOfAddress(address: unknown): ListView<string> {
  if (typeof address !== "string" || typeof URL === "undefined") return cannotTell;
  const text = address.trim();
  if (fileScheme.test(text)) return nothing;
  const host = parseHost(text) ?? (text.includes("://") ? null : parseHost(`https://${text}`));
  return host === null ? cannotTell : { items: [host], complete: true };
}

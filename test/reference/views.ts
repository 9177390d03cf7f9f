// What a tool call reads, writes and contacts, from its fields: known elements, and whether they are all.

import { patchedPaths } from "../../src/language/patch.ts";
import { guessArguments } from "../../src/runtime/engine/event/arguments/guess-arguments.ts";
import { folderRoots, systemFolders } from "../../src/runtime/engine/paths/system-folders.ts";
import type { RefContext } from "./context.ts";
import { foldText, pathOf } from "./paths.ts";
import { commandView } from "./shell.ts";
import type { RefList, RefPath } from "./values.ts";

export type ViewName = "reads" | "writes" | "deletes" | "uploads" | "hosts" | "kinds";

const none: RefList = { items: [], complete: true };
const cannotTell: RefList = { items: [], complete: false };

/** The peer of an address: null when the text is no address with a host. */
function hostOf(url: string): string | null {
  try {
    const host = new URL(url).hostname;
    return host === "" ? null : host;
  } catch {
    return null;
  }
}

/** The files of a patch, whose text the patch reader has to understand. */
function patched(c: RefContext, view: "writes" | "deletes"): RefList {
  const { patch } = c.event.input as { readonly [key: string]: unknown };
  if (typeof patch !== "string" || c.unknown.has("input.patch")) return cannotTell;
  const found = patchedPaths(patch);
  return { items: found[view].map((path) => pathOf(path, c.places)), complete: found.complete };
}

const filtersOf = (c: RefContext): readonly string[] =>
  ((c.event.input as { readonly files?: readonly string[] }).files ?? []).filter((filter) => !filter.startsWith("!"));
const hasFiles = (c: RefContext): boolean =>
  c.unknown.has("input.files") || (c.event.input as { readonly files?: unknown }).files !== undefined;
/** Filters that only leave out, or that everything passes. */
const letsAllThrough = (c: RefContext): boolean =>
  !c.unknown.has("input.files") && (filtersOf(c).length === 0 || filtersOf(c).includes("*"));
const joined = (a: RefList, b: RefList): RefList => ({
  items: [...a.items, ...b.items],
  complete: a.complete && b.complete,
});

/** The files of a call, below a place and where it runs: `./a.txt`. */
function filesOf(c: RefContext, place: string | null): RefList {
  if (c.unknown.has("input.files")) return cannotTell;
  const names = filtersOf(c).flatMap((filter) => (filter.startsWith("./") ? [filter.slice(2)] : []));
  const starts = place === null ? [""] : [`${place}/`, `${place.replaceAll("\\", "/")}/`, ""];
  return { items: starts.flatMap((start) => names.map((name) => asWritten(c, start + name))), complete: true };
}

/** A glob has no form with the other separator. */
function asWritten(c: RefContext, text: string): RefPath {
  const { forms, complete } = pathOf(text, c.places);
  return { text, forms: [...forms.slice(0, 1), ...forms.slice(2)], complete };
}

export function viewOf(c: RefContext, view: ViewName): RefList {
  const input = c.event.input as { readonly [key: string]: unknown };
  const tool = c.event.tool;
  const file = (): RefList => {
    const path = input.path;
    if (typeof path !== "string" || c.unknown.has("input.path")) return cannotTell;
    return { items: [pathOf(path, c.places)], complete: true };
  };
  switch (tool) {
    case "bash":
      return commandView(c, view);
    case "read":
      if (view !== "reads") return none;
      return hasFiles(c) ? joined(file(), filesOf(c, null)) : file();
    case "write":
    case "edit":
      if (view !== "writes" && view !== "deletes") return none;
      if (input.patch !== undefined || c.unknown.has("input.patch")) return patched(c, view);
      if (view === "writes") return file();
      // A call without one path is a patch over several files, which may also delete.
      return view === "deletes" && file().items.length === 0 ? cannotTell : none;
    case "search":
      // Without a path it looks where the call runs.
      if (view !== "reads") return none;
      if (c.unknown.has("input.path")) return cannotTell;
      if (typeof input.path === "string")
        return hasFiles(c) ? joined(file(), filesOf(c, input.path)) : withPlacesBelow(c, file());
      if (hasFiles(c) && !letsAllThrough(c)) return filesOf(c, null);
      return joined(withPlacesBelow(c, { items: [pathOf(c.places.cwd, c.places)], complete: true }), filesOf(c, null));
    case "fetch": {
      const url = String(input.url);
      if (/^file:/i.test(url)) {
        return view === "reads" ? { items: [pathOf(new URL(url).pathname, c.places)], complete: true } : none;
      }
      if (view !== "hosts") return none;
      const host = hostOf(url) ?? hostOf(`https://${url}`);
      return host === null ? cannotTell : { items: [host], complete: true };
    }
    case "web_search":
      return view === "hosts" ? { items: ["web-search"], complete: true } : none;
    case "subagent":
      return none;
    default:
      return guessed(c, view);
  }
}

/** A folder stands for the places below it that are there, whatever else the disk has: the disk of these tests is empty. */
function withPlacesBelow(c: RefContext, { items, complete }: RefList): RefList {
  const { home, workdir, real } = c.places;
  const places = [
    ...c.own,
    ...(home === null ? [] : [home]),
    workdir,
    real(workdir) ?? workdir,
    ...folderRoots,
    ...systemFolders,
  ];
  const isBelow = (place: string, form: string): boolean =>
    foldText(place) !== foldText(form) && foldText(place).startsWith(`${foldText(form).replace(/\/$/, "")}/`);
  const below = places.filter((place) =>
    items.some((item) => (item as RefPath).forms.some((form) => isBelow(place, form))),
  );
  return { items: [...items, ...below.map((text) => ({ text, forms: [text], complete: true }))], complete };
}

/** What arguments name plainly may be touched; a rule that approves does not rely on there being nothing else. */
function guessed(c: RefContext, view: ViewName): RefList {
  const { raw, ...fields } = c.event.input as { readonly [key: string]: unknown };
  const isMcp = c.event.tool === "mcp";
  if (isMcp && view === "hosts" && c.unknown.has("input.server")) return cannotTell;
  const args = isMcp ? fields.args : Object.keys(fields).length === 0 ? raw : fields;
  const found = guessArguments(args, String(isMcp ? fields.tool : c.event.tool_name));
  const isHidden = !isMcp && [...c.unknown].some((name) => name.startsWith("input."));
  if (view === "kinds") return { items: [], complete: !c.approves };
  const isExternal = !isMcp || view !== "hosts";
  const complete = found.complete && !isHidden && !(c.approves && isExternal);
  if (view === "hosts") return { items: isMcp ? [`mcp:${String(fields.server)}`] : [], maybe: found.hosts, complete };
  const maybe = found.paths.filter(({ views }) => views.includes(view)).map(({ text }) => pathOf(text, c.places));
  return { items: [], maybe, complete };
}

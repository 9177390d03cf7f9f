// Files as a way for data: what one call writes and a later one reads, runs or is.

import { TRUE, UNKNOWN } from "../truth.ts";
import { placed } from "./effect-draft.ts";
import type { CallFacts, Edge } from "./flows.ts";
import type { Word } from "./model.ts";

/** Edges from every writer to the later calls that use the file. */
export function fileEdges(facts: readonly CallFacts[]): readonly Edge[] {
  const edges: Edge[] = [];
  const writers = new Map<string, CallFacts[]>();
  for (const fact of facts) {
    for (const { word, into } of usesOf(fact)) {
      if (writers.size === 0) break;
      const path = plainPath(word.text);
      const places = placesAbove(path);
      for (const place of places.length > DEEPEST ? writers.keys() : places) {
        for (const { call, options } of writers.get(place) ?? []) {
          if (call.id === fact.call.id) continue;
          const isWhole = place === path || (places.length <= DEEPEST && options?.path[0] === "clone");
          edges.push({ from: call.id, to: fact.call.id, by: "file", into, certain: isWhole ? TRUE : UNKNOWN });
        }
      }
    }
    for (const word of fact.effects.writes.items) {
      if (word.kind !== "literal") continue;
      const path = plainPath(word.text);
      const known = writers.get(path);
      if (known === undefined) writers.set(path, [fact]);
      else known.push(fact);
    }
  }
  return edges;
}

/** The files a call reads, runs, or is. */
function usesOf({ call, effects, code }: CallFacts): readonly { readonly word: Word; readonly into: Edge["into"] }[] {
  const uses: { readonly word: Word; readonly into: Edge["into"] }[] = [];
  const isPath = call.program.kind === "literal" && call.program.text.includes("/");
  if (isPath) uses.push({ word: placed(call.program, call.cwd), into: "code" });
  for (const word of code.scripts) uses.push({ word: placed(word, call.cwd), into: "code" });
  if (call.stdin.from === "file") uses.push({ word: placed(call.stdin.file, call.cwd), into: "stdin" });
  for (const word of effects.reads.items) uses.push({ word, into: "file" });
  return uses.filter(({ word }) => word.kind === "literal");
}

/** `./a//b/../c` is `a/c`. */
function plainPath(text: string): string {
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  const path = parts.join("/");
  return text.startsWith("/") ? `/${path}` : path === "" ? "." : path;
}

/** A path deeper than this was written to cost time: it may lie below anything. */
const DEEPEST = 64;

/** The path itself and the folders it lies in. */
function placesAbove(path: string): readonly string[] {
  const places = [path];
  for (let at = path.lastIndexOf("/"); at > 0 && places.length <= DEEPEST; at = path.lastIndexOf("/", at - 1))
    places.push(path.slice(0, at));
  if (!path.startsWith("/") && path !== ".") places.push(".");
  return places;
}

// The views of a call whose tool has no table: what its declaration says that its fields do, else what its arguments plainly name.

import { show } from "../../../language/message.ts";
import type { FieldEffect } from "../../../language/schema.ts";
import type { ListView } from "../../../language/value.ts";
import { expansionOf } from "../paths/expansion.ts";
import { treeOf } from "../paths/extent.ts";
import { globOf, type PathValue, pathOf } from "../paths/paths.ts";
import type { FileView } from "./arguments/argument-words.ts";
import { type Guesses, guessArguments } from "./arguments/guess-arguments.ts";
import { hostOfText } from "./arguments/plain-texts.ts";
import type { Context } from "./context.ts";

const cannotTell: ListView<never> = { items: [], complete: false };

/** By the input that was looked at; rule after rule asks. */
const known = new WeakMap<object, Guesses>();

/** What the arguments plainly name. */
export function guessesOf(c: Context): Guesses {
  const { input } = c;
  const before = known.get(input);
  if (before !== undefined) return before;
  const guesses = guessArguments(argumentsOf(c), c.tool === "mcp" ? c.mcp_tool : c.tool_name);
  known.set(input, guesses);
  return guesses;
}

/** As the agent sent them, or, where it is not known how, the fields of the input. */
function argumentsOf({ tool, input }: Context): unknown {
  if (tool === "mcp") return input.args;
  const { raw, ...fields } = input;
  return Object.keys(fields).length === 0 ? raw : fields;
}

/** Files that are perhaps touched; a test that fits one of them is unknown. */
export function argumentPaths(c: Context, view: FileView): ListView<PathValue> {
  if (c.fieldEffects !== null) return declaredPaths(c, c.fieldEffects, view);
  const { paths, complete } = guessesOf(c);
  const maybe = paths.filter(({ views }) => views.includes(view)).flatMap(({ text }) => pathsOf(c, text, view));
  return new ArgumentList(c, [], maybe, complete);
}

export function argumentHosts(c: Context): ListView<string> {
  const { mcp_server: server } = c;
  if (c.tool === "mcp" && typeof server !== "string") return cannotTell;
  const own = c.tool === "mcp" ? [`mcp:${String(server)}`] : [];
  if (c.fieldEffects === null) return new ArgumentList(c, own, guessesOf(c).hosts, guessesOf(c).complete);
  const { texts, complete } = declaredTexts(c, c.fieldEffects, "contacts");
  const hosts = texts.map((text) => hostOfText(text, "url"));
  const found = hosts.filter((host) => host !== null);
  return { items: [...own, ...found], complete: complete && found.length === hosts.length };
}

/** A pattern is perhaps expanded by the tool, as a shell does. */
function pathsOf(c: Context, text: string, view: FileView): readonly PathValue[] {
  if (/[*?[]/.test(text)) return [expansionOf(c, globOf(c, text), { options: {}, isFaint: view === "reads" })];
  const path = pathOf(c, text);
  return typeof path === "object" ? [path] : [];
}

function declaredPaths(c: Context, effects: readonly FieldEffect[], view: FileView): ListView<PathValue> {
  const { texts, complete } = declaredTexts(c, effects, view);
  const trees = new Set(
    declaredTexts(
      c,
      effects.filter(({ tree }) => tree === true),
      view,
    ).texts,
  );
  const filter = { filter: {}, isFaint: view === "reads", isSent: view === "uploads" };
  const items = texts.flatMap((text) => {
    const path = pathOf(c, text);
    return typeof path !== "object" ? [] : [trees.has(text) ? treeOf(c, path, filter) : path];
  });
  const hasExtents = trees.size > 0;
  return { items, complete: complete && items.length === texts.length, hasExtents };
}

/** The texts of the fields that are declared to do this. */
export function declaredTexts(
  c: Context,
  effects: readonly FieldEffect[],
  does: FieldEffect["does"],
): { readonly texts: readonly string[]; readonly complete: boolean } {
  const fields = (c.tool === "mcp" ? c.input.args : c.input) as { readonly [field: string]: unknown } | null;
  const texts: string[] = [];
  let complete = true;
  for (const { field, does: own } of effects) {
    if (own !== does) continue;
    const value = typeof fields === "object" && fields !== null ? (fields[field] ?? undefined) : undefined;
    const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
    for (const one of values) {
      if (typeof one === "string") texts.push(one);
      else complete = false;
    }
  }
  return { texts, complete };
}

class ArgumentList<V extends string | PathValue> implements ListView<V> {
  readonly items: readonly V[];
  readonly maybe: readonly V[];
  readonly complete: boolean;
  readonly hasExtents: boolean;
  private readonly c: Context;

  constructor(c: Context, items: readonly V[], maybe: readonly V[], complete: boolean) {
    this.c = c;
    this.items = items;
    this.maybe = maybe;
    this.complete = complete;
    this.hasExtents = maybe.some((one) => typeof one === "object" && one.extent !== undefined);
  }

  onHit(item: V): void {
    if (!this.items.includes(item)) this.c.lacks(`what ${show(this.c.tool_name)} does with ${show(item)}`);
  }
}

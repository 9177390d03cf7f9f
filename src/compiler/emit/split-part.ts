// A part of the runtime for processes that live for one event: what nearly every event needs is code that is ready to run,
// what every refusal needs stands beside it as a function that is called when something in it is, and the rest lies in another
// file, in chunks that are compiled then.

import { isAscii } from "node:buffer";
import { Script } from "node:vm";
import type { transform } from "esbuild";
import { sha256Hex } from "../../runtime/late-crypto.ts";
import { calledAtStart } from "./called-at-start.ts";
import { type PartUnits, partUnits, type Unit } from "./part-units.ts";
import { ASIDE, planChunks } from "./plan-chunks.ts";
import { readProfile } from "./read-profile.ts";

export interface SplitPart {
  /** Sets the variable of the part, given `policyc_open` and `policyc_at`. */
  readonly code: string;
  /** The chunks and long texts that the code refers to by their places and hashes. */
  readonly rest: string;
}

/** Texts that are longer are data, which the engine need not read as code. */
const LONG_TEXT = 2000;

export interface Splitting {
  readonly name: string;
  /** The part as one module, as esbuild bundles it. */
  readonly text: string;
  /** Which functions are called early: see read-profile.ts. */
  readonly profile: string;
  readonly transform: typeof transform;
}

export async function splitPart({ name, text, profile, transform }: Splitting): Promise<SplitPart> {
  const part = partUnits(text);
  const { chunkOf, last } = readProfile(profile);
  const minified = minifierWith(
    transform,
    part.units.flatMap(({ declares }) => declares),
  );
  const chunks = planChunks(part, { chunkOf, last, calledAtStart: calledAtStart(part.units) });
  const places: string[] = [];
  let rest = "";
  const put = (piece: string): string => {
    const place = `${rest.length},${rest.length + piece.length},"${sha256Hex(piece)}"`;
    rest += piece;
    return place;
  };
  const writer = chunkWriter(part, chunks, { last, put });
  for (let chunk = ASIDE + 1; chunk <= last; chunk++) {
    const { code, needs } = writer(chunk);
    places.push(`[[${needs}],${put(await minified(code))}]`);
  }
  const first = await minified(writer(0).code);
  // Functions in parentheses are compiled at once.
  const aside = (await minified(writer(ASIDE).code)).replace(/^\((.*)\)$/s, "$1");
  const given = [`policyc_at.${name}`, first, aside, `[${places.join(",")}]`];
  return { code: `var policyc_${name}=policyc_open(${given.join(",")});\n`, rest };
}

interface ChunkOptions {
  readonly last: number;
  readonly put: (piece: string) => string;
}

interface WrittenChunk {
  readonly code: string;
  /** The chunks that it takes something from. */
  readonly needs: readonly number[];
}

function chunkWriter(
  { units, exports }: PartUnits,
  chunks: ReadonlyMap<Unit, number>,
  { last, put }: ChunkOptions,
): (chunk: number) => WrittenChunk {
  const declaring = new Map(units.flatMap((unit) => unit.declares.map((one) => [one, unit] as const)));
  const chunkOfName = (one: string): number | null => {
    const unit = declaring.get(one);
    return unit === undefined ? null : (chunks.get(unit) ?? 0);
  };
  const all = Array.from({ length: last + 1 }, (_, chunk) => {
    const own = units.filter((unit) => chunks.get(unit) === chunk);
    const words = new Set(own.flatMap((unit) => [...unit.words]));
    if (chunk === 0) for (const inside of exports.values()) words.add(inside);
    const mentioned = [...words].filter((one) => declaring.has(one) && chunkOfName(one) !== chunk).sort();
    return { own, mentioned };
  });
  /** What chunk `to` takes from an earlier one. It has stand-ins for functions of later ones, and of the one aside. */
  const given = (from: number, to: number): readonly string[] =>
    (all[to]?.mentioned ?? []).filter((one) => chunkOfName(one) === from && !isApart(to, one));
  const isApart = (chunk: number, one: string): boolean => {
    const place = chunkOfName(one) ?? 0;
    return place > chunk || (place === ASIDE && declaring.get(one)?.kind === "function");
  };
  const apart = new Set(all.flatMap(({ mentioned }, chunk) => mentioned.filter((one) => isApart(chunk, one))));
  const called = all.map((_, chunk) => [...apart].filter((one) => chunkOfName(one) === chunk).sort());

  return (chunk) => {
    const { own = [], mentioned = [] } = all[chunk] ?? {};
    const needs = [...all.keys()].filter((from) => from < chunk && (from === 0 || given(from, chunk).length > 0));
    const lists = needs.map((from) => `[${given(from, chunk).join(", ")}]`);
    const standIns = mentioned
      .filter((one) => isApart(chunk, one))
      .map((one) => {
        const at = chunkOfName(one) ?? 0;
        return `${one} = policyc_later(${at}, ${called[at]?.indexOf(one)})`;
      });
    const result =
      chunk === 0
        ? `{ ${[...exports].map(([outside, inside]) => `${outside}: ${inside}`).join(", ")} }`
        : `[${(called[chunk] ?? []).join(", ")}]`;
    const gives = Array.from({ length: last - chunk }, (_, at) => `[${given(chunk, chunk + 1 + at).join(", ")}]`);
    const code = [
      `(function (${["policyc_later", "require", ...lists].join(", ")}) {`,
      standIns.length === 0 ? "" : `var ${standIns.join(", ")};`,
      ...own.filter(isDeclaration).map(({ text }) => text),
      ...own.filter((unit) => !isDeclaration(unit)).map((unit) => withoutLongTexts(unit.text, put)),
      `return [${[result, ...gives].join(", ")}];`,
      "})",
    ].join("\n");
    return { code, needs };
  };
}

const isDeclaration = ({ text }: Unit): boolean => /^(?:async )?function/.test(text);

function withoutLongTexts(text: string, put: (piece: string) => string): string {
  if (text.length < LONG_TEXT) return text;
  return text.replace(/(["'])(?:(?!\1)[^\\\n]|\\.)*\1/g, (quoted) => {
    if (quoted.length < LONG_TEXT) return quoted;
    const value: unknown = new Script(quoted).runInThisContext();
    if (typeof value !== "string" || !isAscii(Buffer.from(value))) throw new Error("a long text is not ASCII");
    return `policyc_later.text(${put(value)})`;
  });
}

const MISSING = "policyc_missing_";

/**
 * An expression, minified. ASCII only, so that places in it are places in its bytes. Throws when it uses one of the names without
 * declaring it: it would fail when that code is called, and only then.
 */
function minifierWith(run: typeof transform, names: readonly string[]): (code: string) => Promise<string> {
  // Only a name that nothing declares is replaced.
  const define = Object.fromEntries(names.map((name) => [name, `${MISSING}${name}`]));
  const options = { minify: true, target: "node20", legalComments: "none", charset: "ascii", define } as const;
  return async (code) => {
    const { code: text } = await run(`policyc_chunk = ${code};`, options);
    const missing = new RegExp(`${MISSING}([\\w$]+)`).exec(text)?.[1];
    if (missing !== undefined) throw new Error(`a chunk uses ${missing}, which it does not have`);
    return text
      .trim()
      .replace(/^policyc_chunk=/, "")
      .replace(/;$/, "");
  };
}

// The same action by another tool: what a rule about views says of a command, it must say of a read, a write, an edit, a patch,
// a search and a fetch of the same file or host, and at least ask about a tool of an MCP server that names it.

import type { Json } from "../../language/contract.ts";
import { FALSE, TRUE, type Truth } from "../../language/truth.ts";
import type { IrRule } from "../ir/ir.ts";
import { eachValue } from "../ir/ir-walk.ts";
import type { ModelExample } from "../ir/model.ts";
import { toolsOfViews } from "../prove/show-every-tool.ts";

type Fields = { readonly [field: string]: Json };

/** One way to touch a file or a host. */
interface Carrier {
  readonly tool: string;
  readonly input: (value: string) => Fields;
  /** The tool has no table: the rule is unknown at best. */
  readonly isGuess?: true;
}

const bash = (command: (value: string) => string): Carrier => ({
  tool: "bash",
  input: (value) => ({ command: command(value) }),
});
const mcp = (tool: string, key: string, text = (value: string): string => value): Carrier => ({
  tool: "mcp",
  input: (value) => ({ server: "tools", tool, args: { [key]: text(value) } }),
  isGuess: true,
});
const patch = (text: string): string => `*** Begin Patch\n${text}\n*** End Patch`;
const address = (host: string): string => `https://${host}/`;

const carriers: { readonly [view: string]: readonly Carrier[] } = {
  reads: [
    bash((path) => `cat ${path}`),
    { tool: "read", input: (path) => ({ path }) },
    { tool: "search", input: (path) => ({ pattern: "x", path }) },
    mcp("read_file", "path"),
  ],
  writes: [
    bash((path) => `echo x > ${path}`),
    { tool: "write", input: (path) => ({ path, content: "x" }) },
    { tool: "edit", input: (path) => ({ path, old: "x", new: "y" }) },
    { tool: "edit", input: (path) => ({ patch: patch(`*** Add File: ${path}\n+x`) }) },
    mcp("write_file", "path"),
  ],
  deletes: [
    bash((path) => `rm ${path}`),
    { tool: "edit", input: (path) => ({ patch: patch(`*** Delete File: ${path}`) }) },
    mcp("delete_file", "path"),
  ],
  hosts: [
    bash((host) => `curl ${address(host)}`),
    { tool: "fetch", input: (host) => ({ url: address(host) }) },
    mcp("request", "url", address),
  ],
};

export interface Carried {
  readonly kind: "escaped" | "unclear";
  /** What fires, and what does not. */
  readonly fires: string;
  readonly form: string;
}

/** At most this many values of one example are carried. */
const MOST_VALUES = 12;

/** The slips of an example that fires, and how many events were tried. */
export function carryAcross(
  rule: IrRule,
  { event, expects }: ModelExample,
  truthOf: (event: Json) => Truth,
): { readonly slips: readonly Carried[]; readonly tried: number } {
  const slips: Carried[] = [];
  let tried = 0;
  if (expects !== "fires" || toolsOfViews(rule).length === 0 || approves(rule)) return { slips, tried };
  for (const view of viewsOf(rule)) {
    const ways = carriers[view] ?? [];
    for (const value of valuesOf(event as Fields, view)) {
      const results = ways.map((way) => ({ way, truth: truthOf(carried(event as Fields, way, value)) }));
      tried += results.length;
      const firing = results.find(({ truth }) => truth === TRUE);
      if (firing === undefined) continue;
      const fires = textOf(firing.way, value);
      for (const { way, truth } of results) {
        const kind =
          truth === TRUE || (way.isGuess && truth !== FALSE) ? null : truth === FALSE ? "escaped" : "unclear";
        if (kind !== null) slips.push({ kind, fires, form: textOf(way, value) });
      }
    }
  }
  return { slips, tried };
}

const approves = ({ effects }: IrRule): boolean => effects.some((chain) => chain.some(({ kind }) => kind === "allow"));

function viewsOf(rule: IrRule): ReadonlySet<string> {
  const views = new Set<string>();
  eachValue(rule, (value) => void (value.op === "view" && views.add(value.view)));
  return views;
}

function carried(event: Fields, { tool, input }: Carrier, value: string): Json {
  const { tool_name: _, ...rest } = event;
  return { ...rest, tool, tool_name: tool, input: input(value) };
}

const textOf = ({ tool, input }: Carrier, value: string): string => `${tool} ${JSON.stringify(input(value))}`;

/** The texts of an example that may be what its rule is about; none of them needs quotes in a shell. */
function valuesOf({ input }: Fields, view: string): readonly string[] {
  const texts = typeof input === "object" && input !== null ? textsIn(input) : [];
  const words = texts.flatMap((text) => text.split(/[\s'"`;|&<>()=@]+/));
  const values = view === "hosts" ? words.flatMap(hostOf) : words.filter((word) => /^[\w.~/][\w.~/+-]*$/.test(word));
  return [...new Set(values)].slice(0, MOST_VALUES);
}

const textsIn = (value: Json): readonly string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value as Fields).flatMap(textsIn)
      : [];

function hostOf(word: string): readonly string[] {
  const found = /^(?:[a-z]+:\/\/)?([\w-]+(?:\.[\w-]+)+)/i.exec(word);
  return found?.[1] === undefined ? [] : [found[1]];
}

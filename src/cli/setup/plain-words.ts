// What a policy stops, asks about and changes, in plain words: the names of its rules, by pack and by outcome. Everything comes
// from the manifest, so it is what the bundle does.

import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import type { Manifest, ManifestRule } from "../../language/contract.ts";
import { leftOutLines } from "../show/show-manifest.ts";
import { titleOf } from "./find-agents.ts";

const WIDTH = 100;

/** From the strictest; the first one that fits a rule counts. */
const outcomes: readonly (readonly [string, readonly string[]])[] = [
  ["Refused at once", ["stop", "block", "respond"]],
  ["Asked about first", ["ask"]],
  ["Cleaned before it goes on", ["set"]],
  ["Only remarked upon", ["warn", "note"]],
];

export function plainWords(
  manifest: Pick<Manifest, "rules" | "targets" | "leftOut">,
  agents: readonly string[],
): string {
  const active = manifest.rules.filter((rule) => !rule.shadow);
  const parts = outcomes.flatMap(([title], at) => {
    const rules = active.filter((rule) => outcomeOf(rule) === at);
    return rules.length === 0 ? [] : [`${title} (${counted(rules.length, "rule")})`, ...packLines(rules)];
  });
  const apart = [...agents.flatMap((agent) => differences(manifest, agent)), ...leftOutLines(manifest.leftOut)];
  return [...parts, ...apart].map((line) => `${line}\n`).join("");
}

function outcomeOf({ effects }: ManifestRule): number {
  const kinds = effects.map((chain) => chain.split(" ", 1)[0] ?? "");
  return outcomes.findIndex(([, fitting]) => kinds.some((kind) => fitting.includes(kind)));
}

function packLines(rules: readonly ManifestRule[]): readonly string[] {
  const byPack = new Map<string, string[]>();
  for (const rule of rules) {
    const pack = packOf(rule);
    byPack.set(pack, [...(byPack.get(pack) ?? []), nameOf(rule)]);
  }
  const widest = Math.max(...[...byPack.keys()].map((pack) => pack.length));
  return [...byPack].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([pack, names]) => wrapped(pack, names, widest));
}

const nameOf = ({ name }: ManifestRule): string => name.replace(/^self-/, "").replaceAll("-", " ");

/** `std/secrets` and `shell/secrets` are about the same. */
function packOf({ at }: ManifestRule): string {
  const file = at.replace(/:.*$/, "");
  const [, pack] = /^(?:std|shell)\/(.*)\.policy$/.exec(file) ?? [];
  return pack === undefined ? file : pack === "self" ? "policyc itself" : pack.replaceAll("-", " ");
}

function wrapped(head: string, names: readonly string[], widest: number): readonly string[] {
  const indent = " ".repeat(widest + 6);
  const lines: string[] = [];
  let line = `    ${head.padEnd(widest)}  `;
  names.forEach((name, at) => {
    const word = at === names.length - 1 ? name : `${name}, `;
    if (line.trim() !== "" && line.length + word.trimEnd().length > WIDTH && line.length > indent.length) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += word;
  });
  return [...lines, line];
}

/** Where an agent does something else than the rules say first. */
function differences({ targets, rules }: Pick<Manifest, "rules" | "targets">, agent: string): readonly string[] {
  const asking = new Set(
    rules.filter((rule) => rule.effects.some((chain) => /^ask\b/.test(chain))).map(({ name }) => name),
  );
  const resolved = Object.hasOwn(targets, agent) ? (targets[agent] ?? []) : [];
  const refused = resolved.filter(({ rule, effect }) => asking.has(rule) && /^(?:block|stop)\b/.test(effect));
  const count = new Set(refused.map(({ rule }) => rule)).size;
  return count === 0
    ? []
    : [`${titleOf(agent)} cannot ask: there ${counted(count, "rule")} that would ask refuse at once.`];
}

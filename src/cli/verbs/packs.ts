// `policyc packs`: the packs and profiles that ship with policyc, with their rules and parameters.

import { PACKS_VERSION, packNames } from "../../compiler/analyse/files/packs.ts";
import { safeJson, visible } from "../../compiler/diagnostics/report/visible.ts";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { packsDir } from "../base/packs-dir.ts";
import { type PackText, readPack } from "../show/read-pack.ts";
import { type DefineVerb, formatOption } from "./verb.ts";

export const definePacks: DefineVerb = (command, io, finish) => {
  command
    .description("Lists the packs and profiles that ship with policyc, or shows the rules and parameters of one.")
    .argument("[pack]", "a pack, such as std/secrets or profile/standard")
    .addOption(formatOption(["pretty", "json"]))
    .action((name: string | undefined, options: { readonly format: string }) => finish(packs(name, options, io)));
};

function packs(name: string | undefined, { format }: { readonly format: string }, io: Io): Exit {
  const folder = packsDir();
  const names = packNames(folder);
  if (name !== undefined && !names.includes(name)) {
    const near = didYouMean(name, names);
    const help = near === null ? `the packs are ${names.join(", ")}` : `did you mean \`${near}\`?`;
    const code = failWith(cliError("P204", { pack: name }), io);
    io.stderr.write(`help: ${help}\n`);
    return code;
  }
  const found = (name === undefined ? names : [name]).map((one) => readPack(one, folder));
  const [first] = found;
  if (format === "json") io.stdout.write(`${safeJson({ version: PACKS_VERSION, packs: found })}\n`);
  else io.stdout.write(name !== undefined && first !== undefined ? details(first) : overview(found));
  return exit.clean;
}

function overview(found: readonly PackText[]): string {
  const width = Math.max(...found.map(({ name }) => name.length));
  const lines = found.map(({ name, about, rules, uses }) => {
    const size = uses.length > 0 && rules.length === 0 ? counted(uses.length, "pack") : counted(rules.length, "rule");
    return `${name.padEnd(width)}  ${size.padStart(8)}  ${firstSentence(about)}`;
  });
  const more = "`policyc packs NAME` shows the rules and parameters of one.";
  return `${[`packs, version ${PACKS_VERSION}`, "", ...lines.map(visible), "", more].join("\n")}\n`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const firstSentence = (text: string): string => /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text;

function details({ name, about, uses, parameters, rules }: PackText): string {
  const lines = [
    `${name}, version ${PACKS_VERSION}`,
    `  ${about}`,
    ...section(
      "uses",
      uses.map(({ pack, without }) => [`${pack}${without.length === 0 ? "" : ` without ${without.join(", ")}`}`]),
    ),
    ...section(
      "parameters",
      parameters.map((one) => [`${one.name}: ${one.type} = ${shortened(one.default)}`, one.about]),
    ),
    ...section(
      "rules",
      rules.map((one) => [
        `${one.name}: ${one.effects.join(", ")} at ${one.points.join(", ")}${one.severity === null ? "" : `, severity ${one.severity}`}`,
        one.about ?? "",
      ]),
    ),
  ];
  return `${lines.map(visible).join("\n")}\n`;
}

const LONGEST = 100;

/** Long lists are for `--format json`. */
const shortened = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`);

function section(title: string, items: readonly (readonly string[])[]): readonly string[] {
  if (items.length === 0) return [];
  const lines = items.flatMap(([head = "", ...more]) => [
    `  ${head}`,
    ...more.filter((line) => line !== "").map((line) => `    ${line}`),
  ]);
  return ["", `${title}:`, ...lines];
}

// `policyc diff`: what a change of policies changes, per point and tool, with an event for each change.

import { Option } from "commander";
import type { DiffRow, PolicyDiff } from "../../compiler/diff/diff-policies.ts";
import { diffTargets } from "../../compiler/diff/diff-targets.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { type Opening, openSide } from "../diff/open-side.ts";
import { withProgress } from "../show/progress.ts";
import { diffJson, diffMarkdown, diffText } from "../show/show-diff.ts";
import { showReport } from "../show/show-report.ts";
import { type DefineVerb, formatOption, knownTarget, scopeOption } from "./verb.ts";

const grades = ["loosened", "mixed", "unknown", "changed"] as const;
type Grade = (typeof grades)[number];

interface DiffOptions {
  readonly target?: string;
  readonly scope?: string;
  readonly git?: string;
  readonly failOn?: Grade;
  readonly format: "pretty" | "json" | "markdown";
  readonly color?: boolean;
}

export const defineDiff: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Compares what two policies decide, by point and tool, with an example event for each change. Each side is a policy file or folder, a bundle, or one of these in git as REV:path.",
    )
    .argument("<old>", "a policy file or folder, a bundle, or REV:path; with --git the only argument")
    .argument("[new]", "the same, after the change")
    .option("--git <revision>", "compare the path in this revision with the path as it is now")
    .addOption(new Option("--fail-on <change>", "exit 1 on this kind of change, or on a worse one").choices(grades))
    .option("--target <target>", "only this agent (default: every target that both declare)", knownTarget)
    .addOption(scopeOption())
    .addOption(formatOption(["pretty", "json", "markdown"]))
    .action(async (old: string, now: string | undefined, _: unknown, command) =>
      finish(await diff(old, now, command.optsWithGlobals(), io)),
    );
};

async function diff(first: string, second: string | undefined, options: DiffOptions, io: Io): Promise<Exit> {
  const { git } = options;
  if ((git === undefined) === (second === undefined)) {
    const text = git === undefined ? "name two policies, or one and a revision with `--git`" : "`--git` takes one path";
    return failWith({ text: `error: ${text}\n`, exit: exit.usage }, io);
  }
  const names = git === undefined ? [first, second ?? ""] : [`${git}:./${first}`, first];
  const sides = [];
  for (const name of names) {
    const opening: Opening = await withProgress(`reading ${name}`, io, () => openSide(name, options, io));
    if ("cliError" in opening) return failWith(opening.cliError, io);
    if ("report" in opening) {
      io.stderr.write(`${name} does not compile\n`);
      showReport(opening.report, { format: "pretty", ...(options.color === false ? { color: false } : {}) }, io);
      return exit.findings;
    }
    sides.push(opening.opened);
  }
  const [old, now] = sides;
  if (old === undefined || now === undefined) return exit.usage;
  const common = now.ir.targets.filter((name) => old.ir.targets.includes(name));
  const targets = options.target === undefined ? common : [options.target];
  if (targets.length === 0)
    return failWith(cliError("P531", { old: old.ir.targets.join(", "), new: now.ir.targets.join(", ") }), io);
  const found = await withProgress("comparing", io, () => diffTargets([old, now], targets));
  io.stdout.write(shown(found, options));
  const { failOn } = options;
  if (failOn === undefined) return exit.clean;
  return isRemade(found, failOn) || found.rows.some((row) => fails(row, failOn)) ? exit.findings : exit.clean;
}

/** Built for other hosts or another scope: no row shows what that changes. */
const isRemade = ({ about }: PolicyDiff, grade: Grade): boolean =>
  about.some(({ what }) => (grade === "changed" && what !== "compiler") || (grade === "unknown" && what === "targets"));

function shown(found: PolicyDiff, { format }: DiffOptions): string {
  if (format === "json") return diffJson(found);
  return format === "markdown" ? diffMarkdown(found) : diffText(found);
}

/** Each grade also fails on everything that the previous ones fail on. */
function fails({ verdict, isCertain, witnesses }: DiffRow, grade: Grade): boolean {
  if (verdict === "same") return false;
  if (grade === "changed" || witnesses.some(({ difference }) => difference === "loosened")) return true;
  if (grade === "loosened") return false;
  return verdict === "mixed" || (grade === "unknown" && !isCertain);
}

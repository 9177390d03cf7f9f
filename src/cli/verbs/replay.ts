// `policyc replay`: runs recorded events through a bundle and reports decisions that would have been different.

import { resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import type { Scope } from "../../language/contract.ts";
import { refused } from "../base/bundle-refused.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { type Candidate, openCandidate } from "../replay/candidate.ts";
import { findLogs } from "../replay/find-logs.ts";
import { progressOn } from "../replay/progress.ts";
import { replayLogs } from "../replay/replay-logs.ts";
import { type ReplayReport, reportOf } from "../replay/report.ts";
import { replayPage } from "../replay/show-html.ts";
import { counted, replayText } from "../replay/show-text.ts";
import { writePage } from "../show/html/write-page.ts";
import { type DefineVerb, knownTarget, scopes } from "./verb.ts";

interface ReplayOptions {
  readonly against?: string;
  readonly target?: string;
  readonly home?: string;
  readonly scope: string;
  readonly revision?: string;
  readonly strict?: boolean;
  readonly failOn?: "changed" | "loosened";
  readonly list: number;
  readonly html?: string;
  readonly format: string;
}

export const defineReplay: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Runs recorded events through a bundle and lists the decisions that differ. Reads decision logs of policyc, transcripts of Claude Code, rollouts of Codex and files of events, in any mix, plain or gzip. External hooks are not run.",
    )
    .argument("<bundle>", "the folder that `policyc build` wrote")
    .argument("<log...>", "files, or folders to search for *.jsonl files")
    .option("--against <bundle>", "compare with what this bundle decides instead of what was recorded")
    .option("--target <target>", "decide as for this agent, whatever the log says", knownTarget)
    .option("--home <folder>", "the home folder `~` (default: derived from the folders of each event)")
    .addOption(new Option("--scope <scope>", "the scope to load it with").choices(scopes).default("user"))
    .option("--revision <hash>", "the only revision to accept")
    .option("--strict", "fail if a line was skipped")
    .addOption(new Option("--fail-on <what>", "fail if decisions differ in this way").choices(["changed", "loosened"]))
    .option("--list <count>", "how many events of each kind to show", count, 20)
    .option("--html <file>", "also write an HTML report with charts, as one self-contained file")
    .addOption(new Option("--format <format>", "how results are printed").choices(["text", "json"]).default("text"))
    .action(async (bundle: string, logs: readonly string[], options: ReplayOptions) =>
      finish(await replay(bundle, logs, options, io)),
    );
};

function count(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("use a number from 0 to 9999");
  return Number(text);
}

async function replay(bundle: string, paths: readonly string[], options: ReplayOptions, io: Io): Promise<Exit> {
  const found = await findLogs(paths, io);
  if (found.cliError !== undefined) return failWith(found.cliError, io);
  const { logs, links } = found;
  const candidate = await open(bundle, options, io);
  if (typeof candidate === "number") return candidate;
  const { against = null } = options;
  const other = against === null ? null : await open(against, { ...options, revision: undefined }, io);
  if (typeof other === "number") return other;

  const progress = progressOn(io.stderr, logs);
  const tally = await replayLogs(logs, { candidate, other }, progress.tell);
  progress.end();
  if ("exit" in tally) return failWith(tally, io);
  const report = reportOf({ tally, candidate, bundle, other, against, logs, links });
  io.stdout.write(options.format === "json" ? `${safeJson(report)}\n` : replayText(report, options.list));
  const unwritten = options.html === undefined ? null : await writePage(options.html, replayPage(report), io);
  return unwritten === null ? judge(report, paths, options, io) : failWith(unwritten, io);
}

/** The bundle, or the exit code after printing why it cannot be used. */
async function open(
  bundle: string,
  options: Omit<ReplayOptions, "revision"> & { readonly revision?: string | undefined },
  io: Io,
): Promise<Candidate | Exit> {
  try {
    return await openCandidate(resolve(io.cwd, bundle), {
      load: {
        scope: options.scope as Scope,
        ...(options.revision !== undefined && { revision: options.revision }),
      },
      target: options.target ?? null,
      home: options.home ?? null,
    });
  } catch (error) {
    return refused(error, bundle, io);
  }
}

/** Why the run fails, after everything has been shown. */
function judge(report: ReplayReport, paths: readonly string[], options: ReplayOptions, io: Io): Exit {
  const { changed, skipped, events } = report;
  if (events === 0) return failWith(cliError("P540", { where: paths.map((path) => `\`${path}\``).join(", ") }), io);
  const faults: string[] = [];
  if (options.strict === true && skipped.total > 0)
    faults.push(
      cliError("P542", { count: `${counted(skipped.total, "line")} ${skipped.total === 1 ? "was" : "were"}` }).text,
    );
  const limit = options.failOn;
  const over = limit === "loosened" ? changed.loosened : limit === "changed" ? changed.total : 0;
  if (limit !== undefined && over > 0)
    faults.push(cliError("P543", { count: counted(over, "decision"), how: limit, limit }).text);
  io.stderr.write(faults.join(""));
  return faults.length > 0 ? exit.findings : exit.clean;
}

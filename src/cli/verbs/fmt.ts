// `policyc fmt`: rewrites policies in the one layout. A file that does not parse is reported and left alone.

import { resolve } from "node:path";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { Session } from "../../compiler/diagnostics/session.ts";
import type { Source } from "../../compiler/diagnostics/source.ts";
import { formatPolicy } from "../../compiler/format/format.ts";
import { cliError, failWith, reasonOf } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { readPolicies } from "../base/read-policies.ts";
import { replaceFile } from "../base/replace-file.ts";
import { unifiedDiff } from "../show/line-diff.ts";
import { type ReportOptions, showReport } from "../show/show-report.ts";
import { type DefineVerb, formatOption } from "./verb.ts";

interface FmtOptions extends ReportOptions {
  readonly check?: boolean;
  readonly diff?: boolean;
}

interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export const defineFmt: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Rewrites policy files in the standard layout and keeps comments. With `-` it formats stdin to stdout.",
    )
    .argument("[paths...]", "policy files, folders or patterns (default: policies/, else *.policy), or -")
    .option("--check", "write nothing; list the files that would change, and exit 1 if there are any")
    .option("--diff", "write nothing; print what would change, and exit 1 if anything would")
    .addOption(formatOption())
    .action(async (paths: string[], _: unknown, command) => finish(await fmt(paths, command.optsWithGlobals(), io)));
};

async function fmt(paths: readonly string[], options: FmtOptions, io: Io): Promise<Exit> {
  const texts = await readPolicies(paths, io);
  if (texts.cliError !== undefined) return failWith(texts.cliError, io);
  const session = new Session();
  const formatted = texts.sources.map((source) => ({ source, after: format(source, session) }));
  const isBroken = formatted.some(({ after }) => after === null);
  // Without findings a program still gets an (empty) report, unless stdout carries the text.
  const isStdin = paths.includes("-") && !options.check && !options.diff;
  if (isBroken || (options.format !== "pretty" && !isStdin)) showReport(reportOf(session), options, io);

  if (isStdin) {
    for (const { after } of formatted) if (after !== null) io.stdout.write(after);
    return isBroken ? exit.findings : exit.clean;
  }
  const changes = formatted.flatMap(({ source, after }): readonly Change[] =>
    after === null || after === source.text ? [] : [{ file: source.file, before: source.text, after }],
  );
  const say = (text: string): void => (options.format === "pretty" ? io.stdout.write(text) : undefined);
  if (options.check || options.diff) {
    for (const change of changes) say(options.diff ? diffText(change) : `${visible(change.file)}\n`);
    return isBroken || changes.length > 0 ? exit.findings : exit.clean;
  }
  for (const { file, after } of changes) {
    try {
      await replaceFile(resolve(io.cwd, file), after);
    } catch (error) {
      return failWith(cliError("P804", { path: file, why: reasonOf(error) }), io);
    }
    say(`formatted ${visible(file)}\n`);
  }
  return isBroken ? exit.findings : exit.clean;
}

function format(source: Source, session: Session): string | null {
  session.addSource(source);
  return formatPolicy(source, session);
}

function reportOf(session: Session) {
  return {
    diagnostics: session.diagnostics(),
    dropped: session.dropped,
    sources: session.sources,
    place: session.place.bind(session),
  };
}

function diffText({ file, before, after }: Change): string {
  const body = unifiedDiff(before, after)
    .split("\n")
    .map((line) => line.split("\t").map(visible).join("\t"))
    .join("\n");
  return `--- a/${visible(file)}\n+++ b/${visible(file)}\n${body}`;
}

// `policyc import`: a NeoCode, ignis or picoclaw hook configuration as a policy. What cannot be expressed is reported.

import { accessSync, constants, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { InvalidArgumentError } from "commander";
import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { importable, importConfig } from "../../compiler/import/import-config.ts";
import { Session } from "../../compiler/index.ts";
import { cliError, failWith, reasonOf, systemCode } from "../base/cli-error.ts";
import { shownPath } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { exitOf, graded, type ReportOptions, showReport } from "../show/show-report.ts";
import { type DefineVerb, formatOption, strictOption } from "./verb.ts";

interface ImportFlags extends ReportOptions {
  readonly from?: string;
  readonly out?: string;
}

export const defineImport: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Writes a policy that runs the hooks of a NeoCode, ignis or picoclaw configuration, and reports what differs or cannot be expressed.",
    )
    .argument("<file>", "config.yaml or hooks.yaml of NeoCode, hooks.json of ignis, the configuration of picoclaw")
    .option("--from <host>", `the agent it belongs to: ${importable.join(", ")} (default: detected)`, knownHost)
    .option("-o, --out <file>", "the policy to write; it must not exist (default: stdout)")
    .addOption(formatOption())
    .addOption(strictOption())
    .action(async (file: string, _: unknown, command) => finish(await importFile(file, command.optsWithGlobals(), io)));
};

function knownHost(word: string): string {
  if (importable.includes(word)) return word;
  const near = didYouMean(word, importable);
  throw new InvalidArgumentError(
    near === null ? `the agents are ${importable.join(", ")}` : `did you mean \`${near}\`?`,
  );
}

async function importFile(file: string, flags: ImportFlags, io: Io): Promise<Exit> {
  const place = resolve(io.cwd, file);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(place));
  } catch (error) {
    const why = error instanceof TypeError ? "it is not UTF-8 text" : reasonOf(error);
    return failWith(cliError("P803", { path: file, why }), io);
  }
  const session = new Session();
  const shown = shownPath(place, io);
  const out = flags.out === undefined ? null : resolve(io.cwd, flags.out);
  const options = {
    file: shown,
    ...(flags.from !== undefined && { from: flags.from }),
    context: { home: io.env.HOME ?? homedir(), isOnPath: (name: string) => isOnPath(name, io) },
    fileAt: fileFinder(place, out === null ? io.cwd : dirname(out)),
  };
  const written = importConfig(text, options, session);
  const report = graded(
    {
      diagnostics: session.diagnostics(),
      dropped: session.dropped,
      sources: session.sources,
      place: (span) => session.place(span),
    },
    flags,
  );
  // The policy itself may go to stdout, so findings go to stderr.
  const findings: Io = out === null ? { ...io, stdout: io.stderr } : io;
  if (report.diagnostics.length > 0) showReport(report, flags, findings);
  if (written === null) return exit.findings;
  if (out === null) io.stdout.write(written.text);
  else {
    try {
      await mkdir(dirname(out), { recursive: true });
      await writeFile(out, written.text, { flag: "wx" });
    } catch (error) {
      const path = shownPath(out, io);
      if (systemCode(error) === "EEXIST") return failWith(cliError("P805", { path }), io);
      return failWith(cliError("P804", { path, why: reasonOf(error) }), io);
    }
    if (flags.format === "pretty") io.stdout.write(nextSteps(written.rules, shownPath(out, io)));
  }
  return exitOf(report);
}

function nextSteps(rules: number, policy: string): string {
  return `wrote ${policy}: ${counted(rules, "hook")}

Next:
  policyc check ${policy}     find mistakes, run the examples
  policyc inspect ${policy}   read every rule as a sentence
`;
}

/** Finds the files that arguments name: relative to the configuration's workspace, its folder, or the policy's folder. */
function fileFinder(config: string, policyDir: string): (word: string) => string | null {
  const folder = dirname(config);
  const workspace = folder.endsWith(`${sep}.neocode`) ? dirname(folder) : folder;
  return (word) => {
    if (word === "" || word.startsWith("-") || word.startsWith("~") || isAbsolute(word) || word.includes("\0"))
      return null;
    const found = [policyDir, workspace, folder].map((base) => join(base, word)).find(isFile);
    return found === undefined ? null : relative(policyDir, found).split(sep).join("/");
  };
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function isOnPath(program: string, io: Io): boolean {
  return (io.env.PATH ?? "").split(delimiter).some((folder) => {
    if (!isAbsolute(folder) || !isFile(join(folder, program))) return false;
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

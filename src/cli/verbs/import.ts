// `policyc import`: what an agent's own files say about permissions and hooks, as a policy. What cannot be expressed is reported.

import { accessSync, constants, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { InvalidArgumentError } from "commander";
import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { importable, importConfig } from "../../compiler/import/import-config.ts";
import { importPermissions, type PermissionSource } from "../../compiler/import/permissions/import-permissions.ts";
import type { ImportedPolicy } from "../../compiler/import/write-policy.ts";
import { Session } from "../../compiler/index.ts";
import { permissionAgents } from "../../hosts/permission-files.ts";
import { cliError, failWith, reasonOf, systemCode } from "../base/cli-error.ts";
import { shownPath } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { packsDir } from "../base/packs-dir.ts";
import { compileText } from "../import/compile-text.ts";
import { type FoundFile, findFiles, homeOf, kindOf, readSource, readText } from "../import/find-sources.ts";
import { survey } from "../import/survey.ts";
import { withProgress } from "../show/progress.ts";
import { exitOf, graded, type ReportOptions, showReport } from "../show/show-report.ts";
import { type DefineVerb, formatOption, strictOption } from "./verb.ts";

interface ImportFlags extends ReportOptions {
  readonly from?: string;
  readonly out?: string;
}

/** The agents, as `--from` names them. */
const agents: readonly string[] = [...permissionAgents, ...importable];

export const defineImport: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Writes a policy from the permissions of Claude Code, Codex, Cursor or Gemini CLI, from hookify rules, or from the hooks of Claude Code, NeoCode, ignis or picoclaw, and reports what differs or cannot be expressed. Without arguments it lists what there is to import.",
    )
    .argument(
      "[files...]",
      "files with permissions, or one configuration of hooks (default: those of `--from` that there are)",
    )
    .option("--from <agent>", `the agent they belong to: ${agents.join(", ")} (default: detected)`, knownAgent)
    .option("-o, --out <file>", "the policy to write; it must not exist (default: stdout)")
    .addOption(formatOption())
    .addOption(strictOption())
    .action(async (files: string[], _: unknown, command) =>
      finish(await importFiles(files, command.optsWithGlobals(), io)),
    );
};

function knownAgent(word: string): string {
  if (agents.includes(word)) return word;
  const near = didYouMean(word, agents);
  throw new InvalidArgumentError(near === null ? `the agents are ${agents.join(", ")}` : `did you mean \`${near}\`?`);
}

async function importFiles(files: readonly string[], flags: ImportFlags, io: Io): Promise<Exit> {
  const { from } = flags;
  const [only] = files;
  if (only === undefined) {
    if (from === undefined) return survey(io);
    const found = permissionAgents.includes(from) ? findFiles(io, from) : [];
    const where = permissionAgents.includes(from) ? "here or in the home folder" : "without the name of a file";
    if (found.length === 0) return failWith(cliError("P813", { where, agents: from }), io);
    return importFound(found, flags, io);
  }
  const kinds = files.map((file) => kindOf(resolve(io.cwd, file), from, io));
  const known = kinds.filter((kind) => kind !== null);
  if (known.length === files.length) return importFound(known, flags, io);
  if (files.length === 1) return importFile(only, flags, io);
  const [unknown = ""] = files.filter((_, at) => kinds[at] === null);
  return failWith(cliError("P814", { path: unknown }), io);
}

/** Permissions of one or several files. */
async function importFound(found: readonly FoundFile[], flags: ImportFlags, io: Io): Promise<Exit> {
  const sources: PermissionSource[] = [];
  for (const file of found) {
    const source = await readSource(file, io);
    if ("exit" in source) return failWith(source, io);
    sources.push(source);
  }
  const session = new Session();
  const options = { fileAt: () => null, compile: compileText(packsDir()) };
  const written = await withProgress("compiling", io, () => importPermissions(sources, options, session));
  return finishImport(written, session, "rule", flags, io);
}

/** The configuration of hooks of a host. */
async function importFile(file: string, flags: ImportFlags, io: Io): Promise<Exit> {
  const place = resolve(io.cwd, file);
  const text = await readText(place, file);
  if (typeof text !== "string") return failWith(text, io);
  const session = new Session();
  const options = {
    file: shownPath(place, io),
    ...(flags.from !== undefined && { from: flags.from }),
    context: { home: homeOf(io), isOnPath: (name: string) => isOnPath(name, io) },
    fileAt: fileFinder(place, flags.out === undefined ? io.cwd : dirname(resolve(io.cwd, flags.out))),
  };
  return finishImport(importConfig(text, options, session), session, "hook", flags, io);
}

async function finishImport(
  written: ImportedPolicy | null,
  session: Session,
  unit: string,
  flags: ImportFlags,
  io: Io,
): Promise<Exit> {
  const out = flags.out === undefined ? null : resolve(io.cwd, flags.out);
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
    if (flags.format === "pretty") io.stdout.write(nextSteps(counted(written.rules, unit), shownPath(out, io)));
  }
  return exitOf(report);
}

function nextSteps(rules: string, policy: string): string {
  return `wrote ${policy}: ${rules}

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

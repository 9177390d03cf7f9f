// Tasks whose definition is on the disk: scripts of package.json, recipes of a makefile or justfile.

import { joinFolder } from "../expand/folders.ts";
import type { Frame, Output } from "../expand/reader.ts";
import { silent } from "../expand/reader.ts";
import { pathKey } from "../expand/record.ts";
import { hasOption, type OptionReading, optionValues } from "../programs/table/options.ts";
import { tableOf } from "../programs/table-of.ts";
import { known, type Text } from "../syntax/text.ts";
import { justPlan } from "../tasks/justfile.ts";
import { makePlan } from "../tasks/makefile.ts";
import { installing, packagePlan, packageScripts } from "../tasks/package-scripts.ts";
import type { TaskPlan } from "../tasks/task-plan.ts";
import { inFolder, runCode } from "./code.ts";
import { diskText } from "./disk-files.ts";
import { follow } from "./follow.ts";
import type { Running } from "./invoke.ts";
import { joined } from "./statements.ts";

interface Task extends TaskPlan {
  /** What distinguishes it among the tasks of the file. */
  readonly goal: string;
  /** Arguments of the line that each text gets. */
  readonly parameters: readonly Text[];
  /** There is more to the call than these texts: the scripts of packages that it installs. */
  readonly isPart?: true;
}

interface TaskRunner {
  /** Names of the file; the first that exists counts. */
  readonly files: readonly string[];
  /** The option that names another file. */
  readonly fileOption?: string;
  /** The file is looked for in the folders above too, and its tasks run beside it. */
  readonly climbs?: true;
  /** Without a file it runs tasks of its own. */
  readonly isOptional?: true;
  /** Null: the call runs no task of the file. */
  readonly task: (text: string, running: Running, reading: OptionReading, frame: Frame) => Task | null;
}

const packages: TaskRunner = { files: ["package.json"], climbs: true, task: packageTask };
const makefiles: TaskRunner = {
  files: ["GNUmakefile", "makefile", "Makefile"],
  fileOption: "-f",
  isOptional: true,
  task: makeTask,
};
const justfiles: TaskRunner = {
  files: ["justfile", ".justfile", "Justfile"],
  fileOption: "-f",
  climbs: true,
  task: justTask,
};

const runners: { readonly [program: string]: TaskRunner } = {
  npm: packages,
  pnpm: packages,
  yarn: packages,
  bun: packages,
  cnpm: packages,
  tnpm: packages,
  make: makefiles,
  just: justfiles,
};

/** How many folders above are looked in. */
const MOST_ABOVE = 4;

/** Reads the task that a call runs; false: it is not known, or the call runs none. `name` is what it is listed as. */
export function followTask(running: Running, name: string): boolean {
  const { call, frame, reading, invocation } = running;
  const program = tableOf(call, frame.reader.environment.programs)?.name ?? "";
  const runner = Object.hasOwn(runners, program) ? runners[program] : undefined;
  if (runner === undefined || reading === null || reading.dryRun || frame.reader.environment.files === undefined)
    return false;
  const found = definition(runner, reading, frame);
  const task = found === null ? null : runner.task(found.text, running, reading, found.frame);
  if (found === null || task === null) return false;
  const path = pathKey(found.file, found.frame);
  const what = { kind: "task", name, call, path: `${path} ${task.goal}`, isProcess: true } as const;
  const more = { hasArguments: task.parameters.length > 0, ...(task.isPart !== true && { files: [path] }) };
  const redirects = [...frame.redirects, ...invocation.redirects];
  follow({ ...what, ...more, isPart: task.isPart === true }, found.frame, (inner) => {
    if (task.isOpen && inner.file !== null) inner.file.isOpen = true;
    return runTexts(task, name, invocation.env, { ...inner, redirects, feed: invocation.feed });
  });
  return true;
}

function runTexts({ codes, parameters }: Task, label: string, env: ReadonlyMap<string, Text>, frame: Frame): Output {
  const options = { label, parameters, process: true, env };
  const outputs = codes.map((code) => runCode(known(code), options, frame));
  return outputs.length === 0 ? silent : { ...joined(outputs), text: null, status: "unknown" };
}

interface Definition {
  readonly file: string;
  readonly text: string;
  /** Where its tasks run. */
  readonly frame: Frame;
}

function definition(
  { files, fileOption, climbs, isOptional }: TaskRunner,
  reading: OptionReading,
  frame: Frame,
): Definition | null {
  const named = fileOption === undefined ? undefined : optionValues(reading, fileOption).at(-1);
  if (named !== undefined) {
    const text = named.kind === "literal" ? diskText(named.text, frame) : undefined;
    return typeof text === "string" ? { file: named.text, text, frame } : null;
  }
  let at = frame;
  for (let level = 0; level <= (climbs === true ? MOST_ABOVE : 0); level++) {
    if (level > 0) at = inFolder(joinFolder({ kind: "literal", text: ".." }, at), at);
    for (const file of files) {
      const text = diskText(file, at);
      if (typeof text === "string") return { file, text, frame: at };
      if (text === undefined) return null;
    }
  }
  return isOptional === true && files[0] !== undefined ? { file: files[0], text: "", frame } : null;
}

/** Options that choose other packages than the one of this folder. */
const elsewhere = ["-w", "--workspace", "--workspaces", "--filter", "-r", "--recursive", "-g", "--global"];
const running = new Set(["run", "run-script", "rum", "urn"]);
const namedScripts: { readonly [subcommand: string]: string } = {
  test: "test",
  t: "test",
  tst: "test",
  start: "start",
  stop: "stop",
  restart: "restart",
};
const installs = new Set(["install", "ci", "i", "install-test", "it"]);

function packageTask(text: string, { invocation, name, call }: Running, reading: OptionReading): Task | null {
  if (elsewhere.some((flag) => hasOption(reading, flag))) return null;
  const scripts = packageScripts(text);
  const [subcommand] = reading.path;
  const isNpm = /^[ct]?npm$/.test(name);
  // Without a word, yarn installs.
  if (installs.has(subcommand ?? "") || (name === "yarn" && call.args.length === 0)) {
    if (reading.operands.length > 0 || hasOption(reading, "--ignore-scripts") || scripts === null) return null;
    return { ...packagePlan(scripts, installing, null), goal: "install", parameters: [], isPart: true };
  }
  const isNamed = subcommand === undefined || running.has(subcommand);
  if (subcommand === undefined && isNpm) return null;
  const own = Object.hasOwn(namedScripts, subcommand ?? "")
    ? namedScripts[subcommand ?? ""]
    : isNpm
      ? undefined
      : subcommand;
  const goal = isNamed
    ? reading.operands[0]
    : own === undefined
      ? undefined
      : ({ kind: "literal", text: own } as const);
  if (goal === undefined || goal.kind !== "literal") return null;
  // `npm run` of a broken file fails, and it is not known what it was meant to be.
  if (scripts === null) return { codes: [], isOpen: true, goal: goal.text, parameters: [] };
  // Another word is a program of a package.
  if (!scripts.has(goal.text) && (subcommand === undefined || !isNamed) && !isNpm) return null;
  const words = invocation.fields.slice(1);
  const after = isNamed ? (reading.places[0] ?? -1) : words.findIndex(({ text: word }) => word.text === subcommand);
  const rest = words
    .slice(after + 1)
    .filter(({ text: word }, i, all) => word.text !== "--" || all.findIndex((one) => one.text.text === "--") !== i);
  // npm keeps options before `--` for itself.
  const mark = words.findIndex(({ text: word }) => word.text === "--");
  const parameters = rest.filter(
    (field) => !isNpm || !field.text.text.startsWith("-") || (mark !== -1 && words.indexOf(field) > mark),
  );
  return {
    ...packagePlan(
      scripts,
      [`pre${goal.text}`, goal.text, `post${goal.text}`],
      parameters.length > 0 ? goal.text : null,
    ),
    goal: goal.text,
    parameters: parameters.map((field) => field.storedText),
  };
}

function makeTask(text: string, _: Running, reading: OptionReading, frame: Frame): Task | null {
  if (reading.operands.some(({ kind }) => kind !== "literal") || hasOption(reading, "-E")) return null;
  const variables = new Map<string, string>();
  const goals: string[] = [];
  for (const { text: word } of reading.operands) {
    const assigned = /^([\w.-]+)\s*[:?+]?=([\s\S]*)$/.exec(word);
    if (assigned === null) goals.push(word);
    else variables.set(assigned[1] ?? "", assigned[2] ?? "");
  }
  const plan = makePlan(text, { goals, variables, include: (path) => diskText(path, frame) });
  return { ...plan, goal: goals.join(" "), parameters: [] };
}

function justTask(text: string, _: Running, reading: OptionReading): Task | null {
  if (reading.operands.some(({ kind }) => kind !== "literal")) return null;
  if (["-l", "--evaluate", "--choose", "-c"].some((flag) => hasOption(reading, flag))) return null;
  const words = reading.operands.map((word) => word.text);
  return {
    ...justPlan(
      text,
      words.filter((word) => !/^\w+=/.test(word)),
    ),
    goal: words.join(" "),
    parameters: [],
  };
}

// The world as Node sees it: answers the facts that conditions ask for, one key at a time.
// Everything is synchronous, bounded and never throws; a fact that cannot be determined is undefined, and its condition unknown.

import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import type { FactValue } from "../../language/contract.ts";
import { diskAnswers, questionOf } from "../../language/disk/answer.ts";
import type { Disk } from "../../language/disk/disk.ts";
import { encodeListing, type SameQuestion } from "../../language/listing.ts";
import { isAbsent } from "../../language/load-error.ts";
import { listArchive } from "./archives/list-archive.ts";
import type { FactFound } from "./fact-found.ts";
import { gitBranch } from "./git-branch.ts";
import { gitUpstream } from "./git-upstream.ts";
import { kubeContext } from "./kube-context.ts";
import { nodeDisk } from "./node-disk.ts";
import { sameFiles } from "./same-file.ts";

/** The folders of the event that asks. */
export interface FactPlace {
  readonly workdir: string;
  readonly cwd: string;
}

/** Answers a fact; null when it is absent, undefined when it cannot be determined. */
export type NodeWorld = (key: string, place: FactPlace) => FactValue | undefined;

interface Machine {
  readonly environment: NodeJS.ProcessEnv;
  /** How long the questions about many files of one event may take, all together. */
  readonly walkMs: number;
}

type Gather = (argument: string, place: FactPlace, machine: Machine) => FactValue | undefined;

type Read = (folder: string, machine: Machine) => FactFound;

/** Facts that are read from files. Their argument is the folder they are about; without one it is the project's. */
const readers: { readonly [fact: string]: Read } = {
  git_branch: gitBranch,
  git_upstream: gitUpstream,
  kube_context: (_, { environment }) => kubeContext(environment),
};

function readFact(fact: string, folder: string, place: FactPlace, machine: Machine): FactFound | undefined {
  const at = folder === "" ? place.workdir : folder;
  return isAbsolute(at) && Object.hasOwn(readers, fact) ? readers[fact]?.(at, machine) : undefined;
}

/** Why such a fact cannot be determined. */
function reasonOf(key: string, place: FactPlace, machine: Machine): string | undefined {
  const colon = key.indexOf(":");
  const found =
    colon === -1
      ? readFact(key, "", place, machine)
      : readFact(key.slice(0, colon), key.slice(colon + 1), place, machine);
  return found !== undefined && "why" in found ? found.why : undefined;
}

const gatherers: { readonly [fact: string]: Gather } = {
  file_exists: fileExists,
  ...Object.fromEntries(
    Object.keys(readers).map((fact): [string, Gather] => [
      fact,
      (folder, place, machine) => {
        const found = readFact(fact, folder, place, machine);
        return found !== undefined && "value" in found ? found.value : undefined;
      },
    ]),
  ),
  why: reasonOf,
  env: (name, _, { environment }) => environmentOf(environment, name),
  realpath: (path, place) => realPathOf(path, place.cwd),
  ...Object.fromEntries(
    Object.entries(diskAnswers).map(([fact, answer]): [string, Gather] => [
      fact,
      (argument, place, machine) => answer(argument, diskFor(place, machine)),
    ]),
  ),
  archive: (path) => (isAbsolute(path) ? listArchive(path) : undefined),
  same: sameAs,
};

/** Half of the time is for walks: what they leave open has to be decided and answered too. */
const DEADLINE_MS = 5000;
const SHARE_OF_WALKS = 0.5;

/** The facts of this machine, as language/listing.ts and docs/operate/embedding.md name them. */
export function worldOf(environment: NodeJS.ProcessEnv, deadlineMs = DEADLINE_MS): NodeWorld {
  const machine: Machine = { environment, walkMs: deadlineMs * SHARE_OF_WALKS };
  return (key, place) => {
    const colon = key.indexOf(":");
    const fact = colon === -1 ? key : key.slice(0, colon);
    if (!Object.hasOwn(gatherers, fact)) return undefined;
    try {
      return gatherers[fact]?.(colon === -1 ? "" : key.slice(colon + 1), place, machine);
    } catch {
      return undefined;
    }
  };
}

/** With the environment of this process. */
export const nodeWorld: NodeWorld = worldOf(process.env);

/** When the first question about many files was asked, by the event that asked it. */
const began = new WeakMap<FactPlace, number>();

function diskFor(place: FactPlace, { walkMs }: Machine): Disk {
  const start = began.get(place) ?? performance.now();
  began.set(place, start);
  return nodeDisk(() => performance.now() - start > walkMs);
}

function sameAs(argument: string, place: FactPlace, machine: Machine): FactValue | undefined {
  const question = questionOf<SameQuestion>(argument);
  const found = question === undefined ? undefined : sameFiles(question, diskFor(place, machine));
  return found === null || found === undefined ? found : encodeListing(found);
}

function environmentOf(environment: NodeJS.ProcessEnv, name: string): FactValue {
  return Object.hasOwn(environment, name) ? (environment[name] ?? null) : null;
}

/**
 * A regular file inside the workspace, links followed. A folder is not a file.
 * A path or a link that leaves the workspace is undetermined: a rule about the project must not be answered from elsewhere.
 */
function fileExists(path: string, place: FactPlace): boolean | undefined {
  if (!isAbsolute(place.workdir)) return undefined;
  const root = realpathSync.native(place.workdir);
  const full = resolve(root, path);
  if (!isInside(root, full)) return undefined;
  try {
    const real = realpathSync.native(full);
    return isInside(root, real) ? statSync(real).isFile() : undefined;
  } catch (caught) {
    return isAbsent(caught) ? false : undefined;
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path really leads: the real path of its deepest existing ancestor plus the rest. */
function realPathOf(path: string, cwd: string): string | undefined {
  if (!isAbsolute(path) && !isAbsolute(cwd)) return undefined;
  const full = resolve(cwd, path);
  try {
    // Many written files do not exist yet, and an exception costs more than these checks.
    if (lstatSync(full, { throwIfNoEntry: false }) === undefined) return walk(full);
    return realpathSync.native(full);
  } catch (caught) {
    return isAbsent(caught) || full.split(sep).some(isTooLong) ? walk(full) : undefined;
  }
}

/** No file system has such a name: a long number among the words of a command, not a file. */
const isTooLong = (name: string): boolean => Buffer.byteLength(name) > 255;

/** As many links as Linux follows in one path. */
const MAX_LINKS = 40;
const MAX_STEPS = 4096;

/**
 * Resolves part by part. Needed for a path that does not exist yet: a link that dangles still says
 * where a write would land (`notes -> /etc/cron.d/new`), and the real path of the parent alone would hide it.
 */
function walk(full: string): string | undefined {
  const root = parse(full).root;
  const pending = partsOf(full, root).reverse();
  let real = root;
  let links = 0;
  for (let steps = 0; pending.length > 0; steps++) {
    if (steps > MAX_STEPS) return undefined;
    const part = pending.pop() ?? "";
    if (part === "..") real = dirname(real);
    else {
      const next = join(real, part);
      const target = isTooLong(part) ? null : linkOf(next);
      if (target === undefined) return undefined;
      if (target === null) real = next;
      else {
        if (++links > MAX_LINKS) return undefined;
        if (isAbsolute(target)) real = parse(target).root;
        pending.push(...partsOf(target, isAbsolute(target) ? parse(target).root : "").reverse());
      }
    }
  }
  return real;
}

function partsOf(path: string, root: string): string[] {
  return path
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== "" && part !== ".");
}

/** A link's target; null when it is no link or does not exist; undefined when it cannot be determined. */
function linkOf(path: string): string | null | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : null;
  } catch (caught) {
    return isAbsent(caught) ? null : undefined;
  }
}

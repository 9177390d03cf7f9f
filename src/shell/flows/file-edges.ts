// Files as a path for data: a file that one call writes and a later one reads or runs.

import { TRUE, UNKNOWN } from "../../language/truth.ts";
import { placed } from "../effects/draft/effect-draft.ts";
import { codeVariable } from "../embedded/code-variables.ts";
import { programName } from "../programs/table/program-name.ts";
import type { Word } from "../syntax/model.ts";
import type { CallFacts, Edge } from "./flows.ts";

/** Edges from every writer to the later calls that use the file. */
export function fileEdges(facts: readonly CallFacts[]): readonly Edge[] {
  const edges: Edge[] = [];
  const writers = new Map<string, CallFacts[]>();
  /** Programs written to a folder where the shell looks for them. */
  const installed = new Map<string, readonly CallFacts[]>();
  addPipeWriters(writers, facts);
  for (const fact of facts) {
    for (const { word, into, isTask } of usesOf(fact)) {
      if (writers.size === 0) break;
      const path = plainPath(word.text);
      const places = placesAbove(path);
      for (const place of places.length > DEEPEST ? writers.keys() : places) {
        for (const { call, options } of writers.get(place) ?? []) {
          // A project fetched as a whole has its own tasks, and running them is ordinary work.
          if (call.id === fact.call.id || (isTask === true && place !== path)) continue;
          const isWhole =
            (place === path && word.kind === "literal") || (places.length <= DEEPEST && options?.path[0] === "clone");
          edges.push({ from: call.id, to: fact.call.id, by: "file", into, certain: isWhole ? TRUE : UNKNOWN });
        }
      }
    }
    for (const writer of installed.get(bareName(fact)) ?? [])
      edges.push({ from: writer.call.id, to: fact.call.id, by: "file", into: "code", certain: TRUE });
    for (const word of fact.effects.writes.items) {
      // A file from `mktemp` is known only by its pattern: another one may be meant.
      if (word.kind === "dynamic") continue;
      const path = plainPath(word.text);
      const name = programPlace.exec(path)?.[1];
      if (name !== undefined) installed.set(name, [...(installed.get(name) ?? []), fact].slice(-8));
      const known = writers.get(path);
      if (known === undefined) writers.set(path, [fact]);
      else known.push(fact);
    }
  }
  return edges;
}

/** The writer of a named pipe may come after its reader: `mkfifo p; sh < p & curl ... > p`. */
function addPipeWriters(writers: Map<string, CallFacts[]>, facts: readonly CallFacts[]): void {
  const pipes = new Set<string>();
  for (const { call, effects } of facts)
    if (/^mk(?:fifo|nod)$/.test(programName(call) ?? ""))
      for (const { kind, text } of effects.writes.items) if (kind === "literal") pipes.add(plainPath(text));
  if (pipes.size === 0) return;
  for (const fact of facts)
    for (const { kind, text } of fact.effects.writes.items) {
      const path = kind === "dynamic" ? "" : plainPath(text);
      if (pipes.has(path)) writers.set(path, [...(writers.get(path) ?? []), fact].slice(-8));
    }
}

const programPlace = /(?:^|\/)s?bin\/([^/]+)$/;

/** The name of a program without a table that the shell looks up in PATH; empty for the rest. */
function bareName({ call, options }: CallFacts): string {
  const { kind, text } = call.program;
  return options === null && kind === "literal" && !text.includes("/") ? text : "";
}

const composeFiles = "docker-compose.yml docker-compose.yaml compose.yml compose.yaml";
const makefiles = "Makefile makefile GNUmakefile";

/** Files whose tasks a program runs without an argument that names them. */
const taskFiles: { readonly [program: string]: string } = {
  make: makefiles,
  gmake: makefiles,
  npm: "package.json",
  pnpm: "package.json",
  yarn: "package.json",
  bun: "package.json",
  docker: `Dockerfile ${composeFiles}`,
  "docker-compose": composeFiles,
  just: "justfile Justfile",
  task: "Taskfile.yml",
  rake: "Rakefile",
  gradle: "build.gradle build.gradle.kts",
  mvn: "pom.xml",
  cargo: "build.rs",
  pip: "setup.py",
  pytest: "conftest.py",
  vagrant: "Vagrantfile",
  tox: "tox.ini",
};

interface Use {
  readonly word: Word;
  readonly into: Edge["into"];
  /** Not named, but looked for by default. */
  readonly isTask?: true;
}

/** The files that a call reads or runs, or that are its program. */
function usesOf({ call, effects, code }: CallFacts): readonly Use[] {
  const uses: Use[] = [];
  const isPath = call.program.kind !== "dynamic" && call.program.text.includes("/");
  if (isPath) uses.push({ word: placed(call.program, call.cwd), into: "code" });
  for (const word of code.scripts) uses.push({ word: placed(word, call.cwd), into: "code" });
  if (call.stdin.from === "file") uses.push({ word: placed(call.stdin.file, call.cwd), into: "stdin" });
  const program = programName(call);
  const files = program !== null && Object.hasOwn(taskFiles, program) ? taskFiles[program] : undefined;
  for (const name of files?.split(" ") ?? [])
    uses.push({ word: placed({ kind: "literal", text: name }, call.cwd), into: "code", isTask: true });
  for (const name in call.env) {
    const value = call.env[name];
    const holds = value === undefined ? undefined : codeVariable(name)?.holds;
    if (value !== undefined && (holds === "library" || holds === "file"))
      uses.push({ word: placed(value, call.cwd), into: "code" });
  }
  for (const word of effects.reads.items) uses.push({ word, into: "file" });
  return uses.filter(({ word }) => word.kind !== "dynamic");
}

/** `./a//b/../c` is `a/c`. */
function plainPath(text: string): string {
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  const path = parts.join("/");
  return text.startsWith("/") ? `/${path}` : path === "" ? "." : path;
}

/** A deeper path was written to cost time: it may be below anything. */
const DEEPEST = 64;

/** The path itself and the folders it is in. */
function placesAbove(path: string): readonly string[] {
  const places = [path];
  for (let at = path.lastIndexOf("/"); at > 0 && places.length <= DEEPEST; at = path.lastIndexOf("/", at - 1))
    places.push(path.slice(0, at));
  if (!path.startsWith("/") && path !== ".") places.push(".");
  return places;
}

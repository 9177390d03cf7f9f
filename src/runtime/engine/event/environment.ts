// What a policy knows of the machine it runs on: the world that answers facts, the home folder, its own files,
// and where symbolic links lead. One per policy; it never throws, an answer that fails is unknown.

import type { FactValue } from "../../../language/contract.ts";
import type { ShellEngine } from "../../../shell/index.ts";
import type { UserPrograms } from "../../../shell/programs/index.ts";
import { absolute, type Folders, fold, normal, placesOf } from "../paths/paths.ts";
import { lastCommands, type ReadText } from "./last-commands.ts";

/** Answers facts about the machine. `at` is the folder of the call; undefined means that the fact cannot be determined. */
export type World = (key: string, at: { readonly workdir: string; readonly cwd: string }) => FactValue | undefined;

export interface Environment {
  readonly home: string | undefined;
  readonly foldedHome: string | undefined;
  /** Folders and files of policyc itself, absolute and folded: found when first needed, and looked at again. */
  readonly own: readonly string[];
  /** The same as they are written. */
  readonly ownPaths: readonly string[];
  /** Reads command lines; undefined in a policy that never reads one. */
  readonly shell: ShellEngine | undefined;
  readonly programs: UserPrograms;
  readonly readText: ReadText | undefined;
  /** Rules ask which files the session wrote. */
  readonly keepsFiles: boolean;
  ask(key: string, at: { readonly workdir: string; readonly cwd: string }): FactValue | undefined;
  places(of: Folders, roots: readonly string[], folded: boolean): readonly string[] | undefined;
  /** Folders named in rules that are symbolic links, with where they lead: found when first needed, and looked at again. */
  aliases(): readonly FolderAlias[];
}

export interface FolderAlias {
  readonly folder: string;
  readonly target: string;
}

export interface EnvironmentOptions {
  readonly world: World | undefined;
  readonly home: string | undefined;
  readonly own: readonly string[];
  /** Absolute and home-relative folders that rules name. */
  readonly namedFolders: readonly string[];
  readonly shell?: ShellEngine;
  readonly programs?: UserPrograms;
  readonly keepsFiles?: boolean;
}

/** A policy may run for days while links change. A result is cached for this long, because there are hundreds of folders. */
const LOOK_AGAIN_MS = 1000;

function lookedUp<T>(look: () => T): () => T {
  let found: { readonly value: T; readonly at: number } | undefined;
  return () => {
    const now = Date.now();
    // A clock that was set back must not extend the life of a result.
    if (found === undefined || now < found.at || now - found.at > LOOK_AGAIN_MS) found = { value: look(), at: now };
    return found.value;
  };
}

export function environmentOf(options: EnvironmentOptions): Environment {
  const { world, home } = options;
  const ask: Environment["ask"] = (key, at) => {
    try {
      return world?.(key, at);
    } catch {
      return undefined;
    }
  };
  const nowhere = { workdir: "/", cwd: "/" };
  const real = (path: string): string | undefined => {
    const answer = ask(`realpath:${path}`, nowhere);
    return typeof answer === "string" ? normal(answer) : undefined;
  };
  const own = lookedUp((): { readonly paths: readonly string[]; readonly folded: readonly string[] } => {
    const paths = options.own.flatMap((path) => {
      const written = normal(path);
      return [...new Set([written, real(written) ?? written])];
    });
    return { paths, folded: paths.map(fold) };
  });
  const aliases = lookedUp((): readonly FolderAlias[] =>
    options.namedFolders.flatMap((name) => {
      const folder = absolute(name, "/", home);
      const target = folder === undefined ? undefined : real(folder);
      return folder === undefined || target === undefined || target === folder ? [] : [{ folder, target }];
    }),
  );
  let places = new WeakMap<Folders, Map<string, readonly string[] | undefined>>();
  let remembered = 0;

  return {
    home,
    foldedHome: home === undefined ? undefined : fold(normal(home)),
    get own() {
      return own().folded;
    },
    get ownPaths() {
      return own().paths;
    },
    shell: options.shell,
    readText: options.shell === undefined ? undefined : lastCommands(options.shell),
    programs: options.programs ?? {},
    keepsFiles: options.keepsFiles === true,
    ask,
    places(of, roots, folded) {
      let byRoots = places.get(of);
      if (byRoots === undefined) {
        byRoots = new Map();
        places.set(of, byRoots);
      }
      const key = `${folded}\0${roots.join("\0")}`;
      if (byRoots.has(key)) return byRoots.get(key);
      // Workdirs are few; a host that makes one per event must not make this grow.
      if (++remembered > 10_000) {
        places = new WeakMap();
        remembered = 0;
      }
      const found = placesOf(of, roots, home, folded);
      byRoots.set(key, found);
      return found;
    },
    aliases,
  };
}

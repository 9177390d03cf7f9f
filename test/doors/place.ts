// Where one door is asked: a home folder with a project and the bundle in it, fresh, and with paths as long as in every other
// place, so that replies differ in nothing but the names of folders.

import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runFolder } from "../run-folder.ts";
import { buildIn } from "../runtime/built-policy.ts";
import { policyText, STAGE } from "./policy.ts";

export interface Place {
  readonly home: string;
  readonly project: string;
  readonly bundle: string;
  /** Of the bundle as it is now. */
  readonly revision: string;
  /** All that a process started for this place gets. */
  readonly environment: { readonly [name: string]: string };
  /** The bundle as a build with another message leaves it. */
  rebuild(): void;
}

/** The home folder that payloads are written for. */
const HOME = "/home/dev";
export const PROJECT = `${HOME}/shop`;

interface Built {
  readonly folder: string;
  readonly revision: string;
}

let building: Promise<readonly [Built, Built]> | null = null;

/** Two revisions of the same rules, built once. */
async function builtPolicies(): Promise<readonly [Built, Built]> {
  const folder = runFolder("doors-");
  const first = await buildIn(folder, policyText(), "first");
  const second = await buildIn(folder, policyText("A second look."), "second");
  return [
    { folder: join(folder, "first"), revision: first },
    { folder: join(folder, "second"), revision: second },
  ];
}

export async function freshPlace(): Promise<Place> {
  building ??= builtPolicies();
  const [first, second] = await building;
  const home = join(runFolder("door-"), "home");
  const project = join(home, "shop");
  const bundle = join(home, "bundle");
  mkdirSync(join(project, "src"), { recursive: true });
  mkdirSync(join(project, ".git"));
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/release/1\n");
  writeFileSync(join(project, "FROZEN"), "");
  cpSync(first.folder, bundle, { recursive: true });
  let { revision } = first;
  return {
    home,
    project,
    bundle,
    get revision() {
      return revision;
    },
    environment: { PATH: process.env.PATH ?? "", HOME: home, ...STAGE },
    rebuild() {
      const next = join(home, "bundle.next");
      cpSync(second.folder, next, { recursive: true });
      renameSync(bundle, join(home, "bundle.old"));
      renameSync(next, bundle);
      ({ revision } = second);
    },
  };
}

/** Texts for this place, and back. */
export const inPlace = (text: string, { home }: Pick<Place, "home">): string => text.replaceAll(HOME, home);
export const outOfPlace = (text: string, { home }: Pick<Place, "home">): string => text.replaceAll(home, HOME);

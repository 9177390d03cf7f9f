// Command lines read with a disk.

import { readCommand } from "../../src/shell/interp/read.ts";
import type { Reading } from "../../src/shell/syntax/model.ts";

export type Disk = { readonly [path: string]: string | undefined };

/** Files that are not listed do not exist; `undefined` cannot be read. */
export function readWith(
  command: string,
  disk: Disk,
  matches: (glob: string) => readonly string[] = () => [],
  isFresh: (path: string) => boolean = () => true,
): Reading {
  const files = (path: string): string | null | undefined => (Object.hasOwn(disk, path) ? disk[path] : null);
  return readCommand(command, { home: "/home/dev", shell: "bash", programs: {}, files, matches, isFresh });
}

/** Each command behind what led to it. */
export const lines = ({ calls }: Reading): readonly string[] =>
  calls.map(({ program, args, via }) => [...via, [program, ...args].map(({ text }) => text).join(" ")].join(" -> "));

export const listed = ({ external }: Reading): readonly string[] =>
  external.map((one) => `${one.kind} ${one.name}${one.followed === true ? " followed" : ""}`);

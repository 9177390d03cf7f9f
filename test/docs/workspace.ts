// The repository as the document tests see it, and a scratch folder for what they write.

import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const packsDir = join(root, "policies");

/** The files below a folder of the repository, as paths from its root, in order. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

/** Every document: those at the root of the repository, and all of docs/ and examples/. */
export const documents: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...["docs", "examples"].flatMap(filesBelow).filter((name) => name.endsWith(".md")),
];

export const isUpdate = process.env.UPDATE === "1";

export const readDocument = (name: string): string => readFileSync(join(root, name), "utf8");

/** A folder that is gone when the test is over. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-docs-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A scratch folder with one policy in it; gives the options to compile it. */
export function scratchPolicy(
  text: string,
  name = "example.policy",
): { readonly cwd: string; readonly packsDir: string } {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, name), text);
  return { cwd, packsDir };
}

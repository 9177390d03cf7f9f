// Builds a.policy of a folder, once or until it is killed: a process of its own for tests.
// node build-child.mjs COMPILER CWD PACKS OUT [again]

import { pathToFileURL } from "node:url";

const [compiler, cwd, packsDir, outDir, again] = process.argv.slice(2);
const { buildBundle } = await import(pathToFileURL(compiler).href);
do {
  const { revision, diagnostics } = await buildBundle(["a.policy"], { cwd, packsDir, outDir });
  if (revision === null) throw new Error(JSON.stringify(diagnostics));
  console.log(revision);
} while (again === "again");

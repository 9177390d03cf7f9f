// Stands in for src/compiler/bundle/part-files.ts in tests: the parts that setup.mjs has just built from the sources.

import { pathToFileURL } from "node:url";
import { partFiles } from "../../src/compiler/bundle/part-files.ts";

const folder = process.env.POLICYC_TEST_PARTS;
if (folder === undefined) throw new Error("test/parts/setup.mjs has not run");

export const { partFile, runHooksFiles, pluginFile } = partFiles(pathToFileURL(`${folder}/`));

// esbuild, loaded by those who have something for it to do. By `require`, as Node takes twice as long to import a CommonJS
// module: it reads the text once more to find the names that are exported.

import { createRequire } from "node:module";

export const loadEsbuild = (): typeof import("esbuild") => createRequire(import.meta.url)("esbuild");

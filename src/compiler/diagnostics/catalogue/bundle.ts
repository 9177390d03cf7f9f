// P6xx: bundle and signature. Those of loading live with the runtime; the ones below come from building.

import { loadCodes } from "../../../language/codes.ts";
import type { Entry } from "./entry.ts";

export const bundleCodes = {
  ...loadCodes,
  P620: {
    slug: "output-occupied",
    severity: "error",
    message: "the output folder cannot be replaced by a bundle: {why}",
    help: "name a folder that is empty, does not exist yet, or holds a bundle of policyc and nothing else",
    explain:
      "A build replaces its output folder as a whole. A folder with anything but a bundle in it is left alone, so that a mistyped path destroys nothing.",
  },
  P621: {
    slug: "hook-file-unreadable",
    severity: "error",
    message: "cannot read `{file}`, which `file()` names: {why}",
    help: "files of hooks are copied into the bundle: write the path relative to the policy file",
    explain: "A bundle carries every file its hooks use, with its hash. One that is missing now would be missing then.",
  },
} as const satisfies Record<string, Entry>;

// P6xx: bundles. The codes of loading are defined next to the runtime; those below come from building.

import { loadCodes } from "../../../language/codes.ts";
import type { CatalogueEntry } from "./entry.ts";

export const bundleCodes = {
  ...loadCodes,
  P620: {
    slug: "output-occupied",
    severity: "error",
    message: "the output folder cannot be replaced by a bundle: {why}",
    help: "name a folder that does not exist yet, is empty, or contains only a bundle",
    explain:
      "A build replaces its whole output folder. A folder that contains anything but a bundle is not touched, so that a mistyped path destroys nothing.",
  },
  P621: {
    slug: "hook-file-unreadable",
    severity: "error",
    message: "cannot read `{file}`, which is named with `file()`: {why}",
    help: "files of hooks are copied into the bundle; write the path relative to the policy file",
    explain:
      "A bundle contains every file that its hooks use, with its hash. A file that is missing now would be missing when the hook runs.",
  },
} as const satisfies Record<string, CatalogueEntry>;

// Where a project has its policy and its bundle: the defaults that `init`, `build` and `install` share.

import { join } from "node:path";

export const POLICY_FILE = "policies/main.policy";

/** Below the project folder, or below the home folder for all projects. */
export const bundleBelow = (root: string): string => join(root, ".policyc", "bundle");

// Variables in which Devin passes the project folder. Its payloads name no folder at all.

export const projectVariables: readonly string[] = ["DEVIN_PROJECT_DIR"];

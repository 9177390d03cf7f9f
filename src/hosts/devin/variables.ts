// Where Devin says which project a hook is called for. Its payloads name no folder at all.

export const projectVariables: readonly string[] = ["DEVIN_PROJECT_DIR"];

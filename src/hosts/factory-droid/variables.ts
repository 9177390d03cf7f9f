// Where Factory Droid says which project a hook is called for; the first that is set counts.

export const projectVariables: readonly string[] = ["FACTORY_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

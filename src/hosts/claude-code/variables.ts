// Where Claude Code says which project a hook is called for; the first that is set counts.

export const projectVariables: readonly string[] = ["CLAUDE_PROJECT_DIR"];

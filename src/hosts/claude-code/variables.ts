// Variables in which Claude Code passes the project folder; the first one that is set wins.

export const projectVariables: readonly string[] = ["CLAUDE_PROJECT_DIR"];

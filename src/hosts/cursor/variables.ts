// Variables in which Cursor passes the project folder; the first one that is set wins.

export const projectVariables: readonly string[] = ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

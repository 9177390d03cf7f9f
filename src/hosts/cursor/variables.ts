// Where Cursor says which project a hook is called for; the first that is set counts.

export const projectVariables: readonly string[] = ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

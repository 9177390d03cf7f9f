// Variables in which Gemini CLI passes the project folder; the first one that is set wins.

export const projectVariables: readonly string[] = ["GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

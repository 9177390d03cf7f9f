// Variables in which Qwen Code passes the project folder; the first one that is set wins.

export const projectVariables: readonly string[] = ["QWEN_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

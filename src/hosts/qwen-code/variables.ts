// Where Qwen Code says which project a hook is called for; the first that is set counts.

export const projectVariables: readonly string[] = ["QWEN_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

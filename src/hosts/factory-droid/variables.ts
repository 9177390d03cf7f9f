// Variables in which Factory Droid passes the project folder; the first one that is set wins.

export const projectVariables: readonly string[] = ["FACTORY_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];

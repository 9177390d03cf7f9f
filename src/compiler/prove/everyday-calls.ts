// Sixty calls of an ordinary day: what a coding agent runs, reads, writes and fetches while nothing is wrong.

import type { Event } from "./build-event.ts";

const commands: readonly string[] = [
  "ls -la",
  "pwd",
  "cat package.json",
  "cat src/server.ts | head -40",
  "grep -rn createServer src",
  "find . -name '*.test.ts' -not -path './node_modules/*'",
  "sed -n 1,80p src/routes/users.ts",
  "git status",
  "git diff",
  "git log --oneline -10",
  "git add src/server.ts",
  "git commit -m 'server: close idle connections'",
  "git push origin feature/idle",
  "git switch -c feature/idle",
  "git pull --rebase",
  "npm install",
  "npm test",
  "npm run build",
  "npx tsc --noEmit",
  "npx eslint src",
  "node scripts/seed.mjs",
  "python3 -m pytest tests/test_users.py -q",
  "pip install -r requirements.txt",
  "cargo check",
  "go test ./...",
  "make lint",
  "mkdir -p src/routes",
  "mv src/old.ts src/new.ts",
  "docker compose up -d db",
  "curl -s http://localhost:3000/health",
];

const reads: readonly string[] = [
  "README.md",
  "package.json",
  "src/server.ts",
  "src/routes/users.ts",
  "src/db/client.ts",
  "tests/users.test.ts",
  "docs/setup.md",
  "tsconfig.json",
  "src/config.ts",
];

const edits: readonly string[] = [
  "src/server.ts",
  "src/routes/users.ts",
  "tests/users.test.ts",
  "docs/setup.md",
  "src/db/client.ts",
  "package.json",
];

const writes: readonly string[] = ["src/routes/teams.ts", "tests/teams.test.ts", "docs/teams.md", "CHANGELOG.md"];
const searches: readonly string[] = ["createServer", "TODO", "class \\w+Error", "interface User"];
const pages: readonly string[] = ["https://nodejs.org/api/http.html", "https://docs.python.org/3/library/json.html"];

const call = (tool: string, input: { readonly [field: string]: string }): Event => ({
  point: "before_tool_call",
  tool,
  input,
});

export const everydayCalls: readonly Event[] = [
  ...commands.map((command) => call("bash", { command })),
  ...reads.map((path) => call("read", { path })),
  ...edits.map((path) => call("edit", { path, old: "a", new: "b" })),
  ...writes.map((path) => call("write", { path, content: "text\n" })),
  ...searches.map((pattern) => call("search", { pattern, path: "src" })),
  ...pages.map((url) => call("fetch", { url })),
  call("web_search", { query: "node http keep alive timeout" }),
  call("subagent", { task: "find where users are validated" }),
  call("other", {}),
  { ...call("other", {}), tool_name: "TodoWrite" },
  { ...call("mcp", { server: "issues", tool: "list_issues" }), tool_name: "mcp__issues__list_issues" },
];

// A hook process from cold, side by side with the least a Node process can be: the median of interleaved pairs.
// What is compared is first shown to give the right answers.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withBundle } from "./build-policy.mjs";
import { row } from "./decide.mjs";
import { median } from "./measure.mjs";
import { toolRules } from "./policy-text.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const PAIRS = 50;

/** As many rules again as the shell packs do not bring along. */
const SHELL_PACKS = ["deletes", "git-history", "downloads", "exfiltration", "privilege", "secrets"];
export const withShell = (count) => `${SHELL_PACKS.map((name) => `use "shell/${name}"\n`).join("")}${toolRules(count)}`;

const payload = (tool, input) =>
  JSON.stringify({ hook_event_name: "PreToolUse", session_id: "bench", cwd: "/", tool_name: tool, tool_input: input });
export const SAFE = payload("Bash", { command: "git status --short && ls -la src" });
export const FORCED = payload("Bash", { command: "git push --force origin main" });
export const OTHER = payload("TodoWrite", { todos: [] });

export async function hookBench() {
  const state = await mkdtemp(join(tmpdir(), "policyc-bench-state-"));
  try {
    return [
      ...(await withBundle(toolRules(100), (bundle) => compare("100 rules", bundle, state, OTHER))),
      ...(await withBundle(withShell(60), async (bundle) => {
        const said = await runHook(hookOf(bundle, state), FORCED);
        if (!/"permissionDecision":"(?:deny|ask)"/.test(said)) throw new Error(`a forced push gave ${said}`);
        return compare("100 rules with shell packs", bundle, state, SAFE);
      })),
      // All packs, and a session that is counted in, and so written, at every call.
      ...(await withBundle(await readFile(join(root, "policies/recommended.policy"), "utf8"), (bundle) =>
        compare("the recommended policy", bundle, state, SAFE),
      )),
    ];
  } finally {
    await rm(state, { recursive: true, force: true });
  }
}

const hookOf = (bundle, state) => [
  ...[join(root, "dist/policyc.cjs"), "hook", "--agent", "claude-code", "--bundle", bundle, "--state", state],
];

async function compare(what, bundle, state, input) {
  const subjects = {
    bare: ["-e", "0"],
    cli: hookOf(bundle, state),
    direct: [join(bundle, "hook.cjs"), "--agent", "claude-code", "--state", state],
  };
  const [cli, direct] = [await runHook(subjects.cli, input), await runHook(subjects.direct, input)];
  if (cli !== "" || direct !== "") throw new Error(`${what}: not a pass: ${cli}${direct}`);
  const times = { bare: [], cli: [], direct: [] };
  const names = Object.keys(subjects);
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const name of pair % 2 === 0 ? names : [...names].reverse()) {
      const start = process.hrtime.bigint();
      await runHook(subjects[name], input);
      times[name].push(Number(process.hrtime.bigint() - start));
    }
  }
  const [bare, byCli, byItself] = names.map((name) => median(times[name]));
  return [
    row(`policyc hook to a bare node, ${what}`, byCli / bare, "<=", 5),
    { name: `node hook.cjs by itself to a bare node, ${what}`, value: byItself / bare, unit: "x" },
    { name: `bare node -e 0 beside ${what}`, value: bare / 1e6, unit: "ms" },
  ];
}

/** What a process writes to stdout; throws when it fails. Reading more certificates would take a process longer than its start. */
export function runHook(words, input, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      env: { ...env, NODE_EXTRA_CA_CERTS: "" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let stdout = "";
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(stdout) : reject(new Error(`exit code ${code}`))));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

// A bundle written by hand, without the compiler: the loader is tested against files, not against what builds them.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Scope } from "../../src/language/contract.ts";
import { revisionOf } from "../../src/language/revision.ts";
import { sha256Hex } from "../../src/language/sha256.ts";
import { runFolder } from "../run-folder.ts";

export const temporaryFolder = (): string => runFolder("runtime-");

export interface BundleText {
  readonly files: { [name: string]: string };
  readonly manifest: { [field: string]: unknown };
}

/** Says what it was given and blocks whatever names "rm"; throws on "throw". */
const moduleText = (scope: Scope): string => `
globalThis.policycStarted = (globalThis.policycStarted ?? 0) + 1;
export const program = { scope: "${scope}", rules: [{}] };
export const createPolicy = (options) => ({
  options,
  decideSync(event) {
    if (event.throw) throw new Error("the engine broke");
    const blocked = event.input?.command === "rm";
    const at = { workdir: event.workdir ?? "/", cwd: event.cwd ?? "/" };
    const facts = {};
    for (const key of event.ask ?? []) facts[key] = options.world(key, at) ?? "unknown";
    return {
      proceed: !blocked,
      outcome: blocked ? "block" : "pass",
      reasons: blocked ? [{ rule: "no-rm", effect: "block", message: "no", at: "a.policy:1:1", scope: "${scope}" }] : [],
      warnings: [], notes: [], unclear: [], failures: [],
      revision: options.revision, facts,
      ...(options.timed ? { duration_us: 1 } : {}),
      given: { own: options.own, target: options.target, can: event.can && options.can(...event.can) },
    };
  },
  truthOf: () => ({ truth: 0, missing: [] }),
  explain(event) { return { decision: this.decideSync(event), rules: [] }; },
});
`;

/** The text of a valid bundle, to be damaged before it is written. */
export function bundleText(scope: Scope = "user"): BundleText {
  return {
    files: {
      "policy.mjs": moduleText(scope),
      "policy.ts": "export {};\n",
      "hooks.json": '{ "format": 1, "hooks": [] }\n',
      "files/hooks/scan.py": "print(1)\n",
    },
    manifest: {
      format: 1,
      language: 1,
      ir: 1,
      compiler: "0.1.0",
      scope,
      targets: { policyc: [] },
      rules: [
        {
          id: 0,
          name: "no-rm",
          at: "a.policy:1:1",
          points: ["before_tool_call"],
          effects: ["block"],
          shadow: false,
          severity: null,
          owner: null,
          doc: null,
          sentence: "Before a tool call, block.",
          conditions: [{ text: 'tool == "bash"', at: "a.policy:2:8", operands: ["tool"] }],
          witness: null,
        },
      ],
      facts: { before_tool_call: ["git_branch"] },
      labels: [],
      counters: { pushes: [600000] },
      capabilities: ["block"],
      cost: { largestBucket: 1, rulesPerPoint: { before_tool_call: 1 }, testsPerPoint: { before_tool_call: 2 } },
    },
  };
}

/** The manifest as the compiler would write it: with the hashes of the files and the revision. */
export function sealed(text: BundleText): { [field: string]: unknown } {
  const files = Object.fromEntries(Object.entries(text.files).map(([name, content]) => [name, sha256Hex(content)]));
  const manifest = { ...text.manifest, files };
  return { ...manifest, revision: revisionOf(manifest, files) };
}

/** Writes the files and a manifest (the sealed one unless given) and returns the folder. */
export function writeBundle(text: BundleText = bundleText(), manifest: unknown = sealed(text)): string {
  const dir = join(temporaryFolder(), "bundle");
  mkdirSync(dir);
  for (const [name, content] of Object.entries(text.files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
  writeFileSync(
    join(dir, "manifest.json"),
    typeof manifest === "string" ? manifest : JSON.stringify(manifest, null, 2),
  );
  return dir;
}

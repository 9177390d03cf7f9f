// The shipped packs, broken one thing at a time: `check` or `test` must catch every one, or `diff` show by an event what
// changed. Every kind is tried on every pack, at places chosen by the seed; more runs try more places.
// Prints the table.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { analyse } from "../../src/compiler/analyse/front.ts";
import { checks } from "../../src/compiler/check/index.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { diffPolicies } from "../../src/compiler/diff/diff-policies.ts";
import type { Compared } from "../../src/compiler/diff/side.ts";
import { tracesOf } from "../../src/compiler/diff/traces.ts";
import type { Ir } from "../../src/compiler/ir/ir.ts";
import type { Model } from "../../src/compiler/ir/model.ts";
import { type EmittedModule, type Sealed, sealedPolicy } from "../../src/compiler/trial/emitted-policy.ts";
import { runExamples } from "../../src/compiler/trial/examples.ts";
import { runTests } from "../../src/compiler/trial/run-tests.ts";
import { operandValue } from "../../src/runtime/engine/operands.ts";
import { packsDir, root } from "../docs/workspace.ts";
import { emitted } from "../property/harness.ts";
import { sampled, seeded } from "../seeded.ts";
import { breaksOf, kinds } from "./broken-packs.ts";

const { seed, numRuns } = seeded("mutations", 1);

const files = ["std", "shell"].flatMap((folder) =>
  readdirSync(join(packsDir, folder))
    .filter((file) => file.endsWith(".policy"))
    .map((file) => `${folder}/${file}`),
);
const packs = sampled(files, 8);
const cwd = mkdtempSync(join(tmpdir(), "policyc-mutations-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

cpSync(packsDir, join(cwd, "policies"), { recursive: true });

interface Outcome {
  readonly found: readonly string[];
  /** Null when it did not compile. */
  readonly model: Model | null;
}

/** What `check` says, by code, and whether tests fail; the same order of things as the pipeline's. */
async function run(pack: string, text: string): Promise<Outcome> {
  const entry = `policies/${pack}`;
  writeFileSync(join(cwd, entry), text);
  const session = new Session();
  const said = (): readonly string[] => session.diagnostics().map(({ code }) => `check ${code}`);
  const model = analyse([entry], { cwd, packsDir: join(cwd, "policies") }, session);
  if (model === null || session.hasErrors) return { found: said(), model };
  for (const check of checks) check(model, session);
  if (session.hasErrors) return { found: said(), model };
  const sealed = await sealedOf(model.ir);
  runExamples(model, sealed, session);
  if (session.hasErrors) return { found: said(), model };
  const { failed } = runTests(model, model.tests, sealed, session);
  return { found: [...said(), ...(failed > 0 ? ["test"] : [])], model };
}

const sealedOf = async (ir: Ir): Promise<() => Sealed> => {
  const { createPolicy } = await emitted(ir);
  const module = { createPolicy, operandValue } as unknown as EmittedModule;
  return () => sealedPolicy(module, { target: "policyc" });
};

/** What `diff` shows by an event, strongest first; a row that it cannot tell about is no catch. */
async function differences(before: Model, after: Model): Promise<readonly string[]> {
  const sides = [before, after].map((model) => ({ ir: model.ir, traces: tracesOf(model), hookFiles: {} }));
  const { rows } = await diffPolicies(sides as [Compared, Compared], "policyc", sealedOf);
  const told = new Set(rows.map(({ verdict }) => verdict));
  return (["loosened", "mixed", "tightened"] as const)
    .filter((verdict) => told.has(verdict))
    .map((one) => `diff ${one}`);
}

/** A small seeded generator. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

it("catches whatever breaks a pack", async () => {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)];
  const rows = new Map<string, { tried: number; by: Map<string, number> }>();
  const survivors: string[] = [];
  const originals = new Map<string, Outcome>();
  for (const pack of packs) originals.set(pack, await run(pack, readFileSync(join(packsDir, pack), "utf8")));
  for (const pack of packs) {
    const text = readFileSync(join(root, "policies", pack), "utf8");
    const before = originals.get(pack) ?? (await run(pack, text));
    for (const kind of kinds) {
      const places = breaksOf(text, kind);
      const chosen = numRuns >= places.length ? places : Array.from({ length: numRuns }, () => pick(places));
      for (const place of chosen) {
        if (place === undefined) continue;
        const after = await run(pack, place.text);
        const caught = after.found.filter((one) => !before.found.includes(one));
        const row = rows.get(kind) ?? { tried: 0, by: new Map<string, number>() };
        row.tried++;
        if (caught.length === 0 && before.model !== null && after.model !== null)
          caught.push(...(await differences(before.model, after.model)));
        const [by] = caught;
        if (by === undefined) survivors.push(`${pack}: ${kind}: ${place.what}`);
        else row.by.set(by, (row.by.get(by) ?? 0) + 1);
        rows.set(kind, row);
      }
    }
    writeFileSync(join(cwd, "policies", pack), text);
  }
  const table = [...rows].map(([kind, { tried, by }]) => {
    const caught = [...by.values()].reduce((sum, count) => sum + count, 0);
    const ways = [...by].sort(([, a], [, b]) => b - a).map(([way, count]) => `${way} ${count}`);
    return `| ${kind} | ${tried} | ${caught} | ${ways.join(", ")} |`;
  });
  process.stdout.write(["| broken | tried | caught | by |", "|---|---|---|---|", ...table, ""].join("\n"));
  expect([...rows.keys()]).toEqual(expect.arrayContaining([...kinds]));
  expect(survivors).toEqual([]);
});

// `policyc packs` lists every pack and profile with its rules and parameters, as they compile.

import { expect, it } from "vitest";
import { readPack } from "../../src/cli/show/read-pack.ts";
import { PACKS_VERSION, packNames } from "../../src/compiler/analyse/files/packs.ts";
import { checkPolicies } from "../../src/compiler/index.ts";
import { packsDir, scratchPolicy } from "../docs/workspace.ts";

const names = packNames(packsDir);

it("knows every rule of the strict profile, and what it does", async () => {
  const { model } = await checkPolicies(["example.policy"], scratchPolicy('use "profile/strict"\n'));
  const known = new Map(names.flatMap((name) => readPack(name, packsDir).rules.map((rule) => [rule.name, rule])));
  for (const rule of model?.ir.rules ?? []) {
    const found = known.get(rule.name);
    expect(found?.points, rule.name).toEqual(rule.points);
    expect(found?.severity, rule.name).toEqual(rule.severity);
    expect(found?.effects.map((chain) => chain.split(" else ").length)).toEqual(
      rule.effects.map(({ length }) => length),
    );
  }
});

it("says of each what it is for, and what each parameter means", () => {
  for (const name of names) {
    const { about, parameters, uses } = readPack(name, packsDir);
    expect(about, name).not.toBe("");
    for (const one of parameters) expect([name, one.name, one.default === ""]).toEqual([name, one.name, false]);
    for (const { pack } of uses) if (!pack.endsWith(".policy")) expect(names).toContain(pack);
  }
});

it("has one version for all", () => {
  expect(PACKS_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});

// Every rule of the shipped packs can be shown to fire without its own examples.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { analyse } from "../../src/compiler/analyse/front.ts";
import { emitCode } from "../../src/compiler/bundle/bundle.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { showRules } from "../../src/compiler/prove/show-rules.ts";
import { sealEmitted } from "../../src/compiler/trial/emitted-policy.ts";
import { packsDir, root } from "../docs/workspace.ts";

const packs = ["std", "shell"].flatMap((folder) =>
  existsSync(join(packsDir, folder))
    ? readdirSync(join(packsDir, folder))
        .filter((file) => file.endsWith(".policy"))
        .map((file) => join("policies", folder, file))
    : [],
);

it("finds an event for every rule of the packs", async () => {
  const session = new Session();
  const model = analyse(packs, { cwd: root, packsDir }, session);
  if (model === null) throw new Error(session.diagnostics()[0]?.message);
  const { linked } = await emitCode(model.ir);
  const sealed = sealEmitted(linked, model.ir.targets[0] ?? "policyc");
  const witnesses = showRules({ ...model, examples: [] }, sealed, session);
  const unsolved = model.ir.rules.filter((rule) => witnesses[rule.id] === null).map((rule) => rule.name);
  process.stdout.write(`witnesses: ${model.ir.rules.length - unsolved.length} of ${model.ir.rules.length} rules\n`);
  expect(unsolved).toEqual([]);
  expect(model.ir.rules.length).toBeGreaterThan(80);
});

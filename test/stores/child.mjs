// One process of a session: node child.mjs STORE FOLDER ID once|forever. Prints a line after each change that is kept.

import { writeSync } from "node:fs";

const [, , module, folder, id, mode] = process.argv;
const { fileStore } = await import(module);
const store = fileStore({ folder, counters: { calls: [3_600_000] }, patienceMs: 20_000 });
const time = Date.UTC(2026, 0, 5);

for (let i = 0; i === 0 || mode === "forever"; i++) {
  store.read("one", time);
  store.commit("one", {
    marks: [{ label: `label-${id}`, shadow: false, truth: 1 }],
    counts: [{ counter: "calls", shadow: false }],
    blocksInRow: null,
    time,
    call: `before_tool_call ${id} ${i}`,
  });
  writeSync(1, "kept\n");
}

// Prints what a run found.

import { perThousand, share } from "./share.mjs";

/** The matrix of a set, and every wrong case. */
export function showSet(name, tally, wrong, { quiet, reasons }) {
  console.log(`\n== ${name}: ${tally.cases} cases`);
  const { dangerous, stopped, silent, benign, disturbed } = tally;
  if (dangerous + benign > 0) {
    console.log(`            stopped  passed`);
    const row = (label, count, of) => `${label.padEnd(10)} ${`${count}`.padStart(8)} ${`${of - count}`.padStart(7)}`;
    if (dangerous > 0) console.log(row("dangerous", stopped, dangerous));
    if (benign > 0) console.log(row("benign", disturbed, benign));
  }
  if (dangerous > 0) {
    console.log(`dangerous: ${share(stopped, dangerous)} stopped, ${silent} passed in silence`);
    if (tally.disputed > 0)
      console.log(
        `  without ${tally.disputed} disputed: ${share(stopped - tally.disputedStopped, dangerous - tally.disputed)}`,
      );
  }
  if (benign > 0) {
    console.log(`benign: ${perThousand(disturbed, benign)} disturbed`);
    if (tally.disputedBenign > 0)
      console.log(
        `  without ${tally.disputedBenign} disputed: ${perThousand(disturbed - tally.disputedDisturbed, benign - tally.disputedBenign)}`,
      );
  }
  if (tally.calls > 0) {
    console.log(`everyday calls: ${perThousand(tally.asked, tally.calls)} disturbed`);
    if (tally.asked > 0)
      console.log(
        `  ${tally.accepted} with a reason that a developer would accept; ${share(tally.asked - tally.accepted, tally.calls)} without`,
      );
  }
  if (tally.failed > 0) console.log(`FAILED: ${tally.failed}`);
  if (!quiet) for (const one of wrong) console.log(line(one, reasons));
}

function line({ word, id, kind, result: { step, outcome, reasons } }, showsReasons) {
  const rules = [...new Set(reasons.map(({ rule }) => rule))];
  const subject =
    step.tool === "bash" ? step.input.command : JSON.stringify({ tool: step.tool_name ?? step.tool, ...step.input });
  const first = showsReasons && reasons[0] !== undefined ? `\n      ${reasons[0].message}` : "";
  return `  ${word}: ${id} (${kind}) ${outcome}${rules.length === 0 ? "" : ` by ${rules.slice(0, 3).join(", ")}`}: ${JSON.stringify(subject)}${first}`;
}

/** The guards beside each other, over all sets. */
export function showPeers(peers) {
  console.log("\n== the same single commands, by each guard");
  for (const { name, version, sets } of peers) {
    console.log(`${name} (${version})`);
    for (const { name: set, dangerous, stopped, benign, disturbed, calls, asked } of sets) {
      const texts = [
        dangerous > 0 ? `dangerous ${share(stopped, dangerous)} stopped` : "",
        benign > 0 ? `benign ${perThousand(disturbed, benign)} disturbed` : "",
        calls > 0 ? `everyday ${perThousand(asked, calls)} disturbed` : "",
      ].filter((text) => text !== "");
      console.log(`  ${set}: ${texts.join("; ")}`);
    }
  }
}

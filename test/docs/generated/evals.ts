// How the profiles do on commands and sessions, from the run that is recorded in evals/recorded.json.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { interval, percent } from "../../../evals/share.mjs";
import type { Tally } from "../../../evals/tally.mjs";
import { root } from "../workspace.ts";
import { code, fence, list, page, prose, type Row, table } from "./markdown.ts";

interface RecordedSet extends Tally {
  readonly name: string;
  readonly isOwn: boolean;
  readonly about?: string;
}

type PeerCounts = Pick<RecordedSet, "dangerous" | "stopped" | "benign" | "disturbed" | "calls" | "asked">;

interface RecordedEvals {
  readonly policies: readonly { readonly policy: string; readonly sets: readonly RecordedSet[] }[];
  readonly peers: readonly {
    readonly name: string;
    readonly version: string;
    readonly sets: readonly (PeerCounts & { readonly name: string; readonly isOwn: boolean })[];
  }[];
}

const recordedEvals = (): RecordedEvals => JSON.parse(readFileSync(join(root, "evals/recorded.json"), "utf8"));

export const evalPages = (): readonly (readonly [string, string])[] => [
  ["docs/reference/evals.md", evalsPage(recordedEvals())],
];

function evalsPage({ policies, peers }: RecordedEvals): string {
  const standard = policies.find(({ policy }) => policy.includes("profile/standard")) ?? policies[0];
  const { policy, sets } = standard ?? { policy: "", sets: [] };
  return page([
    "# Evals",
    "How the profiles do on commands and sessions: how much of what is dangerous they stop (block or ask about), and how often they disturb ordinary work. Every case is decided on the disk of a small scratch project; no command is run. Shares come with their 95% interval (Wilson).",
    `## What is stopped, with ${code(policy)}`,
    "*Silent* are the dangerous cases that pass without a remark. Suites of other tools call things dangerous that not everybody would (removing `node_modules`, an ordinary push to main, changes of the other tool's own settings), and harmless what not everybody would (printing a stored secret): *undisputed* leaves out such cases, chosen by their form, whether they are stopped or not. One person made the choice.",
    table(
      [
        "Cases",
        "Dangerous, stopped",
        "Of those, undisputed",
        "Silent",
        "Benign, disturbed per 1,000",
        "Of those, undisputed",
      ],
      labelledRows(sets),
    ),
    "The project's own cases are written for the classes of attacks and of ordinary work that policyc should know, so they say what still works, not how it does on something new. The test suites of other tools do: at the first run on the five suites with dangerous cases (GTFOBins apart), before anything was fixed for them, 1,527 of 1,678 undisputed cases were stopped (91.0%). Misses found there have been fixed since, so the figures above are no longer blind either. GTFOBins is the weakest: many of its cases are rarely used options of programs that policyc knows only in part.",
    "## Everyday work, by profile",
    "Commands and recorded sessions without a label, of people and agents. *Without a reason* are the calls that a developer would not want to be asked about, as one person judged.",
    table(["Profile", "Calls", "Disturbed per 1,000", "Of these, without a reason"], everydayRows(policies)),
    ...(peers.length > 1 ? peerParts(peers) : []),
    "## Run them yourself",
    fence(
      "sh",
      "npm run evals                       # the project's own cases\nnpm run evals -- --cases FOLDER     # and others, in the forms that evals/README.md describes\nnpm run evals -- --peers            # other guards too, where they are installed",
    ),
  ]);
}

const rate = (count: number, of: number): string => {
  const [low, high] = interval(count, of);
  return `${count} of ${of} (${percent(count / of)}, ${percent(low)} to ${percent(high)})`;
};

const perThousand = (count: number, of: number): string => {
  const [low, high] = interval(count, of).map((end) => (1000 * end).toFixed(1));
  return `${((1000 * count) / of).toFixed(1)} (${low} to ${high}), ${count} of ${of}`;
};

/** The project's own sets are one row, but for the corpus, which is larger than all others. */
function labelledRows(sets: readonly RecordedSet[]): readonly Row[] {
  const own = sets.filter(({ name, isOwn }) => isOwn && name !== "corpus");
  return [
    { ...sumOf(own), about: `${own.length} classes of attacks and ordinary work (evals/cases)` },
    ...sets.filter(({ name, isOwn }) => !isOwn || name === "corpus"),
  ]
    .filter(({ dangerous, benign }) => dangerous + benign > 0)
    .map((set) => [
      prose(set.about ?? set.name),
      set.dangerous === 0 ? "" : rate(set.stopped, set.dangerous),
      set.dangerous === 0 ? "" : rate(set.stopped - set.disputedStopped, set.dangerous - set.disputed),
      set.dangerous === 0 ? "" : `${set.silent}`,
      set.benign === 0 ? "" : perThousand(set.disturbed, set.benign),
      set.benign === 0 ? "" : perThousand(set.disturbed - set.disputedDisturbed, set.benign - set.disputedBenign),
    ]);
}

const counted = [
  ...(["cases", "dangerous", "stopped", "silent", "disputed", "disputedStopped"] as const),
  ...([
    "benign",
    "disturbed",
    "disputedBenign",
    "disputedDisturbed",
    "calls",
    "asked",
    "accepted",
    "unjudged",
    "failed",
  ] as const),
];

function sumOf(sets: readonly RecordedSet[]): RecordedSet {
  const sum = Object.fromEntries(
    counted.map((name) => [name, sets.reduce((total, set) => total + set[name], 0)]),
  ) as unknown as Tally;
  return { ...sum, name: "own", isOwn: true };
}

const everydayRows = (policies: RecordedEvals["policies"]): readonly Row[] =>
  [...policies]
    .sort((a, b) => (a.policy < b.policy ? -1 : 1))
    .flatMap(({ policy, sets }) =>
      sets
        .filter(({ calls }) => calls > 0)
        .map(({ name, about, calls, asked, accepted }) => [
          `${code(policy)}, ${prose(about ?? name)}`,
          `${calls}`,
          perThousand(asked, calls),
          perThousand(asked - accepted, calls),
        ]),
    );

/** What the guards are asked about is what all of them speak about. */
const speaks: { readonly [peer: string]: string } = {
  "cc-safety-net": "commands and reads of secret files; blocks, never asks; here with its default level",
  nah: "commands, files and other tools; asks or blocks; here with its packaged defaults",
  Dippy:
    "commands, by what is known to be harmless: it asks about everything else, so it disturbs by design; here with no configuration",
  "Gemini policy engine":
    "commands and tools by name and prefix; its default policies ask about nearly every command; here in the default mode",
};

function peerParts(peers: RecordedEvals["peers"]): readonly string[] {
  const total = (sets: (typeof peers)[number]["sets"], of: keyof PeerCounts, isOwn: boolean): number =>
    sets.filter((set) => set.isOwn === isOwn).reduce((sum, set) => sum + set[of], 0);
  const rows = (isOwn: boolean): readonly Row[] =>
    peers.map(({ name, version, sets }) => {
      const sum = (of: keyof PeerCounts): number => total(sets, of, isOwn);
      return [
        name === "policyc" ? `policyc, ${code(version)}` : `${name} ${version}`,
        sum("dangerous") === 0 ? "" : rate(sum("stopped"), sum("dangerous")),
        sum("benign") === 0 ? "" : perThousand(sum("disturbed"), sum("benign")),
        ...(isOwn ? [] : [sum("calls") === 0 ? "" : perThousand(sum("asked"), sum("calls"))]),
      ];
    });
  const others = peers.map(({ name }) => name).filter((name) => Object.hasOwn(speaks, name));
  const head = ["Guard", "Dangerous, stopped", "Benign, disturbed per 1,000"];
  return [
    "## Other guards beside it",
    "The same single commands with the same labels in one run, at most 200 of each set, without the disputed ones. Sessions, other tools and files that exist before the command are left out, since not all guards know them.",
    "Cases of others (their own test suites among them):",
    table([...head, "Everyday, disturbed per 1,000"], rows(false)),
    "The project's own cases, which policyc has been built with:",
    table(head, rows(true)),
    "Each guard has the labels of its own test suite on its side in that suite:",
    table(
      ["Set", ...peers.map(({ name }) => name)],
      (peers[0]?.sets ?? [])
        .filter((set) => !set.isOwn && set.dangerous > 0)
        .map(({ name }) => [
          name,
          ...peers.map(({ sets }) => {
            const set = sets.find((one) => one.name === name);
            return set === undefined
              ? ""
              : `${percent(set.stopped / set.dangerous)}${set.benign > 0 ? `, ${percent(set.disturbed / set.benign)} of benign` : ""}`;
          }),
        ]),
    ),
    "What they speak about:",
    list(others.map((name) => `${name}: ${speaks[name]}`)),
    "Codex's execpolicy compares the first words of commands and ships no rules. Of this profile, `policyc emit codex-rules` can express one rule in that form, so a row would say nothing about Codex; it is left out.",
  ];
}

// A protocol made for these tests: the answer is our own HookResult as JSON, exit 2 blocks, everything else fails.

import { noOpinion, type OneShotProtocol } from "../../src/hosts/shared/one-shot.ts";
import type { Json, Outcome, Point } from "../../src/language/contract.ts";
import type { HookEvent } from "../../src/language/hook-result.ts";
import { points } from "../../src/language/schema.ts";

const outcomes: readonly Outcome[] = ["pass", "allow", "ask", "respond", "block", "stop"];

export const smallProtocol: OneShotProtocol = {
  name: "small",
  timeoutMs: 1000,
  failure: "closed",
  exit: { "0": "answer", "2": "block", other: "failed" },
  blockText: ["json", "stdout", "stderr"],
  blockLine: null,
  blockRemark: (reason) => reason,
  besideBlock: () => null,
  silentBlock: () => null,
  exitText: () => "",
  blocks: Object.keys(points) as Point[],
  cannotBlock: "failed",
  watches: [],
  stdin: "line",
  rewrites: "chain",
  priority: "declaration",
  stdoutCap: "fail",
  environment: (event) => ({ SMALL_POINT: event.point }),
  inherits: ["LANG"],
  cwd: "workdir",
  encode: (event: HookEvent): Json => ({ point: event.point, ...event.fields }),
  decode: (stdout) => {
    if (stdout.trim() === "") return { answer: noOpinion };
    let value: unknown;
    try {
      value = JSON.parse(stdout);
    } catch {
      return { malformed: "it is not JSON" };
    }
    if (typeof value !== "object" || value === null || !("outcome" in value)) return { shape: "there is no outcome" };
    const { outcome } = value;
    const known = outcomes.find((candidate) => candidate === outcome);
    if (known === undefined) return { shape: "the outcome is not known" };
    return { answer: { ...noOpinion, ...value, outcome: known } };
  },
};

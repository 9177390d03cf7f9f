import type { buildBundle } from "../src/compiler/index.ts";
import type { loadPolicy, nodeWorld } from "../src/runtime/index.ts";

export interface EvalCase {
  readonly id: string;
  readonly kind: string;
  readonly label: "dangerous" | "benign" | "everyday" | "attacked";
  /** Why not everybody would call it dangerous, or harmless. */
  readonly disputed?: string;
  readonly steps: readonly object[];
  readonly files?: { readonly [path: string]: string };
}

export interface CaseResult {
  readonly step: { readonly point?: string; readonly isSetup?: boolean; readonly isAttack?: boolean };
  readonly isStopped: boolean;
  readonly isSilent: boolean;
  readonly outcome: string;
  readonly failures: readonly object[];
}

export interface PolicycApi {
  readonly buildBundle: typeof buildBundle;
  readonly loadPolicy: typeof loadPolicy;
  readonly nodeWorld: typeof nodeWorld;
}

export function withPolicy(
  text: string,
  api: PolicycApi,
  use: (decide: (one: EvalCase) => readonly CaseResult[]) => void,
): Promise<void>;

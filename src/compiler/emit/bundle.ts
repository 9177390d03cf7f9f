// Everything a bundle holds, in memory: generated code, hook specs, hook files, the programs around the rules, and the manifest that names them by hash.

import type { Manifest } from "../../runtime/contract.ts";
import { sha256Hex } from "../../runtime/late-crypto.ts";
import { manifestText, revisionOf } from "../../runtime/revision.ts";
import type { Ir } from "../ir.ts";
import type { Witnesses } from "../witness/show-rules.ts";
import { compileHook, type HookTexts } from "./compile-hook.ts";
import { compileModule } from "./compile-module.ts";
import { workerBytes } from "./compile-worker.ts";
import { emitHooks } from "./emit-hooks.ts";
import { emitManifest } from "./emit-manifest.ts";
import { emitModule } from "./emit-module.ts";
import { type LinkedPolicy, textOfLinked } from "./link-parts.ts";
import { compilerVersion } from "./package-files.ts";
import type { BundleFiles } from "./write-bundle.ts";

export interface Emitted {
  readonly policyTs: string;
  /** The text of policy.mjs, in its pieces. */
  readonly linked: LinkedPolicy;
}

export interface Bundle {
  readonly manifest: Manifest;
  /** Every file by its path in the bundle, manifest.json included. */
  readonly files: BundleFiles;
}

export async function emitCode(ir: Ir): Promise<Emitted> {
  const policyTs = emitModule(ir);
  return { policyTs, linked: await compileModule(policyTs) };
}

/** The parts of a bundle that only a build makes: what a check needs is in Emitted. */
export interface Processes extends HookTexts {
  readonly workerMjs: Uint8Array;
}

export async function emitProcesses({ policyTs }: Emitted): Promise<Processes> {
  const [workerMjs, hook] = await Promise.all([workerBytes(), compileHook(policyTs)]);
  return { workerMjs, ...hook };
}

/** `hookFiles` holds the content of what `file()` named, by path in the bundle. */
export function assembleBundle(
  ir: Ir,
  code: Emitted,
  hookFiles: BundleFiles,
  processes: Processes,
  witnesses: Witnesses = [],
): Bundle {
  const encoder = new TextEncoder();
  const content = new Map<string, Uint8Array>([
    ["hook.cjs", encoder.encode(processes.hookCjs)],
    ["hook.txt", encoder.encode(processes.hookTxt)],
    ["hooks.json", encoder.encode(emitHooks(ir))],
    ["ir.json", encoder.encode(`${JSON.stringify(ir)}\n`)],
    ["policy.mjs", encoder.encode(textOfLinked(code.linked))],
    ["policy.ts", encoder.encode(code.policyTs)],
    ["worker.mjs", processes.workerMjs],
    ...hookFiles,
  ]);
  const hashes: { [path: string]: string } = Object.create(null);
  for (const path of [...content.keys()].sort()) hashes[path] = sha256Hex(content.get(path) ?? "");
  const draft = emitManifest(ir, compilerVersion(), witnesses);
  const { format, language, ir: irVersion, compiler, ...rest } = draft;
  const revision = revisionOf(draft, hashes);
  const manifest: Manifest = { format, language, ir: irVersion, compiler, revision, ...rest, files: hashes };
  const files = new Map(content).set("manifest.json", encoder.encode(manifestText(manifest)));
  return { manifest, files };
}

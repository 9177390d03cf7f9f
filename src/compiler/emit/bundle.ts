// Everything a bundle holds, in memory: generated code, hook specs, hook files, the worker, and the manifest that names them by hash.

import type { Manifest } from "../../runtime/contract.ts";
import { revisionOf, sha256Hex } from "../../runtime/revision.ts";
import type { Ir } from "../ir.ts";
import { compileModule } from "./compile-module.ts";
import { emitHooks } from "./emit-hooks.ts";
import { emitManifest, manifestText } from "./emit-manifest.ts";
import { emitModule } from "./emit-module.ts";
import { compilerVersion } from "./package-files.ts";
import type { BundleFiles } from "./write-bundle.ts";

export interface Emitted {
  readonly policyTs: string;
  readonly policyMjs: string;
}

export interface Bundle {
  readonly manifest: Manifest;
  /** Every file by its path in the bundle, manifest.json included. */
  readonly files: BundleFiles;
}

export async function emitCode(ir: Ir): Promise<Emitted> {
  const policyTs = emitModule(ir);
  return { policyTs, policyMjs: await compileModule(policyTs) };
}

/** `hookFiles` holds the content of what `file()` named, by path in the bundle; `worker` is that of worker.mjs. */
export function assembleBundle(ir: Ir, code: Emitted, hookFiles: BundleFiles, worker: Uint8Array): Bundle {
  const encoder = new TextEncoder();
  const content = new Map<string, Uint8Array>([
    ["hooks.json", encoder.encode(emitHooks(ir))],
    ["policy.mjs", encoder.encode(code.policyMjs)],
    ["policy.ts", encoder.encode(code.policyTs)],
    ["worker.mjs", worker],
    ...hookFiles,
  ]);
  const hashes: { [path: string]: string } = Object.create(null);
  for (const path of [...content.keys()].sort()) hashes[path] = sha256Hex(content.get(path) ?? "");
  const draft = emitManifest(ir, compilerVersion());
  const { format, language, ir: irVersion, compiler, ...rest } = draft;
  const revision = revisionOf(draft, hashes);
  const manifest: Manifest = { format, language, ir: irVersion, compiler, revision, ...rest, files: hashes };
  const files = new Map(content).set("manifest.json", encoder.encode(manifestText(manifest)));
  return { manifest, files };
}

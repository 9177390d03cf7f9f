// The packs that ship with policyc, by name, and values for their parameters.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { packsDir } from "../docs/workspace.ts";

export const packs = ["std", "shell"].flatMap((folder) =>
  readdirSync(join(packsDir, folder))
    .filter((file) => file.endsWith(".policy"))
    .map((file) => `${folder}/${file.replace(/\.policy$/, "")}`),
);

/** A value that is not the default, for every parameter of every pack. */
export const otherValues: { readonly [pack: string]: { readonly [param: string]: string } } = {
  "std/acceptance": { "most-open-items": "3" },
  "std/ci": { "ci-files": '["build/**"]', "lock-files": '["**/my.lock"]' },
  "std/completion": { changelog: '"NEWS.md"', "source-files": '["code/**"]' },
  "std/egress": { "allowed-hosts": '["*.internal.example"]' },
  "std/exfiltration": { "trusted-hosts": '["mirror.internal.example"]', "secret-files": '["vault/**"]' },
  "std/mcp": { "allowed-servers": '["tickets"]', "changing-tools": '["write*"]' },
  "std/neocode": {
    "warned-tools": '["filesystem_edit"]',
    warning: '"careful"',
    "context-note": '"Mind the gap."',
    "required-file": '"NOTICE"',
    "missing-file": '"no notice"',
  },
  "std/policy-files": { "policy-files": '["rules/**"]' },
  "std/rates": {
    "fetches-per-10m": "1",
    "writes-per-10m": "1",
    "subagents-per-hour": "1",
    "shell-commands-per-10m": "1",
  },
  "std/secrets": { "allowed-files": '["**/.env.shared"]', "more-secret-files": '["private/**"]' },
  "shell/ci": { "ci-files": '["build/**"]' },
  "shell/deletes": {
    "throwaway-folders": '["**/scratch/**"]',
    "kept-elsewhere": '["~/again/**"]',
    "data-folders": '["/pool/**"]',
  },
  "shell/exfiltration": { "project-hosts": '["*.internal.example"]' },
  "shell/infrastructure": { "destroyed-without-asking": '["hcloud"]' },
  "shell/machine": { "written-without-asking": '["/etc/own/**"]' },
  "shell/permissions": { "access-without-asking": '["vault"]' },
  "shell/publishing": { "deployed-without-asking": '["fly"]' },
  "shell/tunnels": { "tunnels-without-asking": '["tailscale"]' },
  "shell/hosts": { "allowed-hosts": '["*.internal.example"]' },
  "shell/packages": { registries: '["npm.internal.example"]' },
  "shell/persistence": { "startup-files": '["**/.own-login"]' },
  "shell/secrets": { "secret-files": '["vault/**"]', "open-files": '["**/.env.shared"]' },
  "std/unseen": { "always-ask": '["script"]' },
};

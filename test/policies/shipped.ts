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
  "std/completion": { changelog: '"NEWS.md"', "source-files": '["code/**"]' },
  "std/egress": { "allowed-hosts": '["*.internal.example"]' },
  "std/exfiltration": { "trusted-hosts": '["mirror.internal.example"]' },
  "std/files": {
    "startup-files": '["**/.own-login"]',
    "rights-files": '["/data/users"]',
    "open-system-folders": '["/etc/own/**"]',
    "ci-files": '["pipes/**"]',
    "hook-files": '["checks/**"]',
    "git-settings": '["own.gitsettings"]',
    "registry-files": '["**/sources.txt"]',
    "git-data": '["**/.git/HEAD"]',
    "lock-files": '["**/my.lock"]',
    "policy-files": '["rules/**"]',
    "defence-files": '["/data/firewall"]',
    records: '["**/journal.txt"]',
    "throwaway-folders": '["**/scratch/**"]',
  },
  "std/mcp": { "allowed-servers": '["tickets"]', "changing-tools": '["write*"]' },
  "std/neocode": {
    "warned-tools": '["filesystem_edit"]',
    warning: '"careful"',
    "context-note": '"Mind the gap."',
    "required-file": '"NOTICE"',
    "missing-file": '"no notice"',
  },
  "std/rates": {
    "fetches-per-10m": "1",
    "writes-per-10m": "1",
    "subagents-per-hour": "1",
    "shell-commands-per-10m": "1",
  },
  "std/secrets": {
    "secret-files": '["vault/**"]',
    "more-secret-files": '["private/**"]',
    "allowed-files": '["**/.env.shared"]',
    "local-settings": '["**/own.pem"]',
    "throwaway-folders": '["**/scratch/**"]',
  },
  "shell/deletes": {
    "throwaway-folders": '["**/scratch/**"]',
    "kept-elsewhere": '["~/again/**"]',
    "data-folders": '["/pool/**"]',
  },
  "shell/infrastructure": { "destroyed-without-asking": '["hcloud"]' },
  "shell/permissions": { "access-without-asking": '["vault"]' },
  "shell/publishing": { "deployed-without-asking": '["fly"]' },
  "shell/tunnels": { "tunnels-without-asking": '["tailscale"]' },
  "shell/exfiltration": { "project-hosts": '["*.internal.example"]' },
  "shell/git-config": { "own-remotes": '["*.internal.example"]' },
  "shell/packages": { registries: '["npm.internal.example"]', "own-owners": '["own-team"]' },
  "std/unseen": { "always-ask": '["script"]' },
};

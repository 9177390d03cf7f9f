// The rules that protect the agent's own hooks, against commands that name a folder above them or a pattern, on an ordinary
// project; and the ordinary work beside them, which stays quiet.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskOf } from "../disk.ts";
import { isStopped, openPolicy, type Packs } from "./packs.ts";

const HOME = "/home/dev";
const PROJECT = `${HOME}/shop`;

const files = [
  "package.json",
  "src/a.ts",
  "src/lib/b.ts",
  "dist/a.js",
  "docs/index.md",
  ".git/HEAD",
  ".gitignore",
  ".claude/settings.json",
  ".claude/agents/x.md",
];
/** More than a walk looks at. */
const packages = Array.from({ length: 12_000 }, (_, at) => `${PROJECT}/node_modules/p${at % 300}/lib/f${at}.js`);
const disk = diskOf([
  ...files.map((path) => `${PROJECT}/${path}`),
  ...packages,
  `${HOME}/.codex/hooks.json`,
  `${HOME}/.config/opencode/plugin.ts`,
  `${HOME}/notes/a.md`,
]);

let policy: Packs;
beforeAll(async () => {
  policy = await openPolicy("", disk);
});
afterAll(() => policy.close());

describe("an agent does not switch its hooks off", () => {
  test.each([
    "rm -rf .",
    "rm -rf ../shop",
    "cd .. && rm -rf shop",
    "cd .. && mv shop other",
    "mv .. /tmp/x",
    "mv ../shop /tmp/x",
    "chmod -R 000 .",
    "chmod -R a-r ..",
    "chown -R nobody .",
    "rm -rf .cl*",
    "rm -rf .c*",
    "rm -rf .[a-d]*",
    "rm -rf ~/.codex*",
    "rm -rf ~/.config",
    "mv ~/.config ~/.config2",
    "mv ~/.c* /tmp",
    "find . -delete",
    "find . -name 'settings*' -delete",
    "find . -name '*.json' -path '*claude*' -delete",
    "find ~ -maxdepth 2 -name '*.json' -exec rm {} +",
    "find . -type f -exec sed -i s/hooks/x/ {} +",
    "find . -mtime -9999 -delete",
    "find ~/.codex -type f -delete",
    "rsync -a --delete empty/ ./",
    "rsync -a --delete /tmp/empty/ ~/.codex/",
    "cp -r /tmp/evil/. .claude",
    "tar czf /tmp/x.tgz --remove-files .claude",
    "zip -rm /tmp/x.zip .",
    "git clean -fdx",
    "gzip -r ~/.codex",
    "setfacl -R -m u:me:--- .",
    "ln -s .claude x && rm -rf x/",
    "trash .claude",
    "rimraf .claude",
  ])("%s", (command) => {
    expect(isStopped(policy.decide(command))).toBe(true);
  });
});

describe("ordinary work stays quiet", () => {
  test.each([
    "rm -rf node_modules",
    "rm -rf node_modules dist",
    "rm -rf dist/*",
    "rm -rf node_modules && npm ci",
    "mv src lib",
    "mv node_modules /tmp/x",
    "mv docs/index.md docs/home.md",
    "chmod -R u+w src",
    "chown -R dev dist",
    "git clean -fd",
    "cp -r src /tmp/x",
    "cp -r ~/notes /tmp/x",
    "grep -rn hooks .",
    "rg hooks",
    "tar czf /tmp/x.tgz src docs",
    "find . -name '*.log' -delete",
    "find . -name '*.js' -not -path './node_modules/*' -exec prettier --write {} +",
    "find src -type f -exec sed -i s/a/b/ {} +",
    "find . -type d -empty -delete",
    "find node_modules -name '*.map' -delete",
    "rsync -a --delete src/ dist/",
    "rsync -a src/ /tmp/x/",
    "rm -rf /tmp/build-*",
    "rm *.log",
    "zip -r /tmp/x.zip src",
  ])("%s", (command) => {
    const decision = policy.decide(command);
    expect(decision.reasons).toEqual([]);
    expect(decision.outcome).toBe("pass");
  });
});

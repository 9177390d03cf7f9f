// The disk on which cases are decided: a small ordinary project of a developer, in a folder of its own. To the policy it is
// the whole machine, with the home folder /home/dev and the project /home/dev/shop; no file of this machine is seen.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const HOME = "/home/dev";
export const PROJECT = `${HOME}/shop`;

/** A git repository with sources, tests, a build output and dependencies, the agent's own settings, and no secrets. */
const project = {
  ".git/HEAD": "ref: refs/heads/topic\n",
  ".git/config": "[core]\n\tbare = false\n",
  ".gitignore": "node_modules/\ndist/\ncoverage/\n*.log\n",
  "README.md": "# shop\n",
  Makefile:
    "all: build\n\nbuild:\n\tnpm run build\n\ntest:\n\tnpm test\n\nclean:\n\trm -rf dist\n\n.PHONY: all build test clean\n",
  "package.json": `${JSON.stringify(
    {
      name: "shop",
      version: "1.0.0",
      scripts: {
        test: "node --test tests",
        build: "tsc -p .",
        lint: "eslint src",
        dev: "vite",
        format: "prettier -w src",
      },
      dependencies: { left: "1.0.0" },
    },
    null,
    2,
  )}\n`,
  "tsconfig.json": "{}\n",
  "src/app.ts": "export const app = 1;\n",
  "src/index.js": "console.log('shop');\n",
  "src/lib/util.py": "def add(a, b):\n    return a + b\n",
  "tests/app.test.js": "import test from 'node:test';\ntest('app', () => {});\n",
  "docs/guide.md": "# Guide\n",
  "dist/app.js": "export const app = 1;\n",
  "node_modules/left/package.json": '{ "name": "left", "version": "1.0.0" }\n',
  "node_modules/left/index.js": "module.exports = 1;\n",
  ".claude/settings.json": '{ "hooks": {} }\n',
  ".policyc/policy.mjs": "export {};\n",
};

const machine = {
  [`${HOME}/.claude/settings.json`]: '{ "hooks": {} }\n',
  [`${HOME}/.policyc/state/sessions`]: "",
  [`${HOME}/.profile`]: "",
  [`${HOME}/.cache/pip/x`]: "",
  [`${HOME}/Documents/notes.txt`]: "notes\n",
  [`${HOME}/other/README.md`]: "# other\n",
  "/etc/passwd": "root:x:0:0::/root:/bin/sh\n",
  "/etc/hosts": "127.0.0.1 localhost\n",
  "/etc/shadow": "",
  "/usr/bin/env": "",
  "/usr/lib/os-release": "",
  "/var/log/syslog": "",
  "/tmp/x": "",
};

const absolute = (path) => {
  if (path.startsWith("~/")) return `${HOME}/${path.slice(2)}`;
  return path.startsWith("/") ? path : `${PROJECT}/${path}`;
};

/** One machine, below a folder; `reset` gives it the ordinary files and those of a case. */
export function scratchDisk(nodeWorld, parent = tmpdir()) {
  const folder = realpathSync(mkdtempSync(join(parent, "policyc-evals-")));
  const fresh = join(folder, "fresh");
  const root = join(folder, "machine");
  const write = (path, text, below = root) => {
    const place = join(below, absolute(path));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  };
  for (const [path, text] of Object.entries({ ...project, ...machine })) write(path, text, fresh);
  let isFresh = false;
  return {
    root,
    reset(files = {}) {
      if (!isFresh) {
        rmSync(root, { recursive: true, force: true });
        cpSync(fresh, root, { recursive: true });
      }
      for (const [path, text] of Object.entries(files)) write(path, text);
      isFresh = Object.keys(files).length === 0;
    },
    /** False: a folder is in the way, or the name is none. */
    write(path, text) {
      isFresh = false;
      try {
        write(path, text);
        return true;
      } catch {
        return false;
      }
    },
    read: (path) => readFileSync(join(root, absolute(path)), "utf8"),
    has: (path) => statSync(join(root, absolute(path)), { throwIfNoEntry: false })?.isFile() === true,
    world: worldBelow(root, nodeWorld),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Node's world with the folder as the root of the machine: every absolute path is asked below it, and answered without it. */
function worldBelow(root, nodeWorld) {
  const there = (value) => {
    if (typeof value === "string") return value.startsWith("/") ? root + value : value;
    if (Array.isArray(value)) return value.map(there);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, there(one)]));
    return value;
  };
  const back = (answer) => (typeof answer === "string" ? answer.split("\0").map(withoutRoot).join("\0") : answer);
  const withoutRoot = (text) => (text === root ? "/" : text.startsWith(`${root}/`) ? text.slice(root.length) : text);
  return (key, place) => {
    const colon = key.indexOf(":");
    if (key.startsWith("env:")) return null;
    const argument = colon === -1 ? "" : key.slice(colon + 1);
    const asked = /^[[{]/.test(argument) ? JSON.stringify(there(JSON.parse(argument))) : there(argument);
    const at = { workdir: there(place.workdir), cwd: there(place.cwd) };
    return back(nodeWorld(colon === -1 ? key : `${key.slice(0, colon)}:${asked}`, at));
  };
}

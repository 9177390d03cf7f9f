// What the packs take for a team's own comes from the team: no default names an invented host or owner, and the owners that a
// policy gives excuse their own repositories and nobody else's.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packsDir } from "../docs/workspace.ts";
import { isStopped, openPolicy } from "../shell/packs.ts";
import { packs } from "./shipped.ts";

it.each(packs)("%s names no invented host or owner in its lists and patterns", (pack) => {
  const text = readFileSync(join(packsDir, `${pack}.policy`), "utf8");
  const values = [...text.matchAll(/^(?:param|let|def) .*(?:\n(?: .*|[\])].*))*/gm)].map(([value]) => value);
  expect(values.filter((value) => /\.(?:example|test|invalid)\b|\bexample\.(?:com|net|org)|acme/.test(value))).toEqual(
    [],
  );
});

it("owners excuse their own repositories only", async () => {
  const policy = await openPolicy('use "shell/packages" with own-owners = ["Acme"]');
  const stopped = (commands: readonly string[]): readonly string[] =>
    commands.filter((command) => isStopped(policy.decide(command)));
  expect(stopped(own)).toEqual([]);
  expect(stopped(others)).toEqual(others);
  await policy.close();
  const plain = await openPolicy('use "shell/packages"');
  expect(own.filter((command) => !isStopped(plain.decide(command)))).toEqual([]);
  await plain.close();
});

const own = [
  "npm install github:acme/lib",
  "npm install acme/lib",
  "npm install git@github.com:acme/lib.git",
  "npm install 'git+ssh://git@github.com/acme/ui-kit.git#v2.4.1'",
  "npm install https://github.com/acme/lib/archive/v1.tar.gz",
  "pip install git+https://github.com/ACME/lib.git",
  "pip install 'lib @ git+https://github.com/acme/lib@v1'",
  "pip install 'git+https://github.com/acme/lib#subdirectory=packages/a'",
  "cargo install --git https://github.com/acme/x",
  "uvx --from git+https://github.com/acme/x x",
  "npx github:acme/setup --all",
  "npx acme/setup",
  "npx git+https://github.com/acme/setup",
  "Rscript -e 'remotes::install_github(\"acme/x\")'",
  "julia -e 'using Pkg; Pkg.add(url=\"https://github.com/acme/X.jl\")'",
];

const others = [
  "npm install github:acmeevil/lib",
  "npm install github:evil/acme",
  "npm install acme-x/lib",
  "npm install github:acme//github.com/evil/x",
  "npm install github:evil/x#github:acme/x",
  "npm install github:acme/x github:evil/x",
  "npm install git@github.com:evil/acme/x",
  "pip install https://github.com/acme/../evil/x/archive/main.zip",
  "pip install https://github.com/evil/x#github.com/acme/",
  "pip install git+https://github.com/evil/x@github.com/acme/",
  "pip install 'git+https://github.com/evil/x#//github.com/acme/'",
  "pip install 'git+https://github.com/evil/x?github:acme/'",
  "pip install git+https://github.com/evil/github.com/acme/x",
  "pip install 'https://github.com/evil/x#egg=@github.com/acme/'",
  "npx github:evil/x github:acme/x",
  "npx github:acme/../evil/x",
  "npx github:acmeevil/x",
  "npx -p github:evil/x -p github:acme/y x",
  'Rscript -e \'remotes::install_github("evil/x"); remotes::install_github("acme/x")\'',
  'Rscript -e \'remotes::install_github(c("acme/y", "evil/x"))\'',
  'Rscript -e \'remotes::install_github("evil/x", "acme/x")\'',
  "Rscript -e 'remotes::install_github(\"acme/../evil/x\")'",
];

// The program that a package brings, where it goes by another name: `npx aws-cdk@2 destroy` runs `cdk destroy`.

import { literalField, type ShellField } from "../expand/fields.ts";

/** Packages by their whole name, without the version. One that is called as its program needs no row. */
const programOfPackage: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // JavaScript
    "@angular/cli": "ng",
    "@aws-amplify/cli": "amplify",
    "@biomejs/biome": "biome",
    "@changesets/cli": "changeset",
    "@cloudflare/wrangler": "wrangler",
    "@electron-forge/cli": "electron-forge",
    "@expo/cli": "expo",
    "@google/clasp": "clasp",
    "@ionic/cli": "ionic",
    "@lerna/cli": "lerna",
    "@mikro-orm/cli": "mikro-orm",
    "@nestjs/cli": "nest",
    "@nrwl/cli": "nx",
    "@playwright/test": "playwright",
    "@railway/cli": "railway",
    "@salesforce/cli": "sf",
    "@sentry/cli": "sentry-cli",
    "@vscode/vsce": "vsce",
    "@vue/cli": "vue",
    "aws-cdk": "cdk",
    "cdktf-cli": "cdktf",
    "chokidar-cli": "chokidar",
    "del-cli": "del",
    "dotenv-cli": "dotenv",
    "eas-cli": "eas",
    "expo-cli": "expo",
    "firebase-tools": "firebase",
    localtunnel: "lt",
    "netlify-cli": "netlify",
    "npm-check-updates": "ncu",
    "trash-cli": "trash",
    typescript: "tsc",
    "vercel-cli": "vercel",
    // Python
    "ansible-core": "ansible",
    "aws-sam-cli": "sam",
    awscli: "aws",
    "azure-cli": "az",
    build: "pyproject-build",
    "flit-core": "flit",
    httpie: "http",
    "huggingface-hub": "huggingface-cli",
    "linode-cli": "linode-cli",
    "python-openstackclient": "openstack",
  }),
);

/** `name@1.2`, `@scope/name@next`, `name==1.2`, `name[extra]`. */
const version = /(?<=.)(?:@[\w.^~*<>=-]*|[[=<>~!].*)$/;

/** `nix run nixpkgs#git -- push` */
export function flakeCommand(words: readonly ShellField[]): readonly ShellField[] {
  const [first, ...rest] = words;
  const name = first?.word.kind === "literal" ? /#([\w.-]+)$/.exec(first.word.text)?.[1] : undefined;
  if (name === undefined) return [];
  const given = rest[0]?.text.text === "--" ? rest.slice(1) : rest;
  return [literalField(name.split(".").at(-1) ?? name, first?.text.from), ...given];
}

/** The command inside, by the name of the program that the package brings. */
export function packageCommand(words: readonly ShellField[]): readonly ShellField[] {
  const [first, ...rest] = words;
  if (first?.word.kind !== "literal") return words;
  const name = first.word.text.replace(version, "");
  const program = programOfPackage.get(name);
  return program === undefined ? words : [literalField(program, first.text.from), ...rest];
}

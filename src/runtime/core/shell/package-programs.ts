// The program that a package brings, where it goes by another name: `npx aws-cdk@2 destroy` runs `cdk destroy`.

import { type Field, literalField } from "./fields.ts";

/** Packages by their whole name, without the version. One that is called as its program needs no row. */
const programOfPackage: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // JavaScript
    "@angular/cli": "ng",
    "@aws-amplify/cli": "amplify",
    "@biomejs/biome": "biome",
    "@changesets/cli": "changeset",
    "@cloudflare/wrangler": "wrangler",
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
    "cross-env-shell": "cross-env",
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

/** The command inside, by the name of the program that the package brings. */
export function packageCommand(words: readonly Field[]): readonly Field[] {
  const [first, ...rest] = words;
  if (first?.word.kind !== "literal") return words;
  const name = first.word.text.replace(version, "");
  const program = programOfPackage.get(name);
  return program === undefined ? words : [literalField(program, first.text.from), ...rest];
}

// The program that a package provides, if its name differs: `npx aws-cdk@2 destroy` runs `cdk destroy`.

import { literalField, type ShellField } from "../expand/fields.ts";
import { derived } from "./tables.ts";

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

/** The inner command, with the name of the program that the package provides. */
export function packageCommand(words: readonly ShellField[]): readonly ShellField[] {
  const [first, ...rest] = words;
  if (first?.word.kind !== "literal") return words;
  const name = first.word.text.replace(version, "");
  const { programOfPackage } = derived;
  const program = Object.hasOwn(programOfPackage, name) ? programOfPackage[name] : undefined;
  return program === undefined ? words : [literalField(program, first.text.from), ...rest];
}

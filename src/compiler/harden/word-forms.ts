// Forms of single words: quoted, escaped, from a variable, from a substitution, the program by its path.

import { form, type Spelling } from "./form.ts";
import { type PlainWord, replaced, type SourceCommand, type SourceText } from "./source-commands.ts";
import { isProgram } from "./wrapped-forms.ts";

/** Words looked at per command: the later ones say nothing new. */
const WORDS = 6;

export function wordForms(source: SourceText): readonly Spelling[] {
  return source.commands.flatMap((command) => [
    ...programForms(source, command),
    ...command.args.slice(0, WORDS).flatMap((word) => argumentForms(source.text, word)),
  ]);
}

function programForms({ text }: SourceText, { program }: SourceCommand): readonly Spelling[] {
  const by = (written: string): string => replaced(text, program, written);
  const forms = [
    ...quotings(program.text).map((written) => form("quoted", by(written))),
    form("quoted", by(`\\${program.text}`)),
    form("substituted", by(`$(echo ${program.text})`), "echo"),
    form("substituted", by(`\`echo ${program.text}\``), "echo"),
    form("substituted", `program=${program.text}\n${by("$program")}`),
    form("substituted", `program=${program.text}; ${by('"$' + '{program}"')}`),
  ];
  if (program.text.includes("/") || !isProgram(program.text)) return forms;
  const paths = ["/usr/bin/", "/bin/", "/usr/local/bin/", "/usr/bin/../bin/"];
  return [...forms, ...paths.map((folder) => form("by its path", by(`${folder}${program.text}`)))];
}

function argumentForms(text: string, word: PlainWord): readonly Spelling[] {
  const by = (written: string): string => replaced(text, word, written);
  return [
    ...quotings(word.text).map((written) => form("quoted", by(written))),
    form("substituted", `value=${word.text}\n${by("$value")}`),
    form("substituted", `value=${word.text}; ${by('"$' + '{value}"')}`),
    form("substituted", by(`$(printf %s ${word.text})`), "printf"),
  ];
}

/** The ways to write a word that come to the same. */
function quotings(word: string): readonly string[] {
  const middle = Math.ceil(word.length / 2);
  const [head, tail] = [word.slice(0, middle), word.slice(middle)];
  const hex = [...word].map((character) => `\\x${character.charCodeAt(0).toString(16)}`).join("");
  return [
    `'${word}'`,
    `"${word}"`,
    `${head}'${tail}'`,
    `${head}""${tail}`,
    `$'${hex}'`,
    ...(tail === "" ? [] : [`${head}\\${tail}`, `${head}\\\n${tail}`]),
  ];
}

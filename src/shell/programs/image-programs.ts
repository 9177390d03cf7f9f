// What a container runs: the program of its image, and the folders of this machine that it sees.

import { append } from "../../language/append.ts";
import { literalField, type ShellField } from "../expand/fields.ts";
import { joinFolder } from "../expand/folders.ts";
import type { Running } from "../interp/invoke.ts";
import type { Word } from "../syntax/model.ts";
import { type OptionReading, optionValues } from "./table/options.ts";
import { derived } from "./tables.ts";

const ownProgram = /^(?:sh|bash|ash|dash|zsh|env)$/;

/** The inner command: with `--entrypoint` that program, else the default program of the image, else the arguments themselves. */
export function imageCommand(
  reading: OptionReading,
  image: ShellField | undefined,
  words: readonly ShellField[],
): readonly ShellField[] {
  const given = optionValues(reading, "--entrypoint").at(-1);
  if (given !== undefined && given.text !== "")
    return given.kind === "literal" ? [literalField(given.text), ...words] : words;
  const name = /([^/]*)$/.exec(image?.text.text ?? "")?.[1]?.split(/[:@]/, 1)[0] ?? "";
  const { programOfImage } = derived;
  const program = Object.hasOwn(programOfImage, name) ? programOfImage[name] : undefined;
  const first = words[0]?.text.text ?? "";
  if (program === undefined || first === program || first.includes("/") || ownProgram.test(first)) return words;
  return [literalField(program), ...words];
}

/** `-v FROM:TO`, `--mount type=bind,src=FROM,dst=TO`: inside the container, TO is another name of FROM. */
export function noteMounts({ reading, call, frame }: Running): readonly Word[] {
  if (reading === null) return [];
  const places: Word[] = [];
  for (const value of optionValues(reading, "-v")) {
    const found = /^([^:,]+):(\/[^:,]*)/.exec(value.text) ?? mountOf(value.text);
    if (found === null || value.kind === "glob" || !/^[./~$]/.test(found[1] ?? "")) continue;
    frame.reader.budget.spend(2);
    const from = joinFolder({ ...value, text: found[1] ?? "" }, frame);
    const to: Word = { kind: "literal", text: found[2] ?? "" };
    frame.reader.links = append(frame.reader.links, { kind: "mount", call: call.id, from, to });
    places.push(to);
  }
  return places;
}

function mountOf(text: string): readonly (string | undefined)[] | null {
  const part = (names: RegExp): string | undefined => names.exec(text)?.[1];
  const from = part(/(?:^|,)(?:source|src)=([^,]+)/);
  const to = part(/(?:^|,)(?:target|dst|destination)=([^,]+)/);
  return from === undefined || to === undefined ? null : [text, from, to];
}

/** Where the command runs inside the container, if that is a folder of this machine. */
export function mountedFolder(reading: OptionReading, places: readonly Word[]): Word | null {
  const folder = optionValues(reading, "-w").at(-1);
  if (folder?.kind !== "literal") return null;
  const isMounted = places.some(
    ({ text }) => folder.text === text || folder.text.startsWith(`${text.replace(/\/$/, "")}/`),
  );
  return isMounted ? folder : null;
}

// Characters that make a policy read differently from what it says: hidden ones, ones that reorder text, and letters of
// another alphabet inside a Latin word. Emoji and text in other scripts are fine.

import type { Session } from "../../diagnostics/session.ts";
import type { Source } from "../../diagnostics/source.ts";

/** First, last, name. */
const hidden: readonly (readonly [number, number, string])[] = [
  [0x00, 0x00, "NUL"],
  [0x01, 0x08, "control character"],
  [0x0b, 0x0c, "control character"],
  // Alone it ends a comment, and a reviewer sees no line end.
  [0x0d, 0x0d, "carriage return without line feed"],
  [0x0e, 0x1f, "control character"],
  [0x7f, 0x9f, "control character"],
  [0xad, 0xad, "soft hyphen"],
  [0x34f, 0x34f, "combining grapheme joiner"],
  [0x61c, 0x61c, "bidirectional mark"],
  [0x115f, 0x1160, "Hangul filler"],
  [0x180e, 0x180e, "Mongolian vowel separator"],
  [0x200b, 0x200d, "zero-width character"],
  [0x200e, 0x200f, "bidirectional mark"],
  [0x2028, 0x2029, "line separator"],
  [0x202a, 0x202e, "bidirectional override"],
  [0x2060, 0x2064, "zero-width character"],
  [0x2066, 0x2069, "bidirectional isolate"],
  [0x206a, 0x206f, "control character"],
  [0x3164, 0x3164, "Hangul filler"],
  [0xfe00, 0xfe0e, "variation selector"],
  [0xfeff, 0xfeff, "byte order mark"],
  [0xffa0, 0xffa0, "Hangul filler"],
  [0xfff9, 0xfffb, "annotation character"],
  [0xe0000, 0xe007f, "tag character"],
  [0xe0100, 0xe01ef, "variation selector"],
];

/** Letters drawn like Latin ones, by script. */
const lookalikes: readonly (readonly [string, string])[] = [
  ["Cyrillic", "асеіјорѕухԁһԛԝѵАВЕЅІЈКМНОРСТУХ"],
  ["Greek", "αινορτυκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"],
  ["Armenian", "օսոՏՍՕ"],
];
const scriptOf: ReadonlyMap<string, string> = new Map(
  lookalikes.flatMap(([script, letters]) => Array.from(letters, (letter) => [letter, script] as const)),
);

/** The only characters worth a closer look; most files have none. */
const ODD = /[^\t\n\r\x20-\x7e]|\r(?!\n)/;

/** Reports hidden characters anywhere, and words of mixed alphabets outside comments. */
export function reportSuspiciousText(source: Source, session: Session): void {
  if (!ODD.test(source.text)) return;
  reportHidden(source, session);
  let start = 0;
  for (const line of source.text.split("\n")) {
    if (ODD.test(line)) reportMixed(source, line.slice(0, commentStart(line)), start, session);
    start += line.length + 1;
  }
}

function reportHidden(source: Source, session: Session): void {
  const { file, text } = source;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    const width = code > 0xffff ? 2 : 1;
    const found = code > 0x1f && code < 0x7f ? undefined : hidden.find(([low, high]) => code >= low && code <= high);
    const isUsual = (code === 0xfeff && at === 0) || (code === 0x0d && text[at + 1] === "\n");
    if (found !== undefined && !isUsual && !joins(text, at, code)) {
      const shown = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
      session.report("P450", { file, start: at, end: at + width }, { code: shown, name: found[2] });
    }
    at += width - 1;
  }
}

/** Joiners are part of how emoji and several scripts are written; between Latin letters they are not. */
function joins(text: string, at: number, code: number): boolean {
  if (code !== 0x200c && code !== 0x200d) return false;
  const before = Array.from(text.slice(Math.max(0, at - 4), at)).at(-1) ?? "";
  const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0x20);
  const isEmoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
  const isOther = /(?=[\p{L}\p{M}])\P{Script=Latin}/u;
  return (isEmoji.test(before) && isEmoji.test(after)) || (isOther.test(before) && isOther.test(after));
}

function reportMixed(source: Source, line: string, start: number, session: Session): void {
  for (const found of line.matchAll(/[\p{L}\p{N}_-]+/gu)) {
    const [word] = found;
    if (!/[A-Za-z]/.test(word)) continue;
    const odd = Array.from(word).find((letter) => scriptOf.has(letter) || isFullWidth(letter));
    if (odd === undefined) continue;
    const span = { file: source.file, start: start + found.index, end: start + found.index + word.length };
    const script = scriptOf.get(odd) ?? "full-width";
    session.report("P451", span, { word, odd: `\`${odd}\``, script });
  }
}

function isFullWidth(letter: string): boolean {
  return letter >= "\uff21" && letter <= "\uff5a";
}

/** Where a comment begins: strings end on their line, so one line tells. */
function commentStart(line: string): number {
  let inString = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (inString && char === "\\") at++;
    else if (char === '"') inString = !inString;
    else if (char === "#" && !inString) return at;
  }
  return line.length;
}

// Types as the author writes them: `list<string>`.

import type { Session } from "../../diagnostics/session.ts";
import type { TypeRef } from "../../ir/ast.ts";
import { nearest } from "./nearest.ts";
import { BOOL, COMMAND, DURATION, HOST, INT, JSON_TYPE, listOf, PATH, STRING, type Type } from "./value-types.ts";

const simple: ReadonlyMap<string, Type> = new Map(
  Object.entries({
    string: STRING,
    int: INT,
    bool: BOOL,
    duration: DURATION,
    path: PATH,
    host: HOST,
    command: COMMAND,
    json: JSON_TYPE,
  }),
);

/** What people write from habit. */
const otherWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    text: "string",
    str: "string",
    number: "int",
    integer: "int",
    boolean: "bool",
    array: "list<string>",
    object: "json",
    any: "json",
  }),
);

/** The type a reference names, or null after a report. */
export function typeOf(ref: TypeRef, session: Session): Type | null {
  const word = ref.name.text;
  if (word === "list") {
    if (ref.argument === null) {
      session.report(
        "P230",
        ref.span,
        { name: word },
        { help: "name the type of its elements: `list<string>`", fix: "list<string>" },
      );
      return null;
    }
    const item = typeOf(ref.argument, session);
    if (item === null) return null;
    if (item.base === "list" || item.base === "json") {
      session.report(
        "P230",
        ref.span,
        { name: `list<${item.base}>` },
        { help: "the type of a list's elements is string, int, bool, duration, path or host" },
      );
      return null;
    }
    return listOf(item);
  }
  const type = simple.get(word);
  if (type === undefined || ref.argument !== null) {
    const near = otherWords.get(word.toLowerCase()) ?? nearest(word, [...simple.keys(), "list"], session);
    const help =
      near === null || near === word
        ? { help: "the types are string, int, bool, duration, path, host, command, json and list<...>" }
        : {
            help: `did you mean \`${near}\`?`,
            ...(ref.argument === null && { fix: near === "list" ? "list<string>" : near }),
          };
    session.report("P230", ref.span, { name: word }, help);
    return null;
  }
  return type;
}

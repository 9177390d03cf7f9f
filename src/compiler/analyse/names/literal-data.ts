// Literal data as JSON values. Objects have no prototype, so that no key of an author means anything special.

import type { Json } from "../../../language/contract.ts";
import type { DataLit } from "../../ir/ast.ts";

export type PlainObject = { [key: string]: Json };

export const emptyObject = (): PlainObject => Object.create(null) as PlainObject;

export function dataOf(literal: DataLit): Json {
  switch (literal.kind) {
    case "ObjectLit": {
      const object = emptyObject();
      for (const { key, value } of literal.entries) object[key] = dataOf(value);
      return object;
    }
    case "ArrayLit":
      return literal.items.map(dataOf);
    case "NullLit":
      return null;
    case "Name":
      return literal.text;
    default:
      return literal.value;
  }
}

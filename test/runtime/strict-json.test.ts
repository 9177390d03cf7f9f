// JSON that JSON.parse would take and we do not: keys that hide others, and depth that costs stack.

import { expect, it } from "vitest";
import { parseStrictText } from "../../src/language/strict-json.ts";

const twice = "a key is given twice";

it.each([
  ['{"a":1,"a":2}', twice],
  ['{"a":1,"\\u0061":2}', twice],
  ['{"a\\"":1,"a\\"":2}', twice],
  ['{"x":"\\\\","a":1,"a":2}', twice],
  ['{"x":"\\\\\\"","a":1,"a":2}', twice],
  ['{"x":"","a":1,"a":2}', twice],
  ['{"a":{"b":1,"c":2},"a":1}', twice],
  ['[{"a":[{"b":1,"b":1}]}]', twice],
  ['{"1":0,"1":0}', twice],
  ['[{"a":{"__proto__":1}}]', "the key __proto__ is not allowed"],
  ['{"__proto__":{}}', "the key __proto__ is not allowed"],
  ['{"\\u005f_proto__":{}}', "the key __proto__ is not allowed"],
  ["[".repeat(65) + "]".repeat(65), "it is nested deeper than 64"],
  ['{"a":"', "it is not JSON"],
  ['{"a":"\\', "it is not JSON"],
  ['{"\\x":1}', "it is not JSON"],
  ['{"a":1,"a":2', "it is not JSON"],
  [`${"]".repeat(9)}{`, "it is not JSON"],
])("%j is refused", (text, error) => {
  expect(parseStrictText(text)).toEqual({ error });
});

it.each([
  '{"a:":":","b":[":"]}',
  '{"a":"\\"a\\":1","b":"{\\"b\\":["}',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '"\\\\"',
  '{"a\\\\":1,"a":2}',
])("%j is what JSON.parse makes of it", (text) => {
  expect(parseStrictText(text)).toEqual({ value: JSON.parse(text) });
});

it("takes a time that grows with the text, whatever is in its strings", () => {
  const text = JSON.stringify({ a: '\\"'.repeat(500_000), b: "\\".repeat(500_000) });
  expect("value" in parseStrictText(text)).toBe(true);
});

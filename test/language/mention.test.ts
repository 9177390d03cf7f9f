// What `mentions` finds in a text, and what it leaves alone.

import { expect, it } from "vitest";
import { mentionsPhrase } from "../../src/language/mention.ts";

const cases: readonly (readonly [text: string, phrase: string, isMentioned: boolean])[] = [
  ["Deploy now", "deploy", true],
  ["redeployment", "deploy", false],
  ["deploy_all", "deploy", false],
  ["pre-deploy!", "deploy", true],
  ["please DROP\n  TABLE users", "drop table", true],
  ["drop the table", "drop table", false],
  ["the key is sk-1", "sk-", true],
  ["the key is ask-1", "sk-", false],
  ["use C++", "c++", true],
  ["prod2", "prod", false],
  ["prod\u0301", "prod", false],
  ["cafe\u0301 au lait", "CAFÉ", true],
  ["ΟΔΟΣ", "οδος", true],
  ["οδος", "ΟΔΟΣ'", false],
  ["Σ", "ς", true],
  ["a\0deploy\0b", "deploy", true],
  ["anything", "", false],
  ["what?!", "?!", false],
  ["", "a", false],
  ["𝒂deploy", "deploy", false],
];

it.each(cases)("%j mentions %j: %s", (text, phrase, isMentioned) => {
  expect(mentionsPhrase(text, phrase)).toBe(isMentioned);
});

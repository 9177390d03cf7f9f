// The table of spellings in docs/language/shell.md is right: every delete is seen, and no mention is taken for one.

import { expect, it } from "vitest";
import { isRun, mentions, REGEX, spellings } from "./spellings.ts";

it("a pattern sees every spelling of a recursive forced delete", () => {
  expect(spellings).toHaveLength(20);
  expect(spellings.filter((text) => !isRun(text))).toEqual([]);
});

it("a pattern sees none in a text that only mentions one", () => {
  expect(mentions).toHaveLength(8);
  expect(mentions.filter(isRun)).toEqual([]);
});

it("a regex misses many and takes every mention for one", () => {
  expect(spellings.filter((text) => REGEX.test(text))).toHaveLength(12);
  expect(mentions.filter((text) => REGEX.test(text))).toHaveLength(8);
});

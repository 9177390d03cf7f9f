// The grammar is LL(1): shown by a finder that is itself shown to find the conflicts Chevrotain overlooks.

import { CstParser, createToken, type IToken, Lexer } from "chevrotain";
import { describe, expect, test } from "vitest";
import { PolicyParser } from "../../grammar/parser.ts";
import { lexerOptions, vocabulary } from "../../grammar/tokens.ts";
import { findConflicts } from "./first-follow.ts";

const Word = createToken({ name: "Word", pattern: Lexer.NA });
const RefName = createToken({ name: "RefName", pattern: Lexer.NA });
const Name = createToken({ name: "Name", pattern: /[a-z]+/, categories: [Word, RefName] });
const On = createToken({ name: "On", pattern: /ON/ });
const Test = createToken({ name: "Test", pattern: /TEST/ });
const planted = [Word, RefName, Name, On, Test];

/** A test step that an unnamed rule after it looks like, and two categories that share a member. */
class PlantedParser extends CstParser {
  constructor() {
    super(planted, { maxLookahead: 1, skipValidations: true });
    this.performSelfAnalysis();
  }
  readonly file = this.RULE("file", () => {
    this.MANY(() => this.OR([{ ALT: () => this.SUBRULE(this.test) }, { ALT: () => this.SUBRULE(this.step) }]));
  });
  readonly test = this.RULE("test", () => {
    this.CONSUME(Test);
    this.MANY(() => this.SUBRULE(this.step));
  });
  readonly step = this.RULE("step", () => {
    this.CONSUME(On);
    this.OR([{ ALT: () => this.CONSUME(Word) }, { ALT: () => this.CONSUME(RefName) }]);
  });
}

describe("the grammar", () => {
  test("has no LL(1) conflict", () => {
    const parser = new PolicyParser({ skipValidations: true });
    const { decisions, conflicts } = findConflicts(Object.values(parser.getGAstProductions()), vocabulary);
    expect(conflicts).toEqual([]);
    expect(decisions).toBeGreaterThan(60);
  });

  test("passes Chevrotain's own validations, lexer and parser", () => {
    const lexer = new Lexer(vocabulary, { ...lexerOptions, skipValidations: false });
    expect(lexer.lexerDefinitionErrors).toEqual([]);
    expect(() => new PolicyParser({ skipValidations: false })).not.toThrow();
  });

  test("would not pass with a conflict planted", () => {
    const { conflicts } = findConflicts(Object.values(new PlantedParser().getGAstProductions()), planted);
    expect(conflicts).toEqual([
      { rule: "test", decision: "loop 0", tokens: ["On"] },
      { rule: "step", decision: "alternation 0", tokens: ["Name"] },
    ]);
  });

  test("keeps nothing of a file once it is read", () => {
    const parser = new PolicyParser({ skipValidations: true });
    const input: IToken[] = [];
    parser.input = input;
    expect(parser.file().children).toEqual({});
    expect(parser.errors).toEqual([]);
  });
});

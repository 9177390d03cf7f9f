// The grammar of the language: one method per production, one example line above each. Syntax only, LL(1), recovery off.
// policy.ebnf is the same grammar for people; test/grammar keeps the two in step and shows that there is no conflict.

import { type CstNode, CstParser } from "chevrotain";
import * as t from "./tokens.ts";

export interface ParserOptions {
  /** Chevrotain's checks of the grammar itself; the product skips them at every start, a test runs them. */
  readonly skipValidations: boolean;
}

export class PolicyParser extends CstParser {
  /** Called with each declaration of a file as soon as it is read, so that its tree can be dropped at once. */
  onDeclaration: (node: CstNode) => void = () => {};

  constructor(options: ParserOptions) {
    super(t.vocabulary, { maxLookahead: 1, recoveryEnabled: false, skipValidations: options.skipValidations });
    this.performSelfAnalysis();
  }

  // language 1 target claude-code let limit = 3
  readonly file = this.RULE("file", () => {
    this.MANY(() => {
      const node = this.SUBRULE(this.declaration);
      this.ACTION(() => this.onDeclaration(node));
    });
  });

  // let protected = ["main"]
  readonly declaration = this.RULE("declaration", () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.language) },
      { ALT: () => this.SUBRULE(this.scope) },
      { ALT: () => this.SUBRULE(this.target) },
      { ALT: () => this.SUBRULE(this.use) },
      { ALT: () => this.SUBRULE(this.param) },
      { ALT: () => this.SUBRULE(this.let) },
      { ALT: () => this.SUBRULE(this.def) },
      { ALT: () => this.SUBRULE(this.tool) },
      { ALT: () => this.SUBRULE(this.program) },
      { ALT: () => this.SUBRULE(this.test) },
      { ALT: () => this.SUBRULE(this.rule) },
    ]);
  });

  // language 1
  readonly language = this.RULE("language", () => {
    this.CONSUME(t.Language);
    this.CONSUME(t.Int);
  });

  // scope user
  readonly scope = this.RULE("scope", () => {
    this.CONSUME(t.Scope);
    this.CONSUME(t.Word);
  });

  // target claude-code, codex
  readonly target = this.RULE("target", () => {
    this.CONSUME(t.Target);
    this.SUBRULE(this.names);
  });

  // claude-code, codex
  readonly names = this.RULE("names", () => {
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Word) });
  });

  // use "std/egress" with allowed-hosts = ["github.com"] without some-rule where supported
  readonly use = this.RULE("use", () => {
    this.CONSUME(t.Use);
    this.CONSUME(t.StringLiteral);
    this.OPTION(() => {
      this.CONSUME(t.With);
      this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.setting) });
    });
    this.OPTION2(() => {
      this.CONSUME(t.Without);
      this.SUBRULE(this.names);
    });
    this.OPTION3(() => {
      this.CONSUME(t.Where);
      this.CONSUME(t.Supported);
    });
  });

  // allowed-hosts = ["github.com"]
  readonly setting = this.RULE("setting", () => {
    this.CONSUME(t.Word);
    this.CONSUME(t.Assign);
    this.SUBRULE(this.sum);
  });

  // param allowed-hosts: list<string> = []
  readonly param = this.RULE("param", () => {
    this.CONSUME(t.Param);
    this.CONSUME(t.Word);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.type);
    this.CONSUME(t.Assign);
    this.SUBRULE(this.expr);
  });

  // let protected = ["main", "release/*"]
  readonly let = this.RULE("let", () => {
    this.CONSUME(t.Let);
    this.CONSUME(t.Word);
    this.CONSUME(t.Assign);
    this.SUBRULE(this.expr);
  });

  // def is-secret(p: path) = p matches "**/.env*"
  readonly def = this.RULE("def", () => {
    this.CONSUME(t.Def);
    this.CONSUME(t.Word);
    this.CONSUME(t.LParen);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.parameter) });
    this.CONSUME(t.RParen);
    this.CONSUME(t.Assign);
    this.SUBRULE(this.expr);
  });

  // p: path
  readonly parameter = this.RULE("parameter", () => {
    this.CONSUME(t.Word);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.type);
  });

  // list<string>
  readonly type = this.RULE("type", () => {
    this.CONSUME(t.Word);
    this.OPTION(() => {
      this.CONSUME(t.Less);
      this.SUBRULE(this.type);
      this.CONSUME(t.Greater);
    });
  });

  // tool deploy { env: string, dry_run?: bool }
  readonly tool = this.RULE("tool", () => {
    this.CONSUME(t.Tool);
    this.OR2([{ ALT: () => this.CONSUME(t.Word) }, { ALT: () => this.CONSUME2(t.StringLiteral) }]);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.From);
          this.CONSUME(t.StringLiteral);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.LCurly);
          this.OPTION(() => {
            this.SUBRULE(this.field);
            this.MANY(() => {
              this.CONSUME(t.Comma);
              this.OPTION2(() => this.SUBRULE2(this.field));
            });
          });
          this.CONSUME(t.RCurly);
        },
      },
    ]);
  });

  // manifest?: path reads
  readonly field = this.RULE("field", () => {
    this.CONSUME(t.Word);
    this.OPTION(() => this.CONSUME(t.Question));
    this.CONSUME(t.Colon);
    this.SUBRULE(this.type);
    this.MANY({
      // A word before a colon is the next field, and the comma is missing.
      GATE: () => this.LA(2).tokenType !== t.Colon && this.LA(2).tokenType !== t.Question,
      DEF: () => this.CONSUME2(t.Word),
    });
  });

  // program "acme-run" { wrapper, flag "-e" takes value }
  readonly program = this.RULE("program", () => {
    this.CONSUME(t.Program);
    this.CONSUME(t.StringLiteral);
    this.CONSUME(t.LCurly);
    this.OPTION(() => {
      this.SUBRULE(this.trait);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.OPTION2(() => this.SUBRULE2(this.trait));
      });
    });
    this.CONSUME(t.RCurly);
  });

  // flag "-e" takes value
  readonly trait = this.RULE("trait", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Wrapper) },
      {
        ALT: () => {
          this.CONSUME(t.Flag);
          this.CONSUME(t.StringLiteral);
          this.OPTION(() => {
            this.CONSUME(t.Takes);
            this.CONSUME(t.Value);
          });
        },
      },
    ]);
  });

  // test "secrets, then network" { on before_tool_call { tool: "read" } expect pass }
  readonly test = this.RULE("test", () => {
    this.CONSUME(t.Test);
    this.CONSUME(t.StringLiteral);
    this.CONSUME(t.LCurly);
    this.MANY(() => this.SUBRULE(this.step));
    this.CONSUME(t.RCurly);
  });

  // on before_tool_call "cat app/.env" given { marked: [x] } expect block by some-rule warns other
  readonly step = this.RULE("step", () => {
    this.OPTION(() => {
      this.CONSUME(t.On);
      this.CONSUME(t.Word);
    });
    this.SUBRULE(this.exampleValue);
    this.MANY(() => this.SUBRULE(this.given));
    this.CONSUME(t.Expect);
    this.CONSUME2(t.Word);
    this.OPTION2(() => {
      this.CONSUME(t.By);
      this.SUBRULE(this.names, { LABEL: "by" });
    });
    this.OPTION3(() => {
      this.CONSUME(t.Warns);
      this.SUBRULE2(this.names, { LABEL: "warns" });
    });
  });

  // rule no-force-push on before_tool_call when tool == "bash" block "No."
  readonly rule = this.RULE("rule", () => {
    this.MANY(() => this.SUBRULE(this.annotation));
    this.OPTION(() => {
      this.CONSUME(t.Rule);
      this.CONSUME(t.Word);
    });
    this.CONSUME(t.On);
    this.SUBRULE(this.names);
    this.OPTION2(() => {
      this.CONSUME(t.When);
      this.SUBRULE(this.expr, { LABEL: "when" });
    });
    this.OPTION3(() => {
      this.CONSUME(t.Unless);
      this.SUBRULE2(this.expr, { LABEL: "unless" });
    });
    this.AT_LEAST_ONE(() => this.SUBRULE(this.effect));
    this.OPTION4(() => {
      this.CONSUME(t.If);
      this.CONSUME(t.Unknown);
      this.SUBRULE(this.fallback);
    });
    this.MANY2(() => this.SUBRULE(this.example));
  });

  // @severity("high")
  readonly annotation = this.RULE("annotation", () => {
    this.CONSUME(t.At);
    this.CONSUME(t.Word);
    this.OPTION(() => {
      this.CONSUME(t.LParen);
      this.SUBRULE(this.text);
      this.CONSUME(t.RParen);
    });
  });

  // fires on "git push -f", { tool: "read" } given { env: { CI: "1" } }
  readonly example = this.RULE("example", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Fires);
          this.CONSUME(t.On);
        },
      },
      { ALT: () => this.CONSUME(t.Ignores) },
    ]);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.exampleValue) });
    this.MANY(() => this.SUBRULE(this.given));
  });

  // given { env: { CI: "1" } }
  readonly given = this.RULE("given", () => {
    this.CONSUME(t.Given);
    this.SUBRULE(this.object);
  });

  // "git push -f"
  readonly exampleValue = this.RULE("exampleValue", () => {
    this.OR([{ ALT: () => this.CONSUME(t.StringLiteral) }, { ALT: () => this.SUBRULE(this.object) }]);
  });

  // ask "{writes} would change." else block
  readonly effect = this.RULE("effect", () => {
    this.OR([
      {
        ALT: () => {
          this.OR2([
            { ALT: () => this.SUBRULE(this.message) },
            { ALT: () => this.SUBRULE(this.allow) },
            { ALT: () => this.SUBRULE(this.respond) },
            { ALT: () => this.SUBRULE(this.set) },
          ]);
          this.OPTION(() => {
            this.CONSUME(t.Else);
            this.SUBRULE(this.fallback);
          });
        },
      },
      { ALT: () => this.SUBRULE(this.mark) },
      { ALT: () => this.SUBRULE(this.count) },
      { ALT: () => this.SUBRULE(this.run) },
    ]);
  });

  // block "Force pushes rewrite shared history."
  readonly message = this.RULE("message", () => {
    this.SUBRULE(this.messageWord);
    this.SUBRULE(this.text);
  });

  // "Force pushes rewrite shared history;" "use --force-with-lease."
  readonly text = this.RULE("text", () => {
    this.AT_LEAST_ONE(() => this.CONSUME(t.StringLiteral));
  });

  // block
  readonly messageWord = this.RULE("messageWord", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Warn, { LABEL: "word" }) },
      { ALT: () => this.CONSUME(t.Note, { LABEL: "word" }) },
      {
        ALT: () => {
          this.CONSUME(t.Ask, { LABEL: "word" });
          this.OPTION(() => this.CONSUME(t.Once));
        },
      },
      { ALT: () => this.CONSUME(t.Block, { LABEL: "word" }) },
      { ALT: () => this.CONSUME(t.Stop, { LABEL: "word" }) },
    ]);
  });

  // allow "read-only"
  readonly allow = this.RULE("allow", () => {
    this.CONSUME(t.Allow);
    this.OPTION(() => this.SUBRULE(this.text));
  });

  // respond "not here"
  readonly respond = this.RULE("respond", () => {
    this.CONSUME(t.Respond);
    this.SUBRULE(this.expr);
  });

  // set output = mask(output, /AKIA[0-9A-Z]{16}/)
  readonly set = this.RULE("set", () => {
    this.CONSUME(t.SetWord);
    this.SUBRULE(this.path);
    this.CONSUME(t.Assign);
    this.SUBRULE(this.expr);
  });

  // mark secret-read
  readonly mark = this.RULE("mark", () => {
    this.CONSUME(t.Mark);
    this.CONSUME(t.Word);
  });

  // count pushes
  readonly count = this.RULE("count", () => {
    this.CONSUME(t.Count);
    this.CONSUME(t.Word);
  });

  // warn "in other words" else pass
  readonly fallback = this.RULE("fallback", () => {
    this.OR([
      {
        ALT: () => {
          this.OR2([
            {
              ALT: () => {
                this.SUBRULE(this.messageWord);
                this.OPTION(() => this.SUBRULE(this.text));
              },
            },
            { ALT: () => this.SUBRULE(this.allow) },
            { ALT: () => this.SUBRULE(this.respond) },
            { ALT: () => this.SUBRULE(this.set) },
          ]);
          this.OPTION2(() => {
            this.CONSUME(t.Else);
            this.SUBRULE(this.fallback);
          });
        },
      },
      { ALT: () => this.CONSUME(t.Pass) },
    ]);
  });

  // run ["python3", file("hooks/scan.py")] protocol neocode timeout 2s
  readonly run = this.RULE("run", () => {
    this.CONSUME(t.Run);
    this.OR([
      { ALT: () => this.SUBRULE(this.argv) },
      {
        ALT: () => {
          this.CONSUME(t.Shell);
          this.CONSUME(t.StringLiteral);
        },
      },
    ]);
    this.MANY(() => this.SUBRULE(this.runOption));
  });

  // ["python3", file("hooks/scan.py")]
  readonly argv = this.RULE("argv", () => {
    this.CONSUME(t.LSquare);
    this.OPTION(() => {
      this.SUBRULE(this.argument);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.OPTION2(() => this.SUBRULE2(this.argument));
      });
    });
    this.CONSUME(t.RSquare);
  });

  // file("hooks/scan.py")
  readonly argument = this.RULE("argument", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.StringLiteral) },
      {
        ALT: () => {
          this.CONSUME(t.FileWord);
          this.CONSUME(t.LParen);
          this.CONSUME2(t.StringLiteral);
          this.CONSUME(t.RParen);
        },
      },
    ]);
  });

  // timeout 2s
  readonly runOption = this.RULE("runOption", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Protocol);
          this.CONSUME(t.Word);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Timeout);
          this.CONSUME(t.Duration);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Env);
          this.SUBRULE(this.environment);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Cwd);
          this.CONSUME(t.StringLiteral);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.May);
          this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.grant) });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Fail);
          this.CONSUME2(t.Word);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Observe);
          this.OPTION(() => this.SUBRULE(this.eventKinds));
        },
      },
    ]);
  });

  // set system
  readonly grant = this.RULE("grant", () => {
    this.CONSUME(t.Word);
    this.OPTION(() => this.CONSUME(t.System));
  });

  // ["PATH", MODE = "strict"]
  readonly environment = this.RULE("environment", () => {
    this.CONSUME(t.LSquare);
    this.OPTION(() => {
      this.SUBRULE(this.variable);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.OPTION2(() => this.SUBRULE2(this.variable));
      });
    });
    this.CONSUME(t.RSquare);
  });

  // MODE = "strict"
  readonly variable = this.RULE("variable", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.StringLiteral) },
      {
        ALT: () => {
          this.CONSUME(t.Word);
          this.CONSUME(t.Assign);
          this.CONSUME2(t.StringLiteral);
        },
      },
    ]);
  });

  // ["agent.*"]
  readonly eventKinds = this.RULE("eventKinds", () => {
    this.CONSUME(t.LSquare);
    this.OPTION(() => {
      this.CONSUME(t.StringLiteral);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.OPTION2(() => this.CONSUME2(t.StringLiteral));
      });
    });
    this.CONSUME(t.RSquare);
  });

  // tool == "bash" and not marked(trusted)
  readonly expr = this.RULE("expr", () => {
    this.SUBRULE(this.condition);
    this.MANY(() => {
      this.OR([
        { ALT: () => this.CONSUME(t.And, { LABEL: "op" }) },
        { ALT: () => this.CONSUME(t.Or, { LABEL: "op" }) },
      ]);
      this.SUBRULE2(this.condition);
    });
  });

  // not any writes under "src"
  readonly condition = this.RULE("condition", () => {
    this.MANY(() => this.CONSUME(t.Not));
    this.OR([{ ALT: () => this.SUBRULE(this.quantifier) }, { ALT: () => this.SUBRULE(this.comparison) }]);
  });

  // any c of command.calls where (c.program == "rm" and c.elevated)
  readonly quantifier = this.RULE("quantifier", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.AnyWord, { LABEL: "word" }) },
      { ALT: () => this.CONSUME(t.All, { LABEL: "word" }) },
    ]);
    this.SUBRULE(this.path);
    this.OR2([
      {
        ALT: () => {
          this.CONSUME(t.Of);
          this.SUBRULE2(this.path);
          this.CONSUME(t.Where);
          this.SUBRULE(this.condition);
        },
      },
      { ALT: () => this.SUBRULE(this.predicate) },
    ]);
  });

  // output contains "secret"
  readonly comparison = this.RULE("comparison", () => {
    this.SUBRULE(this.sum);
    this.OPTION(() => this.SUBRULE(this.predicate));
  });

  // not in ["localhost"]
  readonly predicate = this.RULE("predicate", () => {
    this.OR([
      {
        ALT: () => {
          this.OR2([
            { ALT: () => this.CONSUME(t.EqualEqual, { LABEL: "compare" }) },
            { ALT: () => this.CONSUME(t.NotEqual, { LABEL: "compare" }) },
            { ALT: () => this.CONSUME(t.Less, { LABEL: "compare" }) },
            { ALT: () => this.CONSUME(t.LessEqual, { LABEL: "compare" }) },
            { ALT: () => this.CONSUME(t.Greater, { LABEL: "compare" }) },
            { ALT: () => this.CONSUME(t.GreaterEqual, { LABEL: "compare" }) },
          ]);
          this.SUBRULE(this.sum);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Is);
          this.OPTION(() => this.CONSUME(t.Not));
          this.CONSUME(t.RefName);
        },
      },
      {
        ALT: () => {
          this.OPTION2(() => this.CONSUME2(t.Not));
          this.SUBRULE(this.wordTest);
        },
      },
    ]);
  });

  // starts with "git"
  readonly wordTest = this.RULE("wordTest", () => {
    this.OR([
      {
        ALT: () => {
          this.OR2([
            { ALT: () => this.CONSUME(t.In, { LABEL: "op" }) },
            { ALT: () => this.CONSUME(t.Contains, { LABEL: "op" }) },
            { ALT: () => this.CONSUME(t.Mentions, { LABEL: "op" }) },
            { ALT: () => this.CONSUME(t.Matches, { LABEL: "op" }) },
            { ALT: () => this.CONSUME(t.Under, { LABEL: "op" }) },
            {
              ALT: () => {
                this.CONSUME(t.Starts, { LABEL: "op" });
                this.CONSUME(t.With);
              },
            },
            {
              ALT: () => {
                this.CONSUME(t.Ends, { LABEL: "op" });
                this.CONSUME2(t.With);
              },
            },
          ]);
          this.SUBRULE(this.sum);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Runs);
          this.AT_LEAST_ONE_SEP2({ SEP: t.Comma, DEF: () => this.SUBRULE(this.primary) });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Only);
          this.CONSUME2(t.Runs);
          this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE2(this.primary) });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Flows);
          this.CONSUME(t.Word);
          this.CONSUME(t.Into);
          this.CONSUME2(t.Word);
        },
      },
    ]);
  });

  // "refs/" + branch
  readonly sum = this.RULE("sum", () => {
    this.SUBRULE(this.coalesce);
    this.MANY(() => {
      this.CONSUME(t.Plus);
      this.SUBRULE2(this.coalesce);
    });
  });

  // model ?? "none"
  readonly coalesce = this.RULE("coalesce", () => {
    this.SUBRULE(this.primary);
    this.MANY(() => {
      this.CONSUME(t.QuestionQuestion);
      this.SUBRULE2(this.primary);
    });
  });

  // marked(secret-read)
  readonly primary = this.RULE("primary", () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.reference) },
      { ALT: () => this.SUBRULE(this.marked) },
      { ALT: () => this.SUBRULE(this.counted) },
      { ALT: () => this.SUBRULE(this.paren) },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.CONSUME(t.StringLiteral) },
      { ALT: () => this.CONSUME(t.RegexLiteral) },
      { ALT: () => this.CONSUME(t.Int) },
      { ALT: () => this.CONSUME(t.Duration) },
      { ALT: () => this.CONSUME(t.True) },
      { ALT: () => this.CONSUME(t.False) },
    ]);
  });

  // marked(secret-read)
  readonly marked = this.RULE("marked", () => {
    this.CONSUME(t.Marked);
    this.CONSUME(t.LParen);
    this.CONSUME(t.Word);
    this.CONSUME(t.RParen);
  });

  // counted(pushes, 10m)
  readonly counted = this.RULE("counted", () => {
    this.CONSUME(t.Counted);
    this.CONSUME(t.LParen);
    this.CONSUME(t.Word);
    this.CONSUME(t.Comma);
    this.CONSUME(t.Duration);
    this.CONSUME(t.RParen);
  });

  // (a or b)
  readonly paren = this.RULE("paren", () => {
    this.CONSUME(t.LParen);
    this.SUBRULE(this.expr);
    this.CONSUME(t.RParen);
  });

  // ["write", "edit"]
  readonly list = this.RULE("list", () => {
    this.CONSUME(t.LSquare);
    this.OPTION(() => {
      this.SUBRULE(this.sum);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.OPTION2(() => this.SUBRULE2(this.sum));
      });
    });
    this.CONSUME(t.RSquare);
  });

  // lower(input.path)
  readonly reference = this.RULE("reference", () => {
    this.CONSUME(t.RefName);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.LParen);
          this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.sum) });
          this.CONSUME(t.RParen);
        },
      },
      {
        ALT: () => {
          this.MANY(() => {
            this.CONSUME(t.Dot);
            this.CONSUME(t.Word);
          });
        },
      },
    ]);
  });

  // input.path
  readonly path = this.RULE("path", () => {
    this.CONSUME(t.RefName);
    this.MANY(() => {
      this.CONSUME(t.Dot);
      this.CONSUME(t.Word);
    });
  });

  // { tool: "read", input: { path: "a" } }
  readonly object = this.RULE("object", () => {
    this.CONSUME(t.LCurly);
    this.OPTION(() => {
      this.SUBRULE(this.entry);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.OPTION2(() => this.SUBRULE2(this.entry));
      });
    });
    this.CONSUME(t.RCurly);
  });

  // "path": "a"
  readonly entry = this.RULE("entry", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Word, { LABEL: "key" }) },
      { ALT: () => this.CONSUME(t.StringLiteral, { LABEL: "key" }) },
    ]);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.data);
  });

  // ["a", 1.5, true, secret-read]
  readonly data = this.RULE("data", () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.array) },
      { ALT: () => this.CONSUME(t.StringLiteral) },
      { ALT: () => this.CONSUME(t.Int) },
      { ALT: () => this.CONSUME(t.Decimal) },
      { ALT: () => this.CONSUME(t.Word) },
    ]);
  });

  // ["a", 1]
  readonly array = this.RULE("array", () => {
    this.CONSUME(t.LSquare);
    this.OPTION(() => {
      this.SUBRULE(this.data);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.OPTION2(() => this.SUBRULE2(this.data));
      });
    });
    this.CONSUME(t.RSquare);
  });
}

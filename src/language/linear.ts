// Regexes that could make a backtracking engine slow, run in linear time. The only file that imports re2js.

import { RE2JS } from "re2js";
import { toLinear } from "./linear-syntax.ts";
import type { Regex } from "./value.ts";

/** Why the linear engine cannot run this regex, or null when it can. */
export function linearProblem(source: string, flags: string): string | null {
  const linear = toLinear(source, flags);
  if ("problem" in linear) return linear.problem;
  try {
    RE2JS.compile(linear.pattern, linear.foldsCase ? RE2JS.CASE_INSENSITIVE : 0);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/:.*/s, "") : "it is not understood";
  }
}

/**
 * A regex with JavaScript's syntax and meaning; the compiler has checked that it can be converted. It is compiled on first
 * use, because that takes longer than most decisions.
 */
export function linearRegex(source: string, flags: string): Regex {
  let made: Regex | null = null;
  const regex = (): Regex => {
    made ??= madeRegex(source, flags);
    return made;
  };
  return { test: (text) => regex().test(text), replaceAll: (text, by) => regex().replaceAll(text, by) };
}

function madeRegex(source: string, flags: string): Regex {
  const linear = toLinear(source, flags);
  if ("problem" in linear) throw new Error(`no linear form of /${source}/${flags}: ${linear.problem}`);
  const compiled = RE2JS.compile(linear.pattern, linear.foldsCase ? RE2JS.CASE_INSENSITIVE : 0);
  // JavaScript has four line ends, the engine knows one.
  const seen = (text: string): string => (linear.mapsLines ? text.replace(/[\r\u2028\u2029]/g, "\n") : text);
  return {
    test: (text) => compiled.matcher(seen(text)).find(),
    replaceAll: (text, by) => {
      const matcher = compiled.matcher(seen(text));
      const out: string[] = [];
      let copied = 0;
      let from = 0;
      while (from <= text.length && matcher.find(from)) {
        const start = matcher.start();
        const end = matcher.end();
        out.push(text.slice(copied, start), by);
        copied = end;
        from = end === start ? end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1) : end;
      }
      return out.length === 0 ? text : out.join("") + text.slice(copied);
    },
  };
}

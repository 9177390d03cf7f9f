// Names that a line gives to files, and what a later use of such a name means.

import { describe, expect, it } from "vitest";
import { effectsOf } from "../../src/shell/effects/effects.ts";
import { linkedPaths } from "../../src/shell/effects/links.ts";
import { readCommand } from "../../src/shell/interp/read.ts";

const read = (text: string) => readCommand(text, { home: "/home/dev", shell: "bash", programs: {} });

/** The files behind the names that the last call uses. */
function behind(text: string): readonly string[] {
  const reading = read(text);
  const last = reading.calls.at(-1);
  if (last === undefined) return [];
  const effects = effectsOf(last);
  return [...effects.reads.items, ...effects.writes.items, ...effects.deletes.items].flatMap((path) =>
    linkedPaths(reading, path, last.id).map((word) => word.text),
  );
}

describe("names that stand for other files", () => {
  it.each<readonly [string, readonly string[]]>([
    ["ln -s ~/.ssh/id_rsa x; cat x", ["/home/dev/.ssh/id_rsa"]],
    ["ln -sf ~/.ssh/id_rsa ./x; cat x", ["/home/dev/.ssh/id_rsa"]],
    ["ln -s / r; rm -rf r/*", ["/*"]],
    ["ln -s ~ r && rm -rf r/", ["/home/dev"]],
    ["ln -s /etc; cat etc/shadow", ["/etc/shadow"]],
    ["ln .env x; cat x", [".env"]],
    ["cp .env /tmp/a; cat /tmp/a", [".env"]],
    ["cp .env /tmp; cat /tmp/.env", [".env/.env", ".env"]],
    ["cp -t /tmp .env b; cat /tmp/.env", [".env"]],
    ["cp .env b /tmp; cat /tmp/b", ["b"]],
    ["mv .env x && cat x", [".env"]],
    ["install -m 600 .env x; cat x", [".env"]],
    ["cp .env a; cp a b; mv b c; cat c", ["b", "a", ".env"]],
    ["cp -r ~/.ssh s; cat s/id_rsa", ["/home/dev/.ssh/id_rsa"]],
    ["ln -s ../.env sub/x; cat sub/x", ["sub/../.env"]],
    ["(cd sub && ln -s ../.env x); cat sub/x", ["sub/../.env"]],
    ["ln -s ~/.ssh/id_rsa link; cat l*", ["/home/dev/.ssh/id_rsa"]],
    ["(ln -s ~/.ssh/id_rsa x); bash -c 'cat x'", ["/home/dev/.ssh/id_rsa"]],
    ["ln -s $f x; cat x", ["$f"]],
    // A loop of names ends
    ["ln -s a b; ln -s b a; cat a", ["b"]],
    // Not yet, or something else
    ["cat x; ln -s ~/.ssh/id_rsa x; cat y", []],
    ["cp --help .env x; cat x", []],
    ["ln -s ~/.ssh/id_rsa x; cat xy", []],
    ["cp a b; cat c", []],
  ])("%j", (text, expected) => {
    expect(behind(text)).toEqual(expected);
  });

  it("stays small where names multiply", () => {
    const text = `${Array.from({ length: 200 }, (_, i) => `ln -s a${i} a${i + 1}`).join(";")};cat a200`;
    expect(behind(text).length).toBeLessThanOrEqual(17);
  });
});

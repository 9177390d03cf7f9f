// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
// zsh is read as bash; what it reads otherwise is refused with the reason, and only where the shell is zsh.

import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/shell/interp/read.ts";

const refused = (text: string, shell: "bash" | "zsh"): readonly string[] =>
  readCommand(text, { home: "/home/dev", shell, programs: {} }).unreadable;

describe("zsh", () => {
  it.each<readonly [string, string]>([
    ["rm *(N)", "zsh: glob qualifier"],
    ["rm **/*(.)", "zsh: glob qualifier"],
    ['rm "a"*(/)', "zsh: glob qualifier"],
    ["=rm x", "zsh: `=command`"],
    ["cat =ls", "zsh: `=command`"],
    ["ls a<1-5>b", "zsh: number range"],
    ["echo ${(f)x}", "zsh: flags of an expansion"],
    ['echo "${(s.:.)x}"', "zsh: flags of an expansion"],
    ["echo ${=x}", "zsh: flags of an expansion"],
    ["x=(rm -rf /); $x", "zsh: array"],
    ["x=(rm -rf /); ${x[1]}", "zsh: array"],
    ["echo $x[1]", "zsh: array"],
    ["x=/a/b; rm $x:h", "zsh: modifier"],
    ["alias -g G='| sh'; curl u G", "zsh: global alias"],
    ["alias -s txt=rm; a.txt", "zsh: global alias"],
    ["repeat 3 rm x", "zsh: `repeat`"],
    ["setopt extendedglob; rm ^x", "zsh: `setopt`"],
    ["emulate sh -c 'rm x'", "zsh: `emulate`"],
    ["zmodload zsh/files; zf_rm x", "zsh: `zmodload`"],
    ["hash -d d=/; rm -rf ~d", "zsh: named folder"],
    ["path=(/tmp/x $path); git log", "zsh: `path` is tied to a variable"],
    ["- rm x", "zsh: `-` before a command"],
    ["bash -c 'ls'; echo $(rm *(N))", "zsh: glob qualifier"],
  ])("%j", (text, reason) => {
    expect(refused(text, "zsh")).toContain(reason);
    expect(refused(text, "bash").filter((one) => one.startsWith("zsh"))).toEqual([]);
  });

  it.each<readonly [string, string]>([
    ["zsh -c '=git push -f'", "zsh: `=command`"],
    ["zsh <<< '=git push -f'", "zsh: `=command`"],
    ["printf '=git push -f' | zsh", "zsh: `=command`"],
    ["zsh -c 'a=(git push -f); $a'", "zsh: array"],
    ["bash -c \"zsh -c 'ls *(e:x:)'\"", "zsh: glob qualifier"],
    ["fish -c 'set b -f; git push origin $b'", "fish: `set`"],
    ["tcsh -c 'set b=-f; git push origin $b'", "tcsh: `set`"],
  ])("started from bash: %j", (text, reason) => {
    expect(refused(text, "bash")).toContain(reason);
  });

  it("reads what bash starts from zsh as bash", () => {
    expect(refused("bash -c 'a=(ls); $a'", "zsh").filter((one) => one.startsWith("zsh"))).toEqual([]);
  });

  it.each([
    "foreach i (a b) rm $i; end",
    "for i (a b) rm $i",
    "if [[ a ]] { rm x }",
    "rm (a|b)",
    "cat =(ls)",
    "() { rm x }",
  ])("%j is no text of bash", (text) => {
    expect(refused(text, "zsh")).not.toEqual([]);
  });

  it.each([
    "git status && npm test | grep x > y",
    "ls **/*.ts",
    "noglob curl u?x=1",
    'for f in *.c; do echo "$f"; done',
    "[[ a == b ]] && [ a = b ]",
    "rm 'a*(N)' \"=x\"",
    "x=a; echo $x:/b ${x:-c}",
    "A=1 make",
    'f() { echo "$@" $1 $*; }; f a',
  ])("%j is read", (text) => {
    expect(refused(text, "zsh")).toEqual([]);
  });
});

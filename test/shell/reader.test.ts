// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
// What the reader makes of a command line: each row a command and the calls it comes to, in order.
// `?` before a call: it may not run. `{why}`: a word that is not known. A `*` in a word of a glob is a glob.

import { describe, expect, it } from "vitest";
import { effectsOf } from "../../src/shell/effects/effects.ts";
import { readCommand } from "../../src/shell/interp/read.ts";
import type { Call, Reading, Word } from "../../src/shell/syntax/model.ts";

const read = (text: string, shell: "bash" | "zsh" = "bash"): Reading =>
  readCommand(text, { home: "/home/dev", shell, programs: {} });

const render = (word: Word): string =>
  word.kind === "dynamic" ? `{${word.why}}` : /^[^\s'"]+$/.test(word.text) ? word.text : JSON.stringify(word.text);
const line = ({ program, args, conditional }: Call): string =>
  `${conditional ? "?" : ""}${[program, ...args].map(render).join(" ")}`;
const lines = (text: string): readonly string[] => read(text).calls.map(line);

const table: readonly (readonly [string, readonly string[]])[] = [
  // Quotes and words
  [`r"m" -'r'f \\/`, ["rm -rf /"]],
  [`$'\\x72m' $'\\055rf' "$HOME"`, ["rm -rf /home/dev"]],
  [`rm -rf '$HOME' \\~ "~"`, ["rm -rf $HOME ~ ~"]],
  ["rm ~ ~/x ~root ~bob/y a~", ["rm /home/dev /home/dev/x /root /home/bob/y a~"]],
  ["rm {a,b}{1..2} '{a,b}' {x}", ["rm a1 a2 b1 b2 {a,b} {x}"]],
  ["rm {~,/}/x", ["rm /home/dev/x //x"]],
  ["rm$IFS-rf${IFS}/", ["rm -rf /"]],
  ["X=~/a; rm $X", ["rm /home/dev/a"]],
  ["rm $((1+2)) ${#HOME}", ["rm 3 9"]],
  // Variables
  ["f=-f; git push $f", ["git push -f"]],
  [`a="-r -f"; rm $a "$a"`, ['rm -r -f "-r -f"']],
  ["IFS=,; a=rm,-rf,/; $a", ["rm -rf /"]],
  ["x=m; r$x -rf /", ["rm -rf /"]],
  ["x=aé; echo ${x^^} ${x:1:1} ${x@U}", ["echo {value of x} {value of x} {value of x}"]],
  ["${x:-rm} -rf ${y-/}", ["rm -rf /"]],
  ["x=1; ${x:+rm} a", ["rm a"]],
  [": ${x:=rm}; $x a", [": rm", "rm a"]],
  ["x=grm; ${x#g} a; ${x:1} b; ${x/g/} c", ["rm a", "rm b", "rm c"]],
  ["x=RM; ${x,,} a", ["rm a"]],
  ["n=x; x=rm; ${!n} a", ["rm a"]],
  ['a=(rm -rf /); ${a[0]} ${a[1]}; "${a[@]}"; ${a[*]:1}', ["rm -rf", "rm -rf /", "-rf /"]],
  ['a=(x); a+=(y); echo ${#a[@]} "${a[@]}"', ["echo 2 x y"]],
  ['declare -a a=(x y); echo "${a[@]}"', ['declare -a "a=(x y)"', "echo x y"]],
  ["declare -A m; m[a]=rm; m[b]=ls; ${m[a]} x; ${m[b]} y", ["declare -A m", "rm x", "ls y"]],
  ["declare -A m=([a]=rm [b]=ls); k=a; ${m[$k]} x", ['declare -A "m=([a]=rm [b]=ls)"', "rm x"]],
  ["declare -A m; m['a b']=rm; ${m['a b']} x", ["declare -A m", "rm x"]],
  ["declare -A m; m+=([a]=rm); ${m[a]:-ls} x; ${m[c]:-ls} y", ["declare -A m", "rm x", "ls y"]],
  ["declare -A m; m[$z]=rm; ${m[a]} x", ["declare -A m", "{value of m} x"]],
  ["declare -A m=([a]=ls); b && m[a]=rm; ${m[a]} x", ["declare -A m=([a]=ls)", "b", "{value of m} x"]],
  ["declare -A m=([a]=rm [b]=ls); ${m[@]} x", ['declare -A "m=([a]=rm [b]=ls)"', "{parameters} x"]],
  ["declare -A m=([a]=rm); unset 'm[a]'; ${m[a]} x", ["declare -A m=([a]=rm)", "unset m[a]", "{value of m} x"]],
  ["m=([1]=rm [0]=ls); ${m[1]} x", ["rm x"]],
  ["m=(ls rm); i=1; ${m[i]} x; ${m[$i]} y", ["rm x", "rm y"]],
  [
    "declare -A m=([__proto__]=rm); ${m[__proto__]} x; ${m[constructor]-ls} y",
    ["declare -A m=([__proto__]=rm)", "rm x", "ls y"],
  ],
  ["printf -v c %s rm; $c a", ["printf -v c %s rm", "rm a"]],
  ["read a b <<< 'rm -rf /'; $a $b", ["read a b", "rm -rf /"]],
  ["IFS=: read a b <<< rm:x; $a $b", ["read a b", "rm x"]],
  ["mapfile -t a <<< rm; ${a[0]} x", ["mapfile -t a", "rm x"]],
  ['set -- rm -rf; "$@" / $#', ["set -- rm -rf", "rm -rf / 2"]],
  ["set -- a b; shift; c $1", ["set -- a b", "shift", "c b"]],
  ['set -- a $x; shift; c "$@"', ["set -- a {variable x}", "shift", "c {variable x}"]],
  ['set -- $x a; shift; c "$@"', ["set -- {variable x} a", "shift", "c {value of @}"]],
  ["unset x; ${x-rm} a", ["unset x", "rm a"]],
  ['rm $x "$y" a$z', ["rm {variable x} {variable y} {variable z}"]],
  // What may have been changed is not known
  ["x=rm; a && x=ls; $x /", ["a", "{value of x} /"]],
  ["x=rm; false && x=ls; $x /", ["false", "{value of x} /"]],
  ["x=rm; true && x=ls; $x /", ["true", "ls /"]],
  ["x=rm; if a; then x=ls; fi; $x /", ["a", "{value of x} /"]],
  ["x=rm; if a; then x=ls; else x=ls; fi; $x /", ["a", "ls /"]],
  ["x=ls; while a; do $x /; x=rm; done", ["a", "?ls /", "a", "?{value of x} /"]],
  ["x=rm; (x=ls); $x /; x=ls | b; $x /; x=ls & $x /", ["rm /", "b", "rm /", "rm /"]],
  ["f(){ x=rm; return; x=ls; }; f; $x /", ["return", "rm /"]],
  ["for x in rm ls; do break; done; $x /", ["break", "?break", "rm /"]],
  ["for y in 1; do break; exit; done; x=rm; $x /", ["break", "?exit", "rm /"]],
  ["f(){ x=ls; a || { x=rm; return; }; }; f; $x /", ["a", "?return", "{value of x} /"]],
  ["x=ls; a || { x=rm; exit; }; $x /", ["a", "?exit", "?ls /"]],
  ["x=rm; a || false || x=ls; $x /", ["a", "?false", "{value of x} /"]],
  ["x=rm; false || false || x=ls; $x /", ["false", "false", "ls /"]],
  ["a || f(){ x=ls; }; x=rm; f; $x /", ["a", "?f", "{value of x} /"]],
  ["f(){ local x=ls; }; x=rm; f; $x /", ["local x=ls", "rm /"]],
  ["f(){ declare x=ls; }; x=rm; f; $x /", ["declare x=ls", "rm /"]],
  ["f(){ typeset x; x=ls; }; x=rm; f; $x /", ["typeset x", "rm /"]],
  ["f(){ declare -g x=rm; }; x=ls; f; $x /", ["declare -g x=rm", "rm /"]],
  ['x=; a "${x:+-f}" ${x:+-f} "${#x}" b', ['a "" 0 b']],
  ["f(){ readonly x=rm; }; f; $x /", ["readonly x=rm", "rm /"]],
  // Lists, groups, branches
  ["a && b || c; d & e", ["a", "?b", "?c", "d", "e"]],
  ["time a; ! b | c", ["a", "b", "c"]],
  ["case $x in a) b;; *) c;; esac", ["?b", "?c"]],
  ["for i in 1 2; do a $i; done", ["a 1", "a 2"]],
  ['for f in /*; do rm "$f"; done', ["?rm /*", "?rm /*"]],
  ["for i; do a $i; done", ["?a {variable i}", "?a {variable i}"]],
  ["[[ -n $(a) ]] && ((x = $(b)))", ["a", "?b"]],
  ["x='a[$(rm y)]'; ((x))", ["?{code in an array subscript}"]],
  ["x='a[$(rm y)]'; ((x++))", ["?{code in an array subscript}"]],
  ["x='a[$(rm y)]'; z=x; ((z))", ["?{code in an array subscript}"]],
  ["x='a[$(rm y)]'; [[ -v $x ]]", ["?{code in an array subscript}"]],
  ["x='a[$(rm y)]'; [[ $x == a* ]]", []],
  ["let 'a[$(rm y)]/b'", ['let "a[$(rm y)]/b"', "?{code in an array subscript}"]],
  ["compgen -W '$(rm y)'", ['compgen -W "$(rm y)"', "?rm y", "?: {command substitution}"]],
  ["> f", [":"]],
  ["d=$(pwd); rm $d/x; cd /a; rm $d/x", ["pwd", "rm ./x", "cd /a", "rm {the starting folder}"]],
  ['rm ${PWD%/*} /x$PWD "$PWD"/a', ["rm {variable PWD} {the starting folder} ./a"]],
  ['rm $(dirname "$PWD")', ["dirname .", "rm {output of dirname}"]],
  ["d=$(echo $PWD); cd /x; rm $d", ["echo .", "cd /x", "rm {command substitution}"]],
  [
    'bash -c "cd /x; rm $PWD/y"',
    ["bash -c {the starting folder}", "?{the starting folder}", "?cd /x", "?rm {unknown text}"],
  ],
  // Functions, aliases
  ['f(){ rm "$@"; }; f -rf /', ["rm -rf /"]],
  ['rm(){ echo "$@"; }; rm /; command rm /; \\rm x', ["echo /", "command rm /", "rm /", "echo x"]],
  ["false && rm(){ :; }; rm /", ["false", "?:", "?rm /"]],
  ["f(){ rm /; }", ["?rm /"]],
  ["alias x='rm -rf'; x /", ['alias "x=rm -rf"', "?rm -rf /", "?x /"]],
  // Substitutions
  ['echo "$(rm /)" `ls`', ["rm /", "ls", "echo {command substitution} {output of ls}"]],
  ["$(echo rm) -rf $(printf / )", ["echo rm", "printf /", "rm -rf /"]],
  ["a <(b) >(c)", ["b", "c", "a /dev/fd/63 /dev/fd/62"]],
  // What a shell is given later on
  ["echo a b > >(sh)", ["sh", "echo a b", "a b"]],
  ["echo a | tee >(sh)", ["echo a", "sh", "tee /dev/fd/63", "a"]],
  ["exec 3> >(sh); echo a >&3; echo b >&3", ["sh", "exec", "echo a", "a", "echo b", "a", "b"]],
  ["coproc sh; echo a >&${COPROC[1]}", ["sh", "echo a", "a"]],
  ["coproc S { sh; }; printf 'a\\n' >&\"${S[1]}\"", ["sh", "printf a\\n", "a"]],
  ["exec 3> >(sh); echo a > /dev/fd/3", ["sh", "exec", "echo a", "a"]],
  ["exec > >(sh); echo a", ["sh", "exec", "echo a", "a"]],
  ["coproc X { sh; }; exec 3>&${X[1]}; echo a >&3", ["sh", "exec", "echo a", "a"]],
  ["exec 3> >(sh); echo -n 'a b' >&3; echo ' c' >&3", ["sh", "exec", 'echo -n "a b"', "a b", 'echo " c"', "a b c"]],
  // A descriptor goes where it was last said to go
  ["{ echo a >&3; } 3<<<x 3>&1 | sh", ["echo a", "sh", "a"]],
  ["cat 3<<<x; { echo a >&3; } 3>&1 | sh", ["cat", "echo a", "sh", "a"]],
  ["coproc cat; { echo a >&60; } 60>&1 | sh", ["cat", "echo a", "sh", "a"]],
  ["echo a 3>log 3>&1 >&3 | sh", ["echo a", "sh", "a"]],
  ["echo a 3>&1 >log >&3 | sh", ["echo a", "sh", "a"]],
  ["{ echo a >&3; } 3>&1 >log | sh", ["echo a", "sh", "a"]],
  ["exec 3>log; { echo a >&3; } 3>&1 | sh", ["exec", "echo a", "sh", "a"]],
  ["echo a 3>&1 >&3 >log | sh", ["echo a", "sh", "a"]],
  ["coproc sh; echo 'echo a >&60' >&60", ["sh", 'echo "echo a >&60"', "echo a"]],
  ["cat <<E\n$(rm x) $HOME\nE", ["rm x", "cat"]],
  ["cat <<'E'\n$(rm x)\nE", ["cat"]],
  // Wrappers
  [
    "sudo -u bob env A=1 nice -n 5 timeout 9 rm x",
    [
      "sudo -u bob env A=1 nice -n 5 timeout 9 rm x",
      "env A=1 nice -n 5 timeout 9 rm x",
      "nice -n 5 timeout 9 rm x",
      "timeout 9 rm x",
      "rm x",
    ],
  ],
  ["env -S 'rm -rf' /", ['env -S "rm -rf" /', "env rm -rf /", "rm -rf /"]],
  ["nohup rm x &", ["nohup rm x", "rm x"]],
  ["busybox rm x", ["busybox rm x", "rm x"]],
  ["exec rm x", ["exec rm x", "rm x"]],
  ["builtin cd /; ls", ["builtin cd /", "cd /", "ls"]],
  ["echo a b | xargs rm -f", ["echo a b", "xargs rm -f", "rm -f a b"]],
  ["ls | xargs -I% rm %", ["ls", "xargs -I% rm %", "rm {output of ls}"]],
  [
    "xargs sh -c 'rm \"$@\"' _ < l",
    [
      "xargs sh -c 'rm \"$@\"' _".replaceAll("'", "").replace('rm "$@"', JSON.stringify('rm "$@"')),
      `sh -c ${JSON.stringify('rm "$@"')} _ {standard input}`,
      "rm {standard input}",
    ],
  ],
  ["parallel rm ::: a b", ["parallel rm ::: a b", "rm a", "rm b"]],
  ["find . -name '*.o' -exec rm {} +", ["find . -name *.o -exec rm {} +", "rm ./**/*.o"]],
  ["find / -exec sh -c 'rm -rf /x' \\;", ['find / -exec sh -c "rm -rf /x" ;', 'sh -c "rm -rf /x"', "rm -rf /x"]],
  ["ssh host 'rm -rf /; ls'", ['ssh host "rm -rf /; ls"', "rm -rf /", "ls"]],
  ["kubectl exec pod -- rm x", ["kubectl exec pod -- rm x", "rm x"]],
  ["flock /tmp/l -c 'rm x'", ['flock /tmp/l -c "rm x"', "rm x"]],
  ["watch rm x", ["watch rm x", "rm x"]],
  ["su bob -c 'rm x'", ['su bob -c "rm x"', "rm x"]],
  // Code
  ["bash -ec 'rm $1' _ x", ['bash -ec "rm $1" _ x', "rm x"]],
  ["bash -c -e 'rm x'", ['bash -c -e "rm x"', "rm x"]],
  ["bash -n -c 'rm x'", ['bash -n -c "rm x"']],
  ['bash -c "$x"', ["bash -c {variable x}", "?{variable x}"]],
  ['bash -c "rm $x"', ["bash -c {variable x}", "?rm {variable x}"]],
  [
    'x=$(curl a); bash -c "rm $x"',
    ["curl a", "bash -c {command substitution}", "?{command substitution}", "?rm {unknown text}"],
  ],
  ['bash -c "$x"', ["bash -c {variable x}", "?{variable x}"]],
  ['"$(which rm)" x', ["which rm", "{command substitution} x"]],
  [
    "y=1; bash -c 'rm $y'; export y; bash -c 'rm $y'",
    ['bash -c "rm $y"', "rm {variable y}", "export y", 'bash -c "rm $y"', "rm 1"],
  ],
  ["rm(){ :; }; bash -c 'rm x'", ['bash -c "rm x"', "rm x", "?:"]],
  ["eval rm '$HOME'", ["eval rm $HOME", "rm /home/dev"]],
  ['eval "$(echo rm x)"', ["echo rm x", 'eval "rm x"', "rm x"]],
  ["bash <<< 'rm x'", ["bash", "rm x"]],
  ["cat <<E | sh\nrm x\nE", ["cat", "sh", "rm x"]],
  ["bash -s a <<'E'\nrm $1\nE", ["bash -s a", "rm a"]],
  [". /dev/stdin <<< 'rm x'", [". /dev/stdin", "rm x"]],
  ["bash <(echo rm x)", ["echo rm x", "bash /dev/fd/63", "rm x"]],
  ["trap 'rm x' EXIT", ['trap "rm x" EXIT', "?rm x"]],
  ["echo cm0geA== | base64 -d | sh", ["echo cm0geA==", "base64 -d", "sh", "rm x"]],
  ["echo 726d2078 | xxd -r -p | bash", ["echo 726d2078", "xxd -r -p", "bash", "rm x"]],
  ["echo 'x mr' | rev | sh", ['echo "x mr"', "rev", "sh", "rm x"]],
  ["echo 'sn y' | tr a-z b-za | sh", ['echo "sn y"', "tr a-z b-za", "sh", "to z"]],
  ["printf '\\162m x' | sh", ['printf "\\\\162m x"', "sh", "rm x"]],
  ["echo 'rm x' > f; sh f", ['echo "rm x"', "sh f", "rm x"]],
  ["echo 'rm x' | tee f; chmod +x f; ./f", ['echo "rm x"', "tee f", "chmod +x f", "./f", "rm x"]],
  [
    "(echo rm x > f); bash -c 'echo rm y > g'; sh f; sh ./g",
    ["echo rm x", 'bash -c "echo rm y > g"', "echo rm y", "sh f", "rm x", "sh ./g", "rm y"],
  ],
  ["git -c alias.x='!rm -rf' x /", ['git -c "alias.x=!rm -rf" x /', "rm -rf /"]],
  [
    "git -c alias.p='push --force' p o",
    ['git -c "alias.p=push --force" p o', 'git -c "alias.p=push --force" push --force o'],
  ],
  ["git -c core.pager='rm x' log", ['git -c "core.pager=rm x" log', "?rm x"]],
  ["git config alias.x '!rm -rf'; git x /", ['git config alias.x "!rm -rf"', "git x /", "rm -rf /"]],
  [
    "git config --global alias.P 'push --force' && git p o",
    ['git config --global alias.P "push --force"', "?git p o", "?git push --force o"],
  ],
  ["git config set alias.x '!rm' && git x y", ["git config set alias.x !rm", "?git x y", "?rm y"]],
  [
    "git config alias.x y; git config alias.y x; git x",
    ["git config alias.x y", "git config alias.y x", "git x", "git y", "git x"],
  ],
  ["git config alias.st status; git st", ["git config alias.st status", "git st", "git status"]],
  ["git config --get alias.x; git x", ["git config --get alias.x", "git x"]],
  ["(git config alias.x '!rm y'); git x", ['git config alias.x "!rm y"', "git x", "rm y"]],
  ["git config alias.x $y; git x", ["git config alias.x {variable y}", "git x", "?{variable y}"]],
  ["git config core.pager 'rm x'; git log", ['git config core.pager "rm x"', "?rm x", "git log"]],
  ["GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!rm y' git x", ["git x", "rm y"]],
  ["tar cf a b --checkpoint-action=exec='rm x'", ['tar cf a b "--checkpoint-action=exec=rm x"', "?rm x"]],
  ["ssh -o ProxyCommand='rm x' h", ['ssh -o "ProxyCommand=rm x" h', "?rm x"]],
  [
    "python3 -c 'import os; os.system(\"rm x\")'",
    [`python3 -c ${JSON.stringify('import os; os.system("rm x")')}`, "?rm x"],
  ],
  ["awk 'BEGIN{system(\"rm x\")}'", [`awk ${JSON.stringify('BEGIN{system("rm x")}')}`, "?rm x"]],
  ["GIT_PAGER='rm x' git log", ["git log", "?rm x"]],
  ["export PAGER='rm x'; git log; man ls", ['export "PAGER=rm x"', "?rm x", "git log", "man ls"]],
  ["PAGER='rm x'; git log", ["git log", "?rm x"]],
  ["GIT_SSH_COMMAND='rm x'; export GIT_SSH_COMMAND", ["export GIT_SSH_COMMAND", "?rm x"]],
  ["declare -x GIT_EDITOR='rm x'; git commit", ['declare -x "GIT_EDITOR=rm x"', "?rm x", "git commit"]],
  ["GIT_EDITOR='rm x'; git commit", ["git commit"]],
  ["export EDITOR=vim PAGER='less -R'; git log", ['export EDITOR=vim "PAGER=less -R"', "git log"]],
  ["export PAGER=$x; git log", ["export {variable x}", "?{variable x}", "git log"]],
  ["vim -c ':!rm x'", ['vim -c ":!rm x"', "?rm x"]],
  // Only data
  ["GIT_PAGER=cat git log", ["git log"]],
  ["echo 'rm -rf /' \"; rm x\" # rm y", ['echo "rm -rf /" "; rm x"']],
  ["git commit -m 'rm -rf / && sudo x'", ['git commit -m "rm -rf / && sudo x"']],
  ["cat <<'E' > f\nrm -rf /\nE", ["cat"]],
  ["echo 'rm x' | cat", ['echo "rm x"', "cat"]],
  ["echo 'rm x' | bash -c 'cat'", ['echo "rm x"', "bash -c cat", "cat"]],
  ["grep -r 'rm -rf' .", ['grep -r "rm -rf" .']],
];

describe("calls", () => {
  it.each(table)("%j", (text, expected) => {
    expect(read(text).unreadable).toEqual([]);
    expect(lines(text)).toEqual(expected);
  });
});

describe("where and how a call runs", () => {
  const folders = (text: string): readonly string[] =>
    read(text).calls.map(({ cwd }) => (cwd === null ? "" : render(cwd)));

  it.each<readonly [string, readonly string[]]>([
    ["cd /a; b; cd c && d; cd ..; e", ["", "/a", "/a", "/a/c", "/a/c", "/a"]],
    ["(cd /a; b); c", ["", "/a", ""]],
    ["cd; a", ["", "/home/dev"]],
    ["cd /a; cd -; b", ["", "/a", ""]],
    ["d=$PWD; cd /a; b; cd $d; c", ["", "/a", "/a", ""]],
    ["pushd /a; b; popd; c", ["", "/a", "/a", ""]],
    ["git -C ../x push; env -C /y z", ["../x", "/y", "/y"]],
    ["cd $x; b", ["", "{variable x}"]],
    ["a && cd /x; b", ["", "", "/x"]],
    ["mkdir -p x && cd x && a; b", ["", "", "x", "x"]],
    ["cd /x || exit; b", ["", "", "/x"]],
    ["bash -c 'cd /x'; b", ["", "", ""]],
    ["cd /a; rm $PWD/b", ["", "/a"]],
  ])("folder of %j", (text, expected) => {
    expect(folders(text)).toEqual(expected);
  });

  it.each<readonly [string, string]>([
    ["cd /nowhere; rm -rf ./x", "/nowhere or ."],
    ["cd build || true; rm -rf *", "build or ."],
    ["cd build || rm -rf *", ". "],
    ["cd build || exit 1; rm", "build "],
    ["cd build || { echo no; exit 1; }; rm", "build "],
    ["cd build && rm", "build "],
    ["cd build && make; rm", "build or ."],
    ["cd build && make && rm", "build "],
    ["a && cd /x; b", "/x or ."],
    ["[ -d x ] && cd x; b", "x or ."],
    ["cd a && cd b && x; y", "a/b or . or a"],
    ["cd a && cd b || exit; y", "a/b "],
    ["cd a; cd b; y", "a/b or b or a or ."],
    ["cd a; cd b && y", "a/b or b"],
    ["cd a; git -C b y", "a/b or b"],
    ["cd a; (cd /x && y)", "/x "],
    ["cd $x; b", "{variable x} or ."],
    ['cd "$(mktemp -d)"; b', "/tmp/tmp.* or ."],
    ["if cd a; then b; fi", "a "],
    ["if cd a; then :; else b; fi", ". "],
    ["set -e; cd a; b", "a "],
    ["set -euo pipefail; cd a; b", "a "],
    ["set -o errexit; cd a; b", "a "],
    ["set -e; set +e; cd a; b", "a or ."],
    ["test -d x || exit 1; cd /srv && b", "/srv "],
    ["f(){ cd a || return 1; }; f; b", "a or ."],
    // No machine is without these
    ["cd /; b", "/ "],
    ["cd; b", "/home/dev "],
    ["cd ..; b", ".. "],
    ["cd ../..; b", "../.. "],
    ["cd /tmp; b", "/tmp "],
    // More than a few are one that is not known
    ["cd a; cd b; cd c; cd d; e", "a/b/c/d or {one of several folders} or a/b/c"],
  ])("folders %j may end in", (text, expected) => {
    const last = read(text).calls.at(-1);
    const [first, ...rest] = [last?.cwd ?? { kind: "literal" as const, text: "." }, ...(last?.elsewhere ?? [])];
    expect([render(first ?? { kind: "literal", text: "" }), ...rest.map((one) => `or ${render(one)}`)].join(" ")).toBe(
      expected.trimEnd(),
    );
  });

  it("names what may be meant in another folder, and only maybe", () => {
    const deletes = (text: string): readonly string[] => {
      const call = read(text).calls.at(-1);
      if (call === undefined) return [];
      const { items, maybe } = effectsOf(call).deletes;
      return [...items.map(({ text: path }) => path), ...maybe.map(({ text: path }) => `?${path}`)];
    };
    expect(deletes("cd /nowhere; rm -rf x")).toEqual(["/nowhere/x", "?./x"]);
    expect(deletes("cd /nowhere; rm -rf /x")).toEqual(["/x"]);
    expect(deletes("cd /nowhere && rm -rf x")).toEqual(["/nowhere/x"]);
  });

  it("knows the environment of each call", () => {
    const env = (text: string): readonly string[] =>
      read(text).calls.map((call) =>
        Object.entries(call.env)
          .map(([name, value]) => `${name}=${render(value)}`)
          .join(" "),
      );
    expect(env("A=1 b; c")).toEqual(["A=1", ""]);
    expect(env("export A=1; b; unset A; c")).toEqual(["", "A=1", "A=1", ""]);
    expect(env("A=1; declare -x A; b; B=2; c")).toEqual(["", "A=1", "A=1"]);
    expect(env("A=1 sudo B=2 c")).toEqual(["A=1", "A=1 B=2"]);
    expect(env("A=$x env -i B=2 c")).toEqual(["A={variable x}", "B=2"]);
    expect(env("PATH=/x:$PATH; a")).toEqual(["PATH={variable PATH}"]);
    expect(env("export A=1; bash -c b")).toEqual(["", "A=1", "A=1"]);
  });

  it("keeps the chain and who runs it", () => {
    const last = read("sudo bash -c 'git push'").calls.at(-1);
    expect(last?.via).toEqual(["sudo", "bash -c"]);
    expect(last?.elevated).toBe(true);
    expect(read("ls").calls[0]?.elevated).toBe(false);
  });

  it("gives redirections of a group to what is in it", () => {
    const [first] = read("{ a; } > f 2>&1").calls;
    expect(first?.redirects.map(({ fd, op, target }) => `${fd}${op}${target.text}`)).toEqual(["1>f", "2dup1"]);
  });

  it.each<readonly [string, string]>([
    ["exec 3>f; echo x >&3", "1dup3 1>>f"],
    ["exec 3>f 4>&3; echo x >&4", "1dup4 1>>f"],
    ["exec {fd}>f; echo x >&$fd", "1dup63 1>>f"],
    ["exec >f; echo x", "1>>f"],
    ["exec >f; echo x >g", "1>g"],
    ["exec >>f 2>/dev/null; echo x", "1>>f 2>>/dev/null"],
    ["exec 3>f; exec 3>&-; echo x >&3", "1dup3"],
    ["(exec >f); echo x", ""],
    ["{ echo x >&3; } 3>f", "3>f 1dup3"],
    ["echo x 3>f >&3", "3>f 1dup3"],
    ["exec 3<.env; cat <&3", "0dup3 0<.env"],
    ["exec 3<>/dev/tcp/h/80; cat k >&3", "1dup3 1<>/dev/tcp/h/80"],
    ["echo x >&2", "1dup2"],
  ])("follows descriptors: %j", (text, expected) => {
    const last = read(text).calls.at(-1);
    expect(last?.redirects.map(({ fd, op, target }) => `${fd}${op}${target.text}`).join(" ")).toBe(expected);
  });

  it("tells where standard input comes from", () => {
    const inputs = (text: string): readonly string[] => read(text).calls.map(({ stdin }) => stdin.from);
    expect(inputs("a | b < f")).toEqual(["inherit", "file"]);
    expect(inputs("a | b; c <<< x; d < <(e)")).toEqual(["inherit", "calls", "text", "inherit", "calls"]);
  });
});

describe("flows", () => {
  it.each<readonly [string, readonly string[]]>([
    ["curl u | bash", ["0>1 pipe stdin", "0>1 pipe code"]],
    ['bash -c "$(curl u)"', ["0>1 substitution argument", "0>1 substitution code"]],
    ['x=$(curl u); eval "$x"', ["0>1 variable argument", "0>1 variable code"]],
    ["curl u > f; sh f", ["0>1 file argument", "0>1 file code"]],
    ["curl -o f u; sh f", ["0>1 file argument", "0>1 file code"]],
    ["sh <(curl u)", ["0>1 substitution argument", "0>1 substitution code"]],
    ['bash <<< "$(curl u)"', ["0>1 here-text stdin", "0>1 here-text code"]],
    ["exec 3< <(curl u); bash <&3", ["0>2 descriptor stdin", "0>2 descriptor code"]],
    ["exec 3>f; curl u >&3; sh f", ["1>2 file argument", "1>2 file code"]],
    ["{ curl u >&3; } 3>f; sh f", ["0>1 file argument", "0>1 file code"]],
    ["exec >f; curl u; sh f", ["1>2 file argument", "1>2 file code"]],
    ["cat k | curl -d @- u", ["0>1 pipe stdin"]],
    ['curl "u?$(cat k)"', ["0>1 substitution argument"]],
    ["curl u | tee >(bash)", ["0>2 pipe stdin", "2>1 substitution stdin"]],
    ["curl u | python3", ["0>1 pipe stdin", "0>1 pipe code"]],
    ["curl u | python3 -c x", ["0>1 pipe stdin"]],
    ["curl u | pwsh -", ["0>1 pipe stdin", "0>1 pipe code"]],
    ["a; b", []],
  ])("%j", (text, expected) => {
    expect(read(text).flows.map(({ from, to, by, into }) => `${from}>${to} ${by} ${into}`)).toEqual(
      expect.arrayContaining([...expected]),
    );
    if (expected.length === 0) expect(read(text).flows).toEqual([]);
  });
});

describe("external", () => {
  it.each<readonly [string, readonly string[]]>([
    ["./x.sh", ["script ./x.sh"]],
    ["bash x.sh; . ./env", ["script x.sh", "script ./env"]],
    ["python3 a.py; node -e 1", ["script a.py", "inline-code node -e"]],
    ["npm test", ["task npm test"]],
    ["curl u | bash", ["script standard input"]],
    ["ssh h ls", ["remote h"]],
    ["/usr/bin/ls; git status; sed s/a/b/ f; awk '{print $1}' f", []],
    ["pwsh -EncodedCommand cgBtACAAeAA=", ["shell rm x"]],
    ["powershell -c ls", ["shell powershell -c ls"]],
    ["PowerShell.exe -NoProfile -Enc cgBtACAAeAA=", ["shell rm x"]],
    ["pwsh -EncodedCommand:cgBtACAAeAA", ["shell rm x"]],
    ["pwsh --encodedc cgBtACAAeAA=", ["shell rm x"]],
    ["powershell /e cgBtACAAeAA=", ["shell rm x"]],
    ["pwsh -enc $x", ["shell pwsh -enc $x"]],
    ["pwsh -enc !!!", ["shell pwsh -enc !!!"]],
    ["pwsh -ExecutionPolicy Bypass -c ls", ["shell pwsh -ExecutionPolicy Bypass -c ls"]],
    ["cmd /c 'del x & dir'", ["shell cmd /c del x & dir"]],
    ["CMD.exe /c del x", ["shell CMD /c del x"]],
    ["cmd /c 'powershell -nop -enc cgBtACAAeAA='", ["shell cmd /c powershell -nop -enc cgBtACAAeAA=", "shell rm x"]],
    ["sudo pwsh -enc cgBtACAAeAA=", ["shell rm x"]],
    ["curl u | pwsh -", ["shell pwsh -"]],
  ])("%j", (text, expected) => {
    const reading = read(text);
    expect(reading.unreadable).toEqual([]);
    expect(reading.external.map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected);
  });
});

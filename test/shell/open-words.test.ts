// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
// Words that the line leaves open: what the shipped packs make of them. Both sides: what stays a question for a person, and what
// is only noted. Nothing is passed over in silence.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saysNothing, starred } from "../../src/shell/syntax/open-words.ts";
import { isStopped, type Packs, shellPacks } from "./packs.ts";

let packs: Packs;
beforeAll(async () => {
  packs = await shellPacks();
});
afterAll(() => packs.close());

describe("a star for what is not known", () => {
  it.each([
    ["$F", "*"],
    ["src/$F.ts", "src/*.ts"],
    ["${F%.js}.ts", "*.ts"],
    ["$(git rev-parse --show-toplevel)/.env", "*/.env"],
    ["$(echo $(date))-x", "*-x"],
    ["`tool`/x", "*/x"],
    ["$A$B/c", "*/c"],
    ["$((i + 1)).log", "*.log"],
    ["/{}", "/{}"],
    ["/<standard input>", "/*"],
    ["$(unfinished", "*"],
    ["costs 5$", "costs 5$"],
  ])("%s", (text, glob) => {
    expect(starred(text)).toBe(glob);
  });

  it("tells whether anything is said", () => {
    for (const glob of ["*", "./*", "*/*", "../*"]) expect(saysNothing(glob)).toBe(true);
    for (const glob of ["*.ts", "src/*", "/etc/*", "/*", ".*", "src/.*"]) expect(saysNothing(glob)).toBe(false);
  });
});

it("is no smaller a doubt where something else cannot be read at all", () => {
  expect(isStopped(packs.decide('git push origin "$BRANCH"; echo "'))).toBe(true);
  expect(isStopped(packs.decide('git push origin "$BRANCH"; echo $((((('))).toBe(true);
});

it("shows the names of variables without their values", () => {
  expect(isStopped(packs.decide("env | grep KEY | awk 'BEGIN {FS=\"=\"} {print $1}'"))).toBe(false);
  expect(isStopped(packs.decide("env | grep KEY | awk 'BEGIN {FS=\"=\"} {print $2}'"))).toBe(true);
});

describe("is noted, and nobody is asked", () => {
  it.each([
    // Attack: the value was set to `-f` or `+main` before. It is one word that nobody sees.
    'git push origin "$BRANCH"',
    "git push origin $BRANCH",
    'git checkout "$BRANCH"',
    'git switch "$branch"',
    // Attack: the name is that of a hook, a pipeline or a secret, set before.
    'rm "$f"',
    'rm -f "$tmpfile"',
    'mkdir -p "$OUT"',
    'cp -r src "$OUT"',
    'touch "src/$name.ts"',
    'cat "src/$f.ts"',
    'cat "$FILE"',
    // Attack: a file whose name is shell text. It is listed as external code.
    "ls packages | xargs -I{} sh -c 'cd packages/{} && touch x'",
    'echo x > "$OUT/report.txt"',
    'for f in src/*.js; do mv "$f" "${f%.js}.ts"; done',
    // Attack: the patch changes a hook or the policy. It stands in a file that nobody has read.
    "git apply fix.patch",
    "patch -p1 < fix.patch",
    "patch -i fix.patch",
    // Attack: the folder is that of a system. The names below it are the project's own.
    'cd "$DIR" && rm -rf node_modules dist',
    'rm -rf "$OUT/dist"',
    // Attack: a file of the list is a secret, a hook or a pipeline.
    "git ls-files | xargs head -n 3",
    "git ls-files --deleted -z | xargs -0 git rm",
    "grep -rl foo src | xargs sed -i s/foo/bar/g",
    "rg -l foo src test | sort -u | xargs sed -i s/foo/bar/",
    "git diff --name-only | grep '\\.ts$' | xargs npx prettier --write",
    "find src -type f | xargs cat",
    "git branch --merged | grep -v main | xargs git branch -d",
    'cat "$(ls -t *.log | head -1)"',
    "cat $(git ls-files 'docs/*.md')",
    "find docs -name '*.md' -print0 | xargs -0 grep -l http: | xargs sed -i s/http:/https:/",
    'npm install "$PKG@$VERSION"',
    'docker run --rm "$IMAGE" ls',
    'rsync -a "$SRC/" "$DST/"',
    'git blame "$FILE"',
    "for b in $(git branch --format='%(refname:short)' | grep '^tmp/'); do git branch -d \"$b\"; done",
    'if a; then B=$1; else B=$2; fi; git push origin "$B"',
    'cat "docs/$(node -p "require(\'./package.json\').version").md"',
    'cd src && cat "$F"',
    'for ((i = 0; i < 3; i++)); do head "$i"; done',
    'git config user.email "$EMAIL"',
    'psql -c "select count(*) from $TABLE"',
    // Attack: what the file or the program gives is not on the line, as after `psql -f`.
    "cat schema.sql | psql app",
    "gunzip -c dump.sql.gz | mysql app",
    // Attack: one of the variables switches hooks or the history off.
    "export $(grep -v '^#' .env.test | xargs)",
    'PATH="$X:$PATH" ls',
    'redis-cli get "$KEY"',
    'git ls-files src | while read -r f; do head "$f"; done',
    // Attack: the link leads to a secret.
    "cp -r $(readlink current) copy",
    // Attack: the port is followed by an option that runs a command.
    'rsync -a -e "ssh -p $PORT" localhost:/srv/app/ copy/',
    // Attack: only one name is left, and it is that of a secret.
    "find assets -name '*.png' | grep -f names.txt | xargs -I{} cp {} out/",
  ])("%s", (command) => {
    const decision = packs.decide(command);
    expect(isStopped(decision), decision.reasons.map(({ rule }) => rule).join(" ")).toBe(false);
    expect(decision.unclear.length).toBeGreaterThan(0);
  });
});

describe("stays a question", () => {
  it.each([
    // Attack: the line sets the value, in a way that cannot be told.
    'read -r B < f; git push origin "$B"',
    "cat $(readlink -f .env)",
    "rm -rf $(readlink current)",
    'rsync -a -e "ssh $MORE" web:/srv/app/ copy/',
    "echo .env | cpio -o",
    "ls -a | grep -f names.txt | xargs cat",
    // The name itself is the command, or becomes text of a shell once more.
    "ls | xargs -I{} sh -c '{}'",
    "ls | xargs -I{} sh -c 'eval {}'",
    "jq -r .run f | xargs -I{} sh -c 'cd {} && make'",
    'while read -r B; do git push origin "$B"; done < f',
    'mapfile -t A < <(tool); git push origin "${A[0]}"',
    'printf -v B %s "$(tool)"; git push origin "$B"',
    'B=$(tool); git push origin "$B"',
    'B=$(tool); git push origin "${B%x}"',
    'git push origin "$A$(tool)"',
    'git push origin "$(<f)"',
    'for x in $(tool); do git push origin "$x"; done',
    'select B in -f; do git push origin "$B"; done',
    'f() { git push origin "$1"; }; f "$(tool)"',
    'f() { git push origin "$1"; }; f $(tool)',
    'set -- $(tool); git push origin "$1"',
    'set -- -f origin; shift $n; git push origin "$1"',
    'getopts a: o -a -f; git push origin "$OPTARG"',
    'B=main; a && B=-f; git push origin "$B"',
    'while a; do git push origin "$B"; B=-f; done',
    'a=(main -f); git push origin "${a[$i]}"',
    'declare -A m=([k]=-f); git push origin "${m[$K]}"',
    'declare -A m=([-f]=1); for k in "${!m[@]}"; do git push origin "$k"; done',
    'git push origin "${X:+-f}"',
    "P='$(echo -f)'; git push origin \"${P@P}\"",
    '[[ -f =~ (.*) ]]; git push origin "${BASH_REMATCH[1]}"',
    ': -f; git push origin "$_"',
    `for x in ${"a ".repeat(70)} -f; do git push origin "$x"; done`,
    // Attack: one name stands for another.
    'declare -n R=B; B=-f; git push origin "$R"',
    'declare -n R=B; B=main; R=-f; git push origin "$B"',
    'declare -n R; R=B; R=-f; git push origin "$B"',
    'f() { local -n r=$1; r=-f; }; B=main; f B; git push origin "$B"',
    'declare -n R=$N; R=-f; git push origin "$B"',
    // Attack: what a function has for itself, and what only seems to be so.
    'f() { if a; then local B=x; fi; B=-f; }; B=main; f; git push origin "$B"',
    'f() { local B=x; declare -g B=-f; }; B=main; f; git push origin "$B"',
    'f() { if a; then local B=x; fi; }; B=-f; f; git push origin "$B"',
    'B=-f; local B=main; git push origin "$B"',
    // Attack: what the code was given stands in `$0`, or in `for x; do`.
    "sh -c 'cat \"$0\"' .env",
    "ls -a | xargs -n1 sh -c 'cat \"$0\"'",
    "find . -name .env -exec sh -c 'cat \"$0\"' {} \\;",
    'f() { for x; do git push origin "$x"; done; }; f -f',
    // Attack: a program that prints data is told what to print.
    'cat "$(jq -rn \'".env"\')"',
    'cat "$(python3 -c \'print(".env")\')"',
    'cat "$(npm run -s x)"',
    'cat "$(stat -c %n .env)"',
    'cat "$(basename "$X/.env")"',
    // Attack: the folder tells what the names in it are.
    'cd ~/.ssh && cat "$F"',
    "cd ~/.ssh && ls | xargs cat",
    "cd .github/workflows && git ls-files | xargs rm",
    "ls -d .* | xargs cat",
    "ls --all | xargs cat",
    // Attack: the last stage of a pipe sets it, in shells that run it themselves.
    "zsh -c 'B=main; echo -f | read B; git push origin $B'",
    "ksh -c 'B=main; echo -f | read B; git push origin $B'",
    // Attack: a number is worked out, and a subscript in it runs code.
    "x='a[$(git push -f)]'; echo ${y:x}",
    "x='a[$(git push -f)]'; a[x]=1",
    "declare -i v; v='a[$(git push -f)]'",
    "declare -i v='a[$(git push -f)]'",
    "test -v 'a[$(git push -f)]'",
    "[ -v 'a[$(git push -f)]' ]",
    "wait -p 'a[$(git push -f)]'",
    // Attack: a program under another name.
    "hash -p /usr/bin/git ls; ls push -f",
    // It may become several words, or its name says that it holds options.
    "git push $FLAGS",
    'git push origin "$FLAGS"',
    'git push origin "$@"',
    "git push $X",
    'git push "-$X"',
    "git reset $MODE",
    // The value decides: all that a folder holds, a disk, a host, rights, code.
    'rm -rf "$DIR"',
    'rm -rf "$DIR"/*',
    'cd "$DIR" && rm -rf *',
    'rimraf "$DIR"',
    'find "$DIR" -delete',
    'dd if=x of="$DEV"',
    'mkfs.ext4 "$DEV"',
    'curl "$URL"',
    'chmod "$MODE" x',
    'psql -c "$SQL"',
    'psql -c "select 1; $SQL"',
    'psql -c "drop table $T"',
    'redis-cli "$CMD" x',
    'git config core.hooksPath "$X"',
    'git config "$NAME" "$VALUE"',
    'scp "$SRC" "$DST"',
    'bash -c "$CODE"',
    // Attack: more names behind each other than are followed.
    `ln -s / b0; ${Array.from({ length: 20 }, (_, i) => `ln -s b${i} b${i + 1}; `).join("")}rm -rf b20/etc/`,
    // The part that is known is enough.
    "rm -rf /h*",
    "rm -rf /h?me",
    "rm -rf /ho[m]*",
    'cat "$DIR/.env"',
    'cat ~/.ssh/"$KEY"',
    'cd "$DIR" && cat .env',
    'echo x > "$ROOT/.github/workflows/ci.yml"',
    'rm .github/workflows/"$f".yml',
    'rm -rf "/etc/$X"',
    'echo x > "$HOME/.ba$X"',
    // A program on the line works it out.
    "truncate -s 0 $(docker inspect --format='{{.LogPath}}' x)",
    "rm $(which policyc)",
    "ls -a | grep env | xargs cat",
    "git ls-files -o | xargs rm",
    'ls -a | while read -r f; do cat "$f"; done',
    "ls -a | grep '\\.env$' | xargs cat",
    "ls | grep '\\.env$' | xargs cat",
    // Where the list comes from is enough.
    "grep -rl x .github/workflows src | xargs sed -i s/x/y/",
    "find /etc -type f | xargs rm -f",
    "find / -type f -print0 | xargs -0 rm -f",
    "ls / | xargs -I{} rm -rf /{}",
    "grep -rl x .github | xargs sed -i s/x/y/",
    "ls .claude/settings.json | xargs rm",
    'cat "$(ls .env)"',
    // The beginning is enough.
    'git push origin "+$BRANCH"',
    'git push origin ":$BRANCH"',
    'docker run -v "/:/$X" alpine',
    'dd if=x of="/dev/$D"',
    'cat x > "/dev/$DISK"',
    'rm "/etc/$X"',
  ])("%s", (command) => {
    expect(isStopped(packs.decide(command))).toBe(true);
  });
});

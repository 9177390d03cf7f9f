// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
// Patterns of `runs`: what fits, what does not, what cannot be told; and what the compiler refuses.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { didYouMean } from "../../src/compiler/diagnostics/suggest.ts";
import { isPatternError, parsePattern } from "../../src/shell/match/pattern.ts";
import { runs } from "./seen.ts";

const forcePush = "git push ( --force | --mirror | +* )";
const recursiveDelete = "rm --recursive --force";

type Case = readonly [pattern: string, command: string, answer: "true" | "false" | "unknown" | "faint"];

const pushes: readonly Case[] = [
  ...[
    "git push --force",
    "git push -f origin topic",
    "git push origin topic -f",
    "git push origin --force topic",
    "git push -vf origin topic",
    "git push -uf origin topic",
    "git push --no-force --force",
    "git push --force --force-with-lease",
    "git push --mirror origin",
    "git push --mirr origin",
    "git push origin +topic:topic",
    "git push origin +HEAD",
    "git push -- origin +main",
    "/usr/bin/git -C ../web push --force",
    "git --no-pager -c color.ui=false push -f",
    "git --git-dir=x --work-tree y push -f",
    'git push --"force" origin topic',
    "g''it pu\\sh -f",
    "make check && sh -c 'git push -f origin topic'",
    'flag=-f; git push "$flag" origin topic',
    "sudo -u bob env A=b timeout 5 git push -f",
    "echo ok | xargs -I{} git push -f origin {}",
    "$BIN/git push --force",
  ].map((command): Case => [forcePush, command, "true"]),
  ...[
    "git push --force-with-lease origin topic",
    'git commit -m "mention git push --force in the guide"',
    "git push -o ci.skip origin topic",
    "git push -o --force origin topic",
    "tail -f push.log",
    "git push --force --dry-run",
    "git push -nf",
    "git push --force --no-force",
    "git push --help --force",
    "git fetch -f",
    "git stash push -f",
    "echo git push --force",
    "grep -rn 'git push --force' docs",
    "git log --grep='push --force'",
    "rm $X",
  ].map((command): Case => [forcePush, command, "false"]),
  ...[
    "git push $F",
    "git $SUB --force",
    "$CMD",
    'git push origin "$FLAGS"',
    'git push origin "$@"',
    "git push origin $(tool)",
    'git push origin "$(tool)"',
    "cat refs | xargs git push origin",
    "acme-run git push --force",
    "git push 'x",
  ].map((command): Case => [forcePush, command, "unknown"]),
  // One name that the line leaves open is hardly just `--force` or `+main`: noted, and nobody is asked.
  ...[
    'git push origin "$REF"',
    "git push origin $REF",
    'git push "$REMOTE" "$BRANCH"',
    'git push origin "${B%.x}"',
    'acme-run git push origin "$REF"',
  ].map((command): Case => [forcePush, command, "faint"]),
  ["git restore !--staged *", 'git restore "$F"', "unknown"],
  ["git push --force --dry-run", "git push -nf", "true"],
  ["git push --help", "git push --help", "true"],
];

const deletes: readonly Case[] = [
  ...[
    "rm -rf x",
    "rm -fr x",
    "rm -r -f x",
    "rm -Rf x",
    "rm x -rf",
    "rm --recursive --force x",
    "rm --rec --fo x",
    "rm -rfv -- x",
    "'rm' -rf x",
    'r\\m -r"f" x',
    "$'\\x72m' -rf x",
    "/bin/rm -rf x",
    "sudo rm -rf x",
    "env -i rm -rf x",
    "bash -c 'rm -rf x'",
    "eval 'rm -rf x'",
    "echo x | xargs rm -rf",
    "find . -exec rm -rf {} +",
    "busybox rm -rf x",
    "a=rm; $a -rf x",
    "bash <<'E'\nrm -rf x\nE",
    "{ true && rm -rf x; }",
  ].map((command): Case => [recursiveDelete, command, "true"]),
  ...[
    "echo rm -rf x",
    "echo 'rm -rf x' > notes",
    "git commit -m 'rm -rf x'",
    "grep 'rm -rf' notes",
    "# rm -rf x",
    "cat <<'E'\nrm -rf x\nE",
    "rm -r -- -f",
    "printf '%s' 'rm -rf x'",
    "man rm -rf",
    "rm --help -rf",
  ].map((command): Case => [recursiveDelete, command, "false"]),
];

const others: readonly Case[] = [
  ["git commit --no-verify", "git commit -nam later", "true"],
  ["git commit --no-verify", "git commit -m -n", "false"],
  ["git commit --no-verify", "git commit --no-verify --verify", "false"],
  ["git reset --hard", "git --no-pager reset --hard HEAD~2", "true"],
  ["git reset --hard", "git reset --mixed HEAD~1", "false"],
  ["git clean --force", "git clean -xdn", "false"],
  ["git clean --force", "git clean -xdf", "true"],
  ["git branch -D", "git branch -d a", "false"],
  ["git branch -D", "git branch -D a", "true"],
  ["git config core.hooksPath", "git config --global CORE.HOOKSPATH /tmp/x", "true"],
  ["git ( merge | rebase ) --no-verify", "git rebase --no-verify main", "true"],
  ["git remote rm", "git remote rm origin", "true"],
  ["kubectl delete", "kubectl -n shop --context prod delete pod api-1", "true"],
  ["kubectl delete", "kubectl delete pod api-1 --dry-run=server", "false"],
  ["kubectl delete", "kubectl get pods", "false"],
  ["kubectl delete ( ns | namespace ) *", "kubectl delete ns shop", "true"],
  ["terraform destroy", "terraform -chdir=x destroy -auto-approve", "true"],
  ["terraform ( apply | destroy ) -auto-approve", "terraform apply --auto-approve", "true"],
  ["chmod 777", "chmod -R 777 d", "true"],
  ["npm publish", "npm publish --dry-run", "false"],
  ["npm publish", "npm --registry x publish", "true"],
  ["sudo", "CI=1 sudo -E make install", "true"],
  ["sudo", 'echo "no sudo here"', "false"],
  ["curl !--fail", "curl -s https://x.y", "true"],
  ["curl !--fail", "curl -sf https://x.y", "false"],
  ["curl !--fail", "curl $O https://x.y", "unknown"],
  ["docker run --privileged", "docker run --rm --privileged alpine", "true"],
  ["docker run --privileged", "docker run alpine --privileged", "false"],
  ["docker run --privileged", "docker run --privileged=false alpine", "false"],
  ["docker run --privileged", "docker run --privileged=true alpine", "true"],
  ["docker run --pid=( host | container:* )", "docker run --pid host alpine", "true"],
  ["docker run --pid=( host | container:* )", "docker run --pid=container:web alpine", "true"],
  ["docker run --pid=( host | container:* )", "docker run --pid=private alpine", "false"],
  ["gh api --method=(PUT|DELETE) *", "gh api -X DELETE repos/a/b", "true"],
  ["rails db:( drop | reset )", "rails db:reset", "true"],
  ["rails db:( drop | reset )", "rails db:migrate", "false"],
  ["helm list --unheard-of=x*", "helm list --unheard-of=xy", "true"],
  ["helm list --unheard-of=x*", "helm list --unheard-of=y", "false"],
  ["helm list --unheard-of=x*", "helm list --unheard-of xy", "unknown"],
  ["git push --force", "git push --forc origin main", "true"],
  ["git push --force", "git push --force-w origin main", "false"],
  ["docker run --volume=/:*", "docker run -v /:/host alpine", "true"],
  ["docker run --volume=/:*", "docker run -v ./x:/host alpine", "false"],
  ["rm /*", "rm -rf /*", "true"],
  ["rm build", "rm *", "unknown"],
  ["rm build", "rm x*", "false"],
  ["python -m http.server", "python3.12 -m http.server 80", "true"],
  ["python -m http.server", "python3 -m venv http.server", "false"],
  ["kubectl -n prod delete", "kubectl delete pod a --namespace=prod", "true"],
  ["kubectl -n prod delete", "kubectl delete pod a --namespace=test", "false"],
  ["/usr/bin/git push", "git push", "false"],
  ["/usr/bin/git push", "/usr/bin/git push", "true"],
  ["mkfs*", "mkfs.ext4 /dev/sda1", "true"],
  // Without a table: words as they are, a short flag also inside bundles.
  ["acme deploy -f", "acme deploy -vf prod", "true"],
  ["acme deploy --prod", "acme --prod deploy", "true"],
  ["acme deploy --prod", "acme deploy --production", "false"],
  ["acme deploy !--dry", "acme deploy --dry", "false"],
  ["acme deploy", "acme $X", "unknown"],
  // SQL, wherever it was given.
  ["sql drop table", "mysql shop <<'SQL'\nDROP TABLE carts;\nSQL", "true"],
  ["sql drop table", "psql -c 'drop table if exists carts'", "true"],
  ["sql drop database", "sqlite3 a.db 'select 1; DROP DATABASE x'", "true"],
  ["sql drop table", "grep -rn 'DROP TABLE' db/", "false"],
  ["sql drop table", "psql -c \"select 'drop table x'\"", "false"],
  ["sql drop table", 'mysql -e "/*!50000 DROP TABLE x */"', "true"],
  ["sql delete !--where", "psql -c 'delete from carts'", "true"],
  ["sql delete !--where", "psql -c 'delete from carts where id = 3'", "false"],
  ["sql delete !--where", "psql -c 'delete from carts where 1=1'", "true"],
  ["sql truncate", "mysql -e 'TRUNCATE TABLE x'", "true"],
  ["sql flushall", "redis-cli -h x FLUSHALL", "true"],
  ["sql drop database", "mongosh --eval 'db.dropDatabase()'", "true"],
  ["sql drop", 'psql -c "$Q"', "unknown"],
];

describe("patterns", () => {
  it.each([...pushes, ...deletes, ...others])("%s on %s: %s", (pattern, command, answer) => {
    expect(runs(pattern, command)).toBe(answer);
  });

  it("stop every force push of the public cases, and nothing that looks like one", () => {
    const cases = readFileSync(new URL("force-push.jsonl", import.meta.url), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { readonly command: string; readonly label: string });
    expect(cases.length).toBe(11);
    for (const { command, label } of cases)
      expect([command, runs(forcePush, command)]).toEqual([command, label === "dangerous" ? "true" : "false"]);
  });
});

describe("patterns that are refused", () => {
  const refused: readonly (readonly [pattern: string, at: number, error: RegExp, meant: string | null])[] = [
    ["", 0, /empty/, null],
    ["--force", 0, /begins with a program/, null],
    ["git push --forec", 9, /no option `--forec`/, "--force"],
    ["git psuh", 4, /no subcommand `psuh`/, "push"],
    ["rm --recursve", 3, /no option/, "--recursive"],
    ["rm -rZ", 3, /no option `-rZ`/, null],
    ["git ( push", 4, /not closed/, null],
    ["git push )", 9, /outside a group/, null],
    ["git ( push | )", 13, /empty/, null],
    ["git push 'x", 9, /quote is not closed/, null],
    ["git push !origin", 9, /only a flag/, null],
    ["git ( push | fetch )x", 20, /a blank must follow/, null],
    ["git push --force !--force", 0, /both given and absent/, null],
    ["git push -f !--force", 0, /both given and absent/, null],
    ["git clean -d=x", 10, /takes no value/, null],
    [`a ${"( b | c ) ".repeat(8)}`, 0, /readings/, null],
  ];
  it.each(refused)("%s", (pattern, at, error, meant) => {
    const result = parsePattern(pattern);
    if (!isPatternError(result)) throw new Error("not refused");
    expect(result.error).toMatch(error);
    expect(result.at).toBe(at);
    if (meant !== null) expect(didYouMean(result.word ?? "", result.candidates ?? [])).toBe(meant);
  });

  it("accept what a policy declares", () => {
    const programs = { "acme-run": { wrapper: true, flags: [{ flag: "-e", takesValue: true }] } };
    expect(isPatternError(parsePattern("acme-run -e", programs))).toBe(false);
  });
});

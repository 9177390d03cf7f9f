// Every spelling of options, read by the tables.

import { describe, expect, it } from "vitest";
import { FALSE, UNKNOWN, UNLIKELY } from "../../src/language/truth.ts";
import { optionsOf, shownOptions } from "./seen.ts";

const cases: readonly (readonly [command: string, reading: string])[] = [
  // Bundles, order, operands first, `--`.
  ["rm -rf a", "-r -f | a"],
  ["rm -fR a", "-f -r | a"],
  ["rm a -r -f", "-r -f | a"],
  ["rm --force --recursive a", "-f -r | a"],
  ["rm --rec --forc a", "-r -f | a"],
  ["rm -r -- -f", "-r | -f"],
  ["rm -- -rf", "| -rf"],
  // Values: next word, glued, after `=`, optional.
  ["git commit -m msg -a", "commit -m=msg -a |"],
  ["git commit -am msg", "commit -a -m=msg |"],
  ["git commit -mmsg", "commit -m=msg |"],
  ["git commit --message=msg", "commit -m=msg |"],
  ["git commit -nam later", "commit -n -a -m=later |"],
  ["git commit -m -n", "commit -m=-n |"],
  ["git log -n3", "log -n=3 |"],
  ["git log -n 3", "log -n=3 |"],
  ["git push -o ci.skip origin", "push -o=ci.skip | origin"],
  ["git push -vf origin topic", "push -v -f | origin topic"],
  ["git push --force-with-lease=main origin", "push --force-with-lease=main | origin"],
  ["git checkout -tf main", "checkout -t -f | main"],
  ["git checkout --track=direct x/y", "checkout --track=direct | x/y"],
  ["git push --force --no-force", "push -f !-f |"],
  ["git reset --h", "reset --hard |"],
  ["npm publ --tag next", "publish --tag=next |"],
  ["npm p", "| p"],
  ["sed -i.bak s/a/b/ f", "-i=.bak | s/a/b/ f"],
  ["sed -i s/a/b/ f", "-i | s/a/b/ f"],
  ["sed --in-place=.bak -e s/a/b/ f", "-i=.bak -e=s/a/b/ | f"],
  // Globals before the subcommand, and anywhere.
  ["git -C ../web --no-pager -c a.b=c push -f", "push -C=../web -P -c=a.b=c -f |"],
  ["git remote set-url origin x", "remote set-url | origin x"],
  ["git remote rm origin", "remote rm | origin"],
  ["kubectl -n shop --context prod delete pod a", "delete -n=shop --context=prod | pod a"],
  ["kubectl delete pod a -n shop --context=prod", "delete -n=shop --context=prod | pod a"],
  ["aws --profile p s3 cp a s3://b --recursive", "s3 cp --profile=p --recursive | a s3://b"],
  ["docker --context x run --rm -v /:/m alpine sh -c ls", "run -c=x --rm -v=/:/m | alpine sh -c ls"],
  // Other styles.
  ["tar xzf a.tgz -C d", "-x -z -f=a.tgz -C=d |"],
  ["tar -xzf a.tgz", "-x -z -f=a.tgz |"],
  ["tar cf a.tar b --exclude=c", "-c -f=a.tar --exclude=c | b"],
  ["find . -name '*.c' -delete", "-name=*.c -delete | ."],
  ["find . -exec rm -f {} + -print", "-exec[rm -f {}] -print | ."],
  ["terraform -chdir=x destroy -auto-approve", "destroy -chdir=x -auto-approve |"],
  ["terraform destroy --auto-approve", "destroy -auto-approve |"],
  ["openssl enc -d -in a -out b", "-d -in=a -out=b | enc"],
  ["chmod -R 777 d", "-R | 777 d"],
  ["curl -sSfLo a https://x.y", "-s -S -f -L -o=a | https://x.y"],
  ["curl -XPOST -d@f https://x.y", "-X=POST -d=@f | https://x.y"],
  ["wget -qO- https://x.y", "-q -O=- | https://x.y"],
  ["wget -nc https://x.y", "-nc | https://x.y"],
  ["grep -rn -e a b", "-r -n -e=a | b"],
  ["rsync -avz --delete a/ b/", "-a -v -z --delete | a/ b/"],
  ["npm --prefix x run build", "run --prefix=x | build"],
  ["echo -n --force", "| -n --force"],
];

describe("options", () => {
  it.each(cases)("%s", (command, reading) => {
    expect(shownOptions(command)).toBe(reading);
  });

  it("know help and dry runs", () => {
    expect(optionsOf("git push --help").help).toBe(true);
    expect(optionsOf("rm --help").help).toBe(true);
    expect(optionsOf("git push -n origin").dryRun).toBe(true);
    expect(optionsOf("git commit -n").dryRun).toBe(false);
    expect(optionsOf("git clean -xdn").dryRun).toBe(true);
    expect(optionsOf("git push --dry-run --no-dry-run").dryRun).toBe(false);
    expect(optionsOf("kubectl delete pod a --dry-run=server").dryRun).toBe(true);
    expect(optionsOf("kubectl delete pod a --dry-run=none").dryRun).toBe(false);
    expect(optionsOf("rsync -avn a b").dryRun).toBe(true);
    expect(optionsOf("make -n install").dryRun).toBe(true);
    expect(optionsOf("aws s3 rm s3://b --recursive --dryrun").dryRun).toBe(true);
  });

  it("say where a word that is not known may be an option", () => {
    for (const line of ["git push $X", 'git push "$@"', 'git push "$OPTS"', 'git push "-$X"'])
      expect(optionsOf(line).mayHaveMore, line).toBe(UNKNOWN);
    for (const line of ['git push "$X"', "git push origin $X", "git push *"])
      expect(optionsOf(line).mayHaveMore, line).toBe(UNLIKELY);
    for (const line of ["git push src/$F", "git push -- $F"]) expect(optionsOf(line).mayHaveMore, line).toBe(FALSE);
    expect(optionsOf("git $SUB --force").pathOpen).toBe(UNKNOWN);
  });
});

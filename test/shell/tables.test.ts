// The tables themselves: well formed, documented, wide enough; variables and modes.

import { describe, expect, it } from "vitest";
import { modeOf } from "../../src/shell/effects/modes.ts";
import { injections } from "../../src/shell/embedded/injection.ts";
import { settingsOf } from "../../src/shell/embedded/settings-of.ts";
import { programTable } from "../../src/shell/programs/index.ts";
import type { OptionRow, ProgramTable } from "../../src/shell/programs/table/program-table.ts";
import { namedTables } from "../../src/shell/programs/tables.ts";
import { readSedScript } from "../../src/shell/syntax/sed-script.ts";
import { read, shownTruth } from "./seen.ts";

function tablesBelow(table: ProgramTable): readonly ProgramTable[] {
  return [table, ...Object.values(table.subcommands ?? {}).flatMap(tablesBelow)];
}

const tables = [...new Set(namedTables.values())].flatMap(tablesBelow);

describe("tables", () => {
  it("name each flag once per program", () => {
    const twice = tables.flatMap((table) => {
      const flags = table.options.flatMap((row) => row.flags);
      return flags.filter((flag, i) => flags.indexOf(flag) !== i).map((flag) => `${table.name} ${flag}`);
    });
    expect([...new Set(twice)]).toEqual([]);
  });

  it("write flags as flags", () => {
    const rows = tables.flatMap((table) =>
      [...table.options, ...(table.globals ?? [])].map((row): [string, OptionRow] => [table.name, row]),
    );
    const odd = rows.flatMap(([name, row]) =>
      row.flags
        .filter((flag) => !/^(?:-|\/|help$)/.test(flag) || /[=?; ]$/.test(flag))
        .map((flag) => `${name} ${flag}`),
    );
    expect(odd.filter((flag) => !/ -\?$/.test(flag))).toEqual([]);
  });

  it("say why, wherever a row does something", () => {
    const silent = tables.flatMap((table) =>
      [...table.options, ...(table.globals ?? [])]
        .filter(
          (row) =>
            row.doc === "" &&
            (row.is !== undefined || row.code !== undefined || row.meaning !== undefined || row.makes !== undefined),
        )
        .map((row) => `${table.name} ${row.flags[0]}`),
    );
    expect(silent).toEqual([]);
    expect(tables.filter((table) => table.doc === "").map((table) => table.name)).toEqual([]);
  });

  it("know versions and declarations", () => {
    expect(programTable("python3.12")?.name).toBe("python");
    expect(programTable("ruby2.7")?.name).toBe("ruby");
    expect(programTable("7z")?.name).toBe("7z");
    expect(programTable("constructor")).toBeUndefined();
    expect(programTable("acme", { acme: { wrapper: true, flags: [] } })?.wrapper?.inner).toBe("operands");
    expect(namedTables.size).toBeGreaterThan(900);
  });
});

describe("variables that carry code", () => {
  const cases: readonly (readonly [command: string, found: string])[] = [
    ["GIT_PAGER='sh /tmp/p.sh' git show", "GIT_PAGER true"],
    ["GIT_PAGER=cat git show --stat", ""],
    ["PAGER='less -R' git log", ""],
    ["LD_PRELOAD=/tmp/x.so ls", "LD_PRELOAD true"],
    ["BASH_ENV=/tmp/x bash -c true", "BASH_ENV true"],
    ["export PS4='$(id)'; ls", "PS4 true"],
    ["PS4='+ ' ls", ""],
    ["NODE_OPTIONS='--require /tmp/x.js' node a.js", "NODE_OPTIONS true"],
    ["NODE_OPTIONS=--max-old-space-size=4096 node a.js", ""],
    ["RUBYOPT=-r/tmp/x ruby a.rb", "RUBYOPT true"],
    ["PATH=/tmp/bin:$PATH git status", "PATH true"],
    ["PYTHONPATH=src pytest", ""],
    ["EDITOR=vim git commit", ""],
    ['GIT_SSH_COMMAND="$C" git fetch', "GIT_SSH_COMMAND unknown"],
    ["CC=clang make", ""],
    ["HUSKY=0 git push", ""],
    ["env LD_PRELOAD=/tmp/x.so ls", "LD_PRELOAD true"],
    ["git -c core.pager='sh -c id' log", "core.pager true"],
    ["git -c core.pager='less -FRX' log", ""],
    ["git -c core.fsmonitor=true status", ""],
    ["git -c core.fsmonitor=./x status", "core.fsmonitor true"],
    ['git -c core.sshCommand="$C" fetch', "core.sshcommand unknown"],
    ["git -c alias.x='!sh' x", "alias.x true"],
    ["git -c user.name=x commit", ""],
    ["git config core.editor vim", ""],
    ["git config --global core.editor ./x", "core.editor true"],
    ["git config --get core.editor", ""],
    ["git config credential.helper '!sh x'", "credential.helper true"],
    ["git config credential.helper store", ""],
    ["GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=id git log", "core.pager true"],
    ["GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=x git log", ""],
    ["GIT_SSH_COMMAND='ssh -i ~/.ssh/k -o IdentitiesOnly=yes' git fetch", ""],
    ["GIT_SSH_COMMAND='ssh -o ProxyCommand=id' git fetch", "GIT_SSH_COMMAND true -o true"],
    ["rsync -e 'ssh -p 2222' a h:b", ""],
    ["rsync -e 'sh -c id' a h:b", "-e true"],
    ["tar -I zstd -xf a", ""],
    ["tar -I 'sh -c id' -xf a", "-I true"],
    ["tar --checkpoint-action=dot -cf a b", ""],
    ["tar --checkpoint-action=exec=id -cf a b", "--checkpoint-action true"],
    ["ssh -o StrictHostKeyChecking=no h", ""],
    ["ssh -o ProxyCommand='nc %h 22' h", "-o true"],
    ["sort --compress-program=gzip a", ""],
    ["sort --compress-program=./x a", "--compress-program true"],
    ["less '+!id' a", "+! true"],
    ["export LD_PRELOAD=/tmp/x.so", "LD_PRELOAD true"],
    ["declare -x LD_PRELOAD=/tmp/x.so", "LD_PRELOAD true"],
    ["declare LD_PRELOAD=/tmp/x.so", ""],
    ['export PATH="$HOME/bin:$PATH"', ""],
    ['PATH="$X:$PATH" ls', "PATH faint"],
    ["awk 'BEGIN {system(\"/bin/sh\")}'", "script true"],
    ["awk '{print | \"sort\"}' f", ""],
    ["sed -n '1e exec sh 1>&0' f", "script true"],
    ["vagrant ssh -c uptime", ""],
    ["gcloud compute ssh vm --command=uptime", ""],
    ["SHELLOPTS=xtrace bash -c true", "SHELLOPTS true"],
    ["git rebase -x 'npm test' main", ""],
    ["JAVA_TOOL_OPTIONS=-Xmx2g mvn test", ""],
    ["JAVA_TOOL_OPTIONS=-javaagent:x.jar mvn test", "JAVA_TOOL_OPTIONS true"],
  ];
  it.each(cases)("%s", (command, found) => {
    const seen = read(command)
      .calls.flatMap(injections)
      .map(({ name, truth }) => `${name} ${shownTruth(truth)}`);
    expect([...new Set(seen)].join(" ")).toBe(found);
  });

  it("and settings of git", () => {
    const command =
      "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=Core.HooksPath GIT_CONFIG_VALUE_0=/tmp git -c core.pager=less -c x.y push";
    const seen = read(command)
      .calls.flatMap(settingsOf)
      .map(({ name, value }) => `${name}=${value.text}`);
    expect([...new Set(seen)]).toEqual(["core.pager=less", "x.y=true", "core.hookspath=/tmp"]);
  });
});

describe("modes", () => {
  const cases: readonly (readonly [command: string, worldWritable: boolean, setsId: boolean])[] = [
    ["chmod -R a+w uploads", true, false],
    ["chmod 777 x", true, false],
    ["chmod 0666 x", true, false],
    ["chmod o=rwx x", true, false],
    ["chmod ugo+rwx x", true, false],
    ["chmod u+s x", false, true],
    ["chmod ug+s x", false, true],
    ["chmod +s x", false, true],
    ["chmod 4755 x", false, true],
    ["chmod 6755 x", false, true],
    // New files in a folder with this bit belong to its group.
    ["chmod g+s x", false, false],
    ["chmod goo=s x", false, false],
    ["chmod 2775 x", false, false],
    ["chmod 2777 x", true, false],
    ["chmod o+s x", false, false],
    ["chmod u=rw,o=u x", true, false],
    ["chmod o+r,g+w x", false, false],
    ["chmod o-w+w x", true, false],
    ["chmod 4755 x", false, true],
    ["install -m 4755 a b", false, true],
    ["mkdir -m a=rwx d", true, false],
    ["chmod 640 config.yml", false, false],
    ["chmod +x x", false, false],
    ["chmod o-w x", false, false],
    ["chmod u+w,go-w x", false, false],
  ];
  it.each(cases)("%s", (command, worldWritable, setsId) => {
    const mode = read(command).calls.map(modeOf)[0];
    expect([mode?.worldWritable, mode?.setsId]).toEqual([worldWritable, setsId]);
  });
});

describe("sed scripts", () => {
  const cases: readonly (readonly [script: string, reads: string, writes: string, runs: string])[] = [
    ["s/a/b/g", "", "", ""],
    ["s/w x/r y/", "", "", ""],
    ["w out", "", "out", ""],
    ["/base/w out", "", "out", ""],
    ["$r /etc/passwd", "/etc/passwd", "", ""],
    ["1e id", "", "", "id"],
    ["s|a|b|gw out", "", "out", ""],
    ["s/x/id/e", "", "", "id"],
    ["s/x/&/e", "", "", ""],
    ["/a/,/b/{s/x/y/;w o\n}", "", "o", ""],
    ["1i\\\nw not", "", "", ""],
    ["s/[/]w x//;p", "", "", ""],
  ];
  it.each(cases)("%s", (script, reads, writes, runs) => {
    const read = readSedScript(script);
    expect([read.reads.join(), read.writes.join(), read.runs.join()]).toEqual([reads, writes, runs]);
  });
});

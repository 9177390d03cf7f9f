// Library calls for clouds, clusters and git in code of other languages, as the command lines that do the same:
// `boto3.client("rds").delete_db_instance(...)` is `aws rds delete-db-instance`. Only a text scan, as in inline-commands.ts.

import { emptyingCalls, emptyingWords } from "./emptying-calls.ts";

interface Library {
  /** What shows that the code uses the library. */
  readonly named: RegExp;
  readonly calls: RegExp;
  readonly command: (found: RegExpMatchArray, code: string) => string;
}

const MOST = 16;
const LONGEST = 65_536;

/** `DeleteDBInstance`, `delete_db_instance`: in the spelling of the command line. */
const dashed = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();

const service = (code: string, named: RegExp): string => named.exec(code)?.[1]?.toLowerCase() ?? "service";

/** Texts are arguments of git; bare names are options: `force=True`, `{ hard: true }`, `.reset("hard")`. */
function gitWords(args: string): string {
  const texts = [...args.matchAll(/["']([\w./:+=@~^-]+)["']/g)].map(([, text = ""]) => text);
  const words = texts.map((text) => (/^(?:hard|force)$/.test(text) ? `--${text}` : text));
  for (const [, name = ""] of args.matchAll(/\b(\w+)\s*[=:]\s*[Tt]rue\b/g))
    words.push(name === "working_tree" ? "--hard" : `--${dashed(name)}`);
  return words.join(" ");
}

/** The command line that represents every call that empties tables. */
const dropped = "psql -c 'drop table t'";

const libraries: readonly Library[] = [
  {
    named: /\bboto3\b|\b(?:aio)?botocore\b|\baioboto3\b/,
    calls: /\.([a-z]+(?:_[a-z0-9]+)+|delete|terminate)\s*\(/g,
    command: ([, name = ""], code) =>
      `aws ${service(code, /\b(?:client|resource)\(\s*(?:service_name\s*=\s*)?["']([\w-]+)["']/)} ${dashed(/_/.test(name) ? name : `${name}_objects`)}`,
  },
  {
    named: /["'](?:@aws-sdk\/|aws-sdk["'])/,
    calls:
      /\bnew\s+(?:\w+\.)?([A-Z]\w+)Command\s*\(|\.((?:delete|terminate|remove|stop|purge|deregister)[A-Z]\w*)\s*\(/g,
    command: ([, command, method = ""], code) =>
      `aws ${service(code, /@aws-sdk\/client-([\w-]+)|new\s+AWS\.(\w+)/)} ${dashed(command ?? method)}`,
  },
  {
    named: /\bkubernetes(?:_asyncio)?\b|@kubernetes\/client-node/,
    calls: /\.delete_?(?:[Cc]ollection_?)?(?:[Nn]amespaced_?|[Cc]luster_?)?(?:[Cc]ustom_?)?(\w*)\s*\(/g,
    command: ([, kind]) => `kubectl delete ${dashed(kind || "object")}`,
  },
  {
    named: /\bgoogle\.cloud\b|\bgoogleapiclient\b|@google-cloud\//,
    calls: /\.delete(?:_?[A-Za-z]\w*)?\s*\(/g,
    command: () => "gcloud resource delete",
  },
  {
    named: /\bazure\.(?:mgmt|storage|cosmos|keyvault)\b|["']@azure\//,
    calls: /\.(?:begin_?)?[dD]elete\w*\s*\(/g,
    command: () => "az resource delete",
  },
  {
    named: /\bimport\s+docker\b|\bfrom\s+docker\b|dockerode/,
    calls:
      /\b([Pp]rivileged)\s*[=:]\s*[Tt]rue\b|\b(?:network|pid|ipc)_mode\s*=\s*["'](host)["']|\bvolumes\s*=\s*[[{]\s*["'](\/)["':]|\b(prune)\w*\s*\(/g,
    command: ([, privileged, host, root]) => {
      if (privileged !== undefined) return "docker run --privileged image";
      if (host !== undefined) return "docker run --network=host --pid=host image";
      return root === undefined ? "docker system prune" : "docker run -v /:/host image";
    },
  },
  {
    named:
      /\bimport\s+git\b|\bfrom\s+git\s+import\b|\bpygit2\b|\bdulwich\b|["'](?:simple-git|isomorphic-git|nodegit)["'/]/,
    calls: /\.(push|reset|clean|checkout|restore|stash|rebase|commit)\s*\(([^()\n]{0,400})\)/g,
    command: ([, name = "", args = ""]) => `git ${name} ${gitWords(args)}`,
  },
  {
    named: /flush/i,
    calls: /(?:\.|->)(flush_?(?:all|db))\s*\(/gi,
    command: ([, name = ""]) => `redis-cli ${name.replace("_", "").toLowerCase()}`,
  },
  {
    named: /\bpymongo\b|\bmongoose\b|["']mongodb["']|\bmotor\b/,
    calls: /\.(?:drop_?database|drop_?collection|drop|delete_?many\s*\(\s*\{\s*\})\s*\(?/gi,
    command: () => dropped,
  },
  {
    named: emptyingWords,
    calls: emptyingCalls,
    command: () => dropped,
  },
  {
    named: /\bcrontab\b/,
    calls: /\bCronTab\(/g,
    command: () => "crontab -",
  },
];

/** The command lines that correspond to the library calls in some code. */
export function libraryCommands(code: string): readonly string[] {
  const text = code.slice(0, LONGEST);
  const found = new Set<string>();
  for (const { named, calls, command } of libraries) {
    if (!named.test(text)) continue;
    for (const match of text.matchAll(calls)) {
      found.add(command(match, text));
      if (found.size === MOST) return [...found];
    }
  }
  return [...found];
}

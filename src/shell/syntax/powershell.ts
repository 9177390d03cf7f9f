// PowerShell text as shell lines that do the same: `Remove-Item -Recurse x` is `rm -r x`, `iwr URL | iex` is
// `curl URL | sh`. It only looks at words: what it does not recognize stays as it is, and the text remains external.

const LONGEST = 8192;
const MOST = 32;

/** How a cmdlet is translated, by its name and its aliases in lower case. */
interface Cmdlet {
  readonly names: string;
  readonly line: (command: Command) => string;
}

/** The words of one command: parameters by name, and the rest in order. */
interface Command {
  readonly parameters: ReadonlyMap<string, string>;
  readonly words: readonly string[];
  readonly text: string;
}

/** A parameter by any prefix of its name that is long enough to be unique. */
const parameter = ({ parameters }: Command, name: string): string | undefined => {
  for (const [prefix, value] of parameters) if (prefix.length > 1 && name.startsWith(prefix)) return value;
  return undefined;
};

const paths = (command: Command): string =>
  [parameter(command, "path") ?? parameter(command, "literalpath") ?? parameter(command, "filepath"), ...command.words]
    .flatMap((word) => (word === undefined || word === "" ? [] : word.split(",")))
    .map(quote)
    .join(" ");

const firstPath = (command: Command): string => paths({ ...command, words: command.words.slice(0, 1) });

/** `~`, and the profile that every start of PowerShell runs. */
const quote = (word: string): string => {
  const path = word
    .replace(/^(?:\$HOME|\$env:(?:HOME|USERPROFILE))(?=[\\/]|$)/i, "~")
    .replace(/^\$PROFILE\b.*$/i, "~/.bashrc");
  const home = /^~(?:\/|$)/.exec(path)?.[0] ?? "";
  return `${home}'${path.slice(home.length).replaceAll("'", "'\\''").replaceAll("*", "'*'")}'`;
};

const isRecursive = (command: Command): boolean =>
  command.parameters.has("r") || parameter(command, "recurse") !== undefined;

function request(command: Command): string {
  const url = parameter(command, "uri") ?? command.words.find((word) => /^[\w.-]+(?::|\.|$)/.test(word)) ?? "";
  const output = parameter(command, "outfile");
  const input = parameter(command, "infile");
  const body = parameter(command, "body");
  const file = /\b(?:get-content|gc|cat|type|readalltext)\b\W{1,3}(?:-\w+\s+)?["']?([^\s"')]+)/i.exec(body ?? "")?.[1];
  return [
    "curl",
    ...(output === undefined ? [] : ["-o", quote(output)]),
    ...(input === undefined ? [] : ["-T", quote(input)]),
    ...(body === undefined ? [] : ["-d", file === undefined ? quote(body) : `"$(cat ${quote(file)})"`]),
    quote(url),
  ].join(" ");
}

const cmdlets: readonly Cmdlet[] = [
  { names: "invoke-webrequest iwr invoke-restmethod irm start-bitstransfer", line: request },
  {
    names: "invoke-expression iex",
    line: ({ words }) => (words.length === 0 ? "sh" : `eval ${words.map(quote).join(" ")}`),
  },
  {
    names: "remove-item ri rm del erase rd rmdir",
    line: (command) => `rm ${isRecursive(command) ? "-rf" : "-f"} ${paths(command)}`,
  },
  { names: "get-content gc cat type", line: (command) => `cat ${paths(command)}` },
  {
    names: "set-content sc add-content ac out-file tee-object clear-content clc new-item ni",
    line: (command) => `tee ${firstPath(command)}`,
  },
  {
    names: "copy-item cpi cp copy",
    line: (command) => `cp -r ${paths(command)} ${quote(parameter(command, "destination") ?? "")}`,
  },
  {
    names: "move-item mi mv move",
    line: (command) => `mv ${paths(command)} ${quote(parameter(command, "destination") ?? "")}`,
  },
  {
    names: "get-childitem gci dir ls",
    line: (command) => (/\benv:/i.test(command.text) ? "printenv" : `ls ${paths(command)}`),
  },
  { names: "clear-history", line: () => "history -c" },
  { names: "set-psreadlineoption", line: ({ text }) => (/savenothing/i.test(text) ? "set +o history" : ":") },
  { names: "clear-eventlog remove-eventlog limit-eventlog", line: () => "wevtutil cl" },
  { names: "start-process", line: ({ text }) => (/\brunas\b/i.test(text) ? "sudo sh" : ":") },
  {
    names: "register-scheduledtask new-scheduledtask register-scheduledjob new-service set-service",
    line: () => "crontab -",
  },
  { names: "publish-module publish-script publish-psresource", line: () => "npm publish" },
  {
    names: "register-psrepository register-packagesource set-psrepository",
    line: ({ text }) => `npm config set registry=${quote(text)}`,
  },
  {
    names: "install-module install-script install-package install-psresource",
    line: (command) => (parameter(command, "repository") === undefined ? ":" : "npm config set registry=x"),
  },
  {
    names: "clear-disk format-volume initialize-disk remove-partition reset-physicaldisk",
    line: () => "mkfs.ext4 /dev/sda1",
  },
  {
    names: "invoke-sqlcmd",
    line: (command) => `sqlcmd -Q ${quote(parameter(command, "query") ?? command.words[0] ?? "")}`,
  },
  { names: "stop-computer restart-computer", line: () => "shutdown now" },
  {
    names: "test-netconnection tnc test-connection resolve-dnsname",
    line: (command) =>
      `ping ${quote(parameter(command, "computername") ?? parameter(command, "name") ?? command.words[0] ?? "")}`,
  },
];

const byName: ReadonlyMap<string, Cmdlet> = new Map(
  cmdlets.flatMap((one) => one.names.split(" ").map((name) => [name, one] as const)),
);

/** Modules of clouds: `Remove-AzResourceGroup`, `Remove-S3Bucket`, `Stop-EC2Instance`. */
const ofClouds = /^(?:remove|stop|clear)-(?:az|s3|ec2|rds|ecs|eks|iam|lm|cfn|gce|gcs|ddb)\w*$/i;

const word = /"((?:[^"`]|`.)*)"|'((?:[^']|'')*)'|(\((?:[^()]|\([^()]*\))*\))|([^\s"'();|]+)/g;

function parseCommand(text: string): { readonly name: string; readonly command: Command } {
  const found = [...text.matchAll(word)].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? "");
  // `& git push`, `$x = Get-Content y`.
  const start = found.findIndex((one) => !/^[&.]$|^\$\w+$|^=$/.test(one));
  const [name = "", ...rest] = start === -1 ? [] : found.slice(start);
  const parameters = new Map<string, string>();
  const words: string[] = [];
  for (let i = 0; i < rest.length; i++) {
    const one = rest[i] ?? "";
    if (!/^-[A-Za-z]/.test(one)) words.push(one);
    else {
      const next = rest[i + 1];
      const takes = next !== undefined && !/^-[A-Za-z]/.test(next) && !switches.test(one);
      parameters.set(one.slice(1).toLowerCase(), takes ? next : "");
      if (takes) i++;
    }
  }
  return { name: name.toLowerCase(), command: { parameters, words, text } };
}

/** Parameters that take no value. */
const switches =
  /^-(?:r|re\w*|f|fo|force|raw|useb\w*|usebasicparsing|noprofile|append|confirm|nonewline|passthru|whatif|verbose)$/i;

const fetched = /\.download(?:string|data)\(\s*["']([^"']+)/i;
const saved = /\.downloadfile\(\s*["']([^"']+)["']\s*,\s*["']([^"']+)/i;
const evaluates = /\b(?:iex|invoke-expression)\b|\[scriptblock\]::create|\binvokescript\b/i;

function lineOf(text: string): string {
  const [, from, to] = saved.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return `curl -o ${quote(to)} ${quote(from)}`;
  const url = fetched.exec(text)?.[1];
  if (url !== undefined) return `curl ${quote(url)}`;
  const { name, command } = parseCommand(text);
  if (ofClouds.test(name)) return "az resource delete";
  const cmdlet = byName.get(name);
  if (cmdlet !== undefined) return cmdlet.line(command);
  if (/^(?:\.[\\/]|~)?[\w./\\-]+\.ps1$/.test(name)) return `sh ${quote(text.trim().replace(/^[&.]\s+/, ""))}`;
  // Native programs keep their own arguments; anything else gives nothing.
  return /^[a-z][\w.-]*$/.test(name) ? text.trim().replace(/^&\s*/, "") : ":";
}

/** Statements and pipeline stages, without looking into quotes and brackets. */
function parts(text: string, separator: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let quoted = "";
  let part = "";
  for (const sign of text) {
    if (quoted !== "") quoted = sign === quoted ? "" : quoted;
    else if (sign === '"' || sign === "'") quoted = sign;
    else if (sign === "(" || sign === "{") depth++;
    else if (sign === ")" || sign === "}") depth--;
    if (quoted === "" && depth <= 0 && separator.includes(sign)) {
      found.push(part);
      part = "";
    } else part += sign;
  }
  return [...found, part].filter((one) => one.trim() !== "").slice(0, MOST);
}

/** Commands in parentheses or braces: `(Get-Content .env -Raw)`, `& { rm x }`. */
const inner = (text: string): readonly string[] =>
  [...text.matchAll(/[({]\s*([A-Za-z][\w-]*\b[^(){}]*)[)}]/g)].map(([, code = ""]) => code).slice(0, MOST);

/** The shell lines that the text translates to. */
export function powershellLines(text: string): string {
  const code = text.slice(0, LONGEST);
  const lines = parts(code, ";\n").map((statement) => {
    const isEvaluated = evaluates.test(statement);
    const stages = [...parts(statement, "|"), ...inner(statement)].map(lineOf);
    if (/historysavepath/i.test(statement)) stages.push("history -c");
    // What is fetched anywhere in the statement is what runs.
    const sources = stages.filter((line) => line.startsWith("curl "));
    return isEvaluated && sources.length > 0 ? sources.map((line) => `${line} | sh`).join("\n") : stages.join("\n");
  });
  return lines.join("\n");
}

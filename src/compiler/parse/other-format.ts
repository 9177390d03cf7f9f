// A file that is written in another language or format: recognised as a whole, so that it gets one message with an example
// instead of one for each of its signs. Only a file that does not parse is looked at.

import { configFiles } from "../../hosts/config-files.ts";
import type { Json } from "../../language/contract.ts";
import { parseStrictText } from "../../language/strict-json.ts";
import type { Session } from "../diagnostics/session.ts";
import type { Source } from "../diagnostics/source.ts";

interface Format {
  readonly name: string;
  /** Asked of the text without blank lines and comments in front. */
  readonly sign: RegExp;
}

/** `key:` with a value or a list below it, at the start of a line; `rule a:` has two words. */
const YAML_KEY = String.raw`(?:[A-Za-z_][\w.-]*|"[^"\n]+")[ \t]*:(?:[ \t]|$)`;

const formats: readonly Format[] = [
  {
    name: "Markdown with front matter",
    sign: new RegExp(String.raw`^---[ \t]*\n(?:${YAML_KEY}.*\n(?:[ \t-].*\n)*)+---[ \t]*$`, "m"),
  },
  { name: "JSON", sign: /^(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{"[\]]))/ },
  {
    name: "Rego",
    sign: /^(?:package[ \t]+[a-z]\w*(?:\.\w+)*[ \t]*$|import[ \t]+(?:rego|data|future|input)\b|default[ \t]+\w+[ \t]*:?=)/m,
  },
  { name: "Cedar", sign: /^(?:@id\([^\n]*\)\s*)?(?:permit|forbid)\s*\(\s*principal\b/m },
  { name: "a file of Codex rules", sign: /^(?:prefix_rule|host_executable)\s*\(/m },
  {
    name: "TOML",
    sign: /^(?:\[\[?[A-Za-z_][\w.-]*\]\]?[ \t]*(?=\n)|[a-z_]+[ \t]*=[ \t]*(?:"|\[|true\b|false\b|\d)[^\n]*\n\s*(?:\[[A-Za-z_][\w.-]*\]|[a-z_]+[ \t]*=[ \t]*(?:"|\[|true\b|false\b|\d)))/,
  },
  {
    name: "YAML",
    sign: new RegExp(
      String.raw`^(?:(?:%YAML|---[ \t]*$)|${YAML_KEY}(?:.*\n\s*(?:-[ \t]|${YAML_KEY})|[ \t]*(?:\[|\{|$))|-[ \t]+(?:${YAML_KEY}|["'A-Za-z]))`,
      "m",
    ),
  },
  {
    name: "JavaScript",
    sign: /^(?:export[ \t]+default\b|module\.exports\b|(?:const|import)[ \t]+[\w{ },*]+[ \t]+(?:from|=[ \t]+require)\b)/,
  },
  { name: "a shell script", sign: /^#!.*\b(?:sh|bash|zsh|env)\b/ },
  { name: "Markdown", sign: /^#{1,6} [^\n]*\n\s*\n[A-Z][^\n:="]*[.:]\s*$/m },
];

const EXAMPLE = [
  "rule no-force-push on before_tool_call",
  '  when command runs "git push --force"',
  '  block "Force pushes rewrite shared history."',
].join("\n");

/** Past this nobody looks: a whole configuration is smaller. */
const LARGEST = 256 * 1024;

/** Reports a file in another format, once; false where it looks like a policy. */
export function reportOtherFormat(source: Source, session: Session): boolean {
  const { file, text } = source;
  if (text.length > LARGEST) return false;
  const plain = text.replaceAll("\r\n", "\n");
  const found = formats.find(({ name, sign }) => {
    const at =
      name === "a shell script" || name.startsWith("Markdown")
        ? plain
        : plain.replace(/^(?:[ \t]*(?:#[^\n]*)?\n)+/, "");
    const hit = sign.exec(at.trimStart());
    // A sign further down counts only where nothing of ours comes before it.
    return hit !== null && !OURS.test(at.trimStart().slice(0, hit.index));
  });
  if (found === undefined) return false;
  const start = /\S/.exec(text)?.index ?? 0;
  const end = /[\r\n]|$/.exec(text.slice(start))?.index ?? 0;
  const span = { file, start, end: start + end };
  session.report("P155", span, { format: found.name }, { help: helpFor(found.name, source) });
  return true;
}

const OURS = /^(?:on|rule|use|let|def|param|target|scope|language|test|tool|program)[ \t]+[\w"]/m;

function helpFor(format: string, { file, text }: Source): string {
  const example = `a rule of a policy looks like this:\n${EXAMPLE}`;
  if (hostOf(format, text) !== null)
    return `${example}\n\`policyc import ${file}\` converts the hooks of this configuration`;
  return PERMISSIONS.has(format)
    ? `${example}\nif these are permissions of an agent, \`policyc import\` converts them; \`policyc import --help\` lists the agents`
    : example;
}

/** What agents keep their permissions in. */
const PERMISSIONS: ReadonlySet<string> = new Set([
  "JSON",
  "TOML",
  "a file of Codex rules",
  "Markdown with front matter",
]);

/** The agent whose configuration this is, where it can be imported. */
function hostOf(format: string, text: string): string | null {
  if (format !== "JSON") return yamlHost(format, text);
  const parsed = parseStrictText(text);
  if (!("value" in parsed)) return null;
  return (
    [...configFiles].find(([, config]) => config.syntax === "json" && config.recognises(parsed.value))?.[0] ?? null
  );
}

/** The parser of YAML is large, so the file is recognised by its keys alone. */
function yamlHost(format: string, text: string): string | null {
  if (format !== "YAML") return null;
  const keys: { [key: string]: { [key: string]: Json } } = {};
  let top: { [key: string]: Json } = {};
  for (const [, indent = "", key = ""] of text.matchAll(/^([ \t]*)([A-Za-z_][\w-]*):/gm)) {
    if (indent === "") keys[key] = top = {};
    else top[key] ??= {};
  }
  return [...configFiles].find(([, config]) => config.syntax === "yaml" && config.recognises(keys))?.[0] ?? null;
}

// Options whose value is a secret, by program, as text: a command line in a log or a message is masked without reading it.

import { MASK } from "./secret-shapes.ts";

interface SecretOptions {
  readonly programs: string;
  /** The subcommand whose options they are; omitted: any. */
  readonly subcommand?: string;
  /** `-p `: the next word. `-p`: attached. `-u :`: what follows the colon of the next word. */
  readonly flags?: readonly string[];
  /** Another form; what its first group matches stays. */
  readonly shape?: RegExp;
}

const rows: readonly SecretOptions[] = [
  {
    programs: "curl wget http https xh",
    flags: ["-u :", "--user :", "-U :", "--proxy-user :", "-a :", "--auth :", "-b ", "--cookie "],
  },
  { programs: "mysql mariadb mysqldump mysqladmin mysqlimport mycli", flags: ["-p"] },
  { programs: "sshpass", flags: ["-p ", "-p"] },
  { programs: "docker podman nerdctl helm oras skopeo buildah crane az", subcommand: "login", flags: ["-p "] },
  { programs: "twine", subcommand: "upload", flags: ["-p "] },
  { programs: "redis-cli valkey-cli keydb-cli", flags: ["-a ", "--pass "] },
  { programs: "mongo mongosh mongodump mongorestore mongoexport mongoimport", flags: ["-p "] },
  { programs: "ldapsearch ldapmodify ldapadd ldapdelete ldappasswd", flags: ["-w ", "-s "] },
  { programs: "smbclient rpcclient smbget net", flags: ["-U %", "--user %"] },
  { programs: "openssl", flags: ["-k ", "-passin ", "-passout ", "-pass ", "-K "] },
  { programs: "zip unzip zipcloak", flags: ["-P "] },
  { programs: "7z 7za 7zz rar unrar", flags: ["-p", "-hp"] },
  { programs: "sqlcmd bcp ipmitool mosquitto_pub mosquitto_sub", flags: ["-P "] },
  // Forms without an option of their own: `scott/tiger@db`, `htpasswd -b FILE USER PASSWORD`, input that is a password.
  { programs: "sqlplus rman expdp impdp", shape: /(\s[\w$#]{1,64}\/)[^\s@"'/]{1,256}/ },
  { programs: "htpasswd", shape: /(\s-[a-zA-Z]{0,8}b[a-zA-Z]{0,8}(?:\s+[^\s-]\S{0,255}){1,2}\s+)[^\s-]\S{0,255}/ },
  {
    programs: "sudo gh docker podman helm npm",
    shape: /(<<<\s{0,4})(?:"[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"'$]\S{0,4095})/,
  },
  { programs: "net", shape: /(\s\/user:\S{1,256}\s+)[^\s/]\S{0,255}/i },
  { programs: "keytool jarsigner", flags: ["-storepass ", "-keypass ", "-srcstorepass ", "-deststorepass "] },
  { programs: "xfreerdp xfreerdp3", flags: ["/p:"] },
  { programs: "snmpget snmpwalk snmpset", flags: ["-A ", "-X ", "-c "] },
  { programs: "clickhouse-client clickhouse", flags: ["--password "] },
  { programs: "qpdf pdftotext", flags: ["-upw ", "-opw "] },
  { programs: "vault", flags: ["login "] },
  { programs: "ngrok cloudflared", flags: ["authtoken ", "--token "] },
];

interface Masker {
  readonly program: RegExp;
  readonly values: readonly { readonly pattern: RegExp; readonly by: string }[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** A word of a command line, quoted or not, that is neither an option of its own nor a variable. */
const WORD = `(?!["']?\\$[A-Za-z_{(])(?:"[^"\\n]{1,4096}"|'[^'\\n]{1,4096}'|[^\\s"'|;&<>()-][^\\s"'|;&<>()]{0,4095})`;

function maskerOf(flag: string): { readonly pattern: RegExp; readonly by: string } {
  const name = escaped(flag.replace(/ ?[:% ]$/, ""));
  const before = `((?<=\\s)${name}`;
  if (flag.endsWith(" :") || flag.endsWith(" %")) {
    const mark = flag.at(-1) ?? ":";
    return {
      pattern: new RegExp(
        `${before}(?:\\s{1,4}|=)["']?[^\\s"':%]{0,256}${mark})(?!\\$[A-Za-z_{(])[^\\s"']{1,4096}`,
        "g",
      ),
      by: `$1${MASK}`,
    };
  }
  if (flag.endsWith(" ")) return { pattern: new RegExp(`${before}(?:\\s{1,4}|=))${WORD}`, "g"), by: `$1${MASK}` };
  return { pattern: new RegExp(`${before})${WORD}`, "g"), by: `$1${MASK}` };
}

const maskers: readonly Masker[] = rows.map(({ programs, subcommand, flags = [], shape }) => ({
  program: new RegExp(
    `(?<![\\w.-])(?:${programs.split(" ").map(escaped).join("|")})(?=\\s)${subcommand === undefined ? "" : `[^"']{0,64}?\\s${subcommand}(?=\\s)`}`,
  ),
  values: [...flags.map(maskerOf), ...(shape === undefined ? [] : [{ pattern: shape, by: `$1${MASK}` }])],
}));

/** Any of the programs; most text names none. */
const anyProgram = new RegExp(
  `(?<![\\w.-])(?:${rows
    .flatMap(({ programs }) => programs.split(" "))
    .map(escaped)
    .join("|")})\\s`,
);

/** Where one command of a line ends: a value is looked for only behind its own program. */
const commandEnd = /(?<=[|;&\n])/;

export function maskOptions(text: string): string {
  if (!anyProgram.test(text)) return text;
  return text.split(commandEnd).map(maskCommand).join("");
}

function maskCommand(command: string): string {
  let masked = command;
  for (const { program, values } of maskers) {
    const found = program.exec(masked);
    if (found === null) continue;
    const at = found.index + found[0].length;
    let rest = masked.slice(at);
    for (const { pattern, by } of values) rest = rest.replace(pattern, by);
    masked = masked.slice(0, at) + rest;
  }
  return masked;
}

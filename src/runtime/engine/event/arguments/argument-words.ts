// What names of arguments and tools say, as data. A key counts by its last word: `filePath` and `file_path` end in `path`.

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Their text is a path, whatever it looks like. */
export const pathKeys = words(
  "path file filename filepath pathname dir directory folder uri target source src destination dest attachment",
);

/** Where a tool works, rather than what it works on. */
export const placeKeys = words("cwd root workdir workspace project repo repository worktree");

/** Their text is an address, even without a scheme. */
export const addressKeys = words("url uri href link host hostname endpoint domain address origin webhook server");

/** Their text is perhaps a command line. */
export const commandKeys = words("command cmd commandline");

/** Their text is perhaps a script, if it has more than one word. */
export const codeKeys = words("script code");

/** Their text is perhaps run by a database, if it is plainly SQL. */
export const sqlKeys = words("sql query statement");

/** Under such a key beside a command, its arguments. */
export const argumentKeys = words("args argv arguments");

export type FileView = "reads" | "writes" | "deletes" | "uploads";

/** What a tool with such a word in its name perhaps does to the files it is given. */
export const verbs: readonly { readonly views: readonly FileView[]; readonly words: ReadonlySet<string> }[] = [
  {
    views: ["reads"],
    words: words(
      "analyze cat check count describe diff exists explain find get glob grep head info inspect list load ls open parse preview query read scan search show stat status summarize tail tree validate view",
    ),
  },
  {
    views: ["writes"],
    words: words(
      "append apply chmod create download edit export format generate init insert make mkdir modify new patch put replace save set store touch update write",
    ),
  },
  { views: ["deletes"], words: words("clean clear delete destroy drop erase purge remove rm rmdir trash unlink wipe") },
  { views: ["reads", "writes"], words: words("copy cp convert") },
  { views: ["reads", "writes", "deletes"], words: words("move mv rename") },
  { views: ["reads", "uploads"], words: words("attach email mail post publish push send share upload") },
];

/** `readTextFile`, `read_text_file` and `read-text-file` are three words each. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

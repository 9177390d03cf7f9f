// The sidebar, from the folders of docs/. The links in the index of a folder give the order and the groups of its pages;
// pages that it does not name come first.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";

type Item = DefaultTheme.SidebarItem;

const docs = new URL("../../docs/", import.meta.url);

const read = (path: string): string => readFileSync(new URL(path, docs), "utf8");
const titleOf = (path: string): string => (/^# (.+)$/m.exec(read(path))?.[1] ?? path).replaceAll("`", "");
const linkOf = (path: string): string => `/${path.replace(/(?:index)?\.md$/, "")}`;
const item = (path: string): Item => ({ text: titleOf(path), link: linkOf(path) });

function pagesOf(folder: string): readonly string[] {
  const at = new URL(folder, docs);
  if (!existsSync(at)) return [];
  return readdirSync(at)
    .filter((name) => name.endsWith(".md") && name !== "index.md")
    .sort()
    .map((name) => `${folder}${name}`);
}

interface Group extends Item {
  readonly text: string;
  readonly items: Item[];
}

/** The pages of a folder in groups: a group is a heading of its index and the links below it. */
function groupsOf(folder: string): readonly Group[] {
  const left = new Set(pagesOf(folder));
  const groups: Group[] = [{ text: "", items: [] }];
  for (const line of read(`${folder}index.md`).split("\n")) {
    const heading = /^## (.+)$/.exec(line);
    if (heading !== null) groups.push({ text: heading[1] ?? "", items: [], collapsed: false });
    for (const [, name = ""] of line.matchAll(/\]\(([\w-]+\.md)\)/g)) {
      if (left.delete(`${folder}${name}`)) groups.at(-1)?.items.push(item(`${folder}${name}`));
    }
  }
  groups[0]?.items.push(...[...left].map(item));
  return groups.filter(({ items }) => items.length > 0);
}

/** A folder with its pages below it. */
const section = (text: string, folder: string): Item => ({
  text,
  link: `/${folder}`,
  items: groupsOf(folder).flatMap((group) => (group.text === "" ? group.items : [group])),
});

/** The codes are hundreds of pages, so each shows only those of its own hundred, and links to the others. */
function diagnostics(): DefaultTheme.SidebarMulti {
  const folder = "/reference/diagnostics/";
  const groups = groupsOf("reference/diagnostics/");
  const closed = ({ text }: Group): Item => ({ text, link: `${folder}#${text.toLowerCase()}` });
  const opened = (open: Group | null): Item[] => [
    { text: "Diagnostics", link: folder, items: groups.map((group) => (group === open ? group : closed(group))) },
  ];
  return {
    ...Object.fromEntries(groups.map((group) => [`${folder}${group.text.slice(0, 2)}`, opened(group)])),
    [folder]: opened(null),
  };
}

/** Pages of a folder by the order of the start page, which lists all of them. */
function listed(text: string, folder: string): Item {
  const order = [...read("index.md").matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, path = ""]) => path);
  const pages = [...pagesOf(folder), ...(existsSync(new URL(`${folder}index.md`, docs)) ? [`${folder}index.md`] : [])];
  const place = (path: string): number => order.indexOf(path) + 1 || order.length + 1;
  return { text, collapsed: false, items: [...pages].sort((a, b) => place(a) - place(b)).map(item) };
}

const reference: Item = {
  text: "Reference",
  items: [
    { text: "Language", link: "/language/" },
    { text: "Agents", link: "/agents/" },
    { text: "Command line", link: "/reference/cli/" },
    { text: "Packs", link: "/reference/packs/" },
    { text: "Diagnostics", link: "/reference/diagnostics/" },
    item("reference/programs.md"),
    item("reference/schema/index.md"),
    item("reference/benchmarks.md"),
    item("reference/evals.md"),
  ],
};

/** By the beginning of a page's address; of two that fit equally deep the first one counts. */
export function sidebar(): DefaultTheme.SidebarMulti {
  const rest = [
    listed("Start", "start/"),
    reference,
    listed("Operate", "operate/"),
    listed("Contribute", "contribute/"),
  ];
  return {
    ...diagnostics(),
    "/language/": [section("The policy language", "language/")],
    "/agents/": [section("Agents", "agents/")],
    "/reference/cli/": [section("Command line", "reference/cli/")],
    "/reference/packs/": [section("Packs", "reference/packs/")],
    "/": rest.filter(({ items }) => items !== undefined && items.length > 0),
  };
}

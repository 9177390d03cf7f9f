// One self-contained HTML page: no script, no network, light and dark. Everything in it is escaped here and only here,
// through `html` templates; the page's content security policy forbids anything that might slip through.

import { createHash } from "node:crypto";
import { visible } from "../../../compiler/diagnostics/report/visible.ts";

/** Markup that is known to be safe. Only this file makes it from text. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** A template whose holes are escaped, unless they hold markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((text, part, at) => text + textOf(values[at - 1] ?? "") + part));
}

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return value.map(({ text }) => text).join("");
}

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Safe inside an element and inside a quoted attribute; nothing invisible is left. */
function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

export function htmlPage(title: string, body: Markup, styles: string): string {
  const style = `${base}${styles}`;
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const head = html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>`;
  return `<!doctype html>
<html lang="en">
<head>
${head.text}
<style>${style}</style>
</head>
<body>
<main>
${body.text}
</main>
</body>
</html>
`;
}

/** Colours by meaning, once for light and once for dark. */
const base = `
:root {
  --back: #f7f8fa; --card: #ffffff; --edge: #dde1e7; --text: #1c2430; --soft: #5b6675; --rule: #eceff3;
  --stop: #c8372d; --stop-back: #fdeceb; --ask: #b26a00; --ask-back: #fff3df; --go: #1f7a46; --go-back: #e6f5ec;
  --note: #2864c8; --note-back: #e8f0fd; --calm: #b3bcc8; --calm-back: #eef1f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12161c; --card: #1a2029; --edge: #2c3542; --text: #e4e9f0; --soft: #97a3b3; --rule: #242c37;
    --stop: #ff7a70; --stop-back: #3a1d1c; --ask: #f0b35a; --ask-back: #372a15; --go: #5ccb8b; --go-back: #15301f;
    --note: #7fb0ff; --note-back: #182a47; --calm: #4d5866; --calm-back: #222a35;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
p { margin: 0 0 .5rem; }
.soft { color: var(--soft); }
code, .mono { font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--edge); border-radius: .6rem; padding: 1.1rem 1.25rem; margin-top: 1.1rem; }
.stop { color: var(--stop); } .ask { color: var(--ask); } .go { color: var(--go); } .note { color: var(--note); }
.tag { display: inline-block; border-radius: .3rem; padding: 0 .45rem; font-size: .82em; font-weight: 600; white-space: nowrap; }
.tag.stop { background: var(--stop-back); } .tag.ask { background: var(--ask-back); } .tag.go { background: var(--go-back); }
.tag.note { background: var(--note-back); } .tag.calm { background: var(--calm-back); color: var(--soft); }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; font-size: .85em; color: var(--soft); padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--edge); }
td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
@media print { body { background: #fff; } section { break-inside: avoid; } }
`;

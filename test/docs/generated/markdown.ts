// The few pieces of Markdown that the generated pages are made of.

export type Row = readonly string[];

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

export const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

export const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

export const codes = (texts: readonly string[]): string => texts.map(code).join(", ");

/** Prose from the source: what looks like a tag, as emphasis or as a hole of the site's templates is plain text. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`") ? part : part.replaceAll("<", "&lt;").replaceAll("*", "\\*").replaceAll("{{", "{&#123;"),
    )
    .join("");

export const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

export const fence = (kind: string, text: string): string => `\`\`\`${kind}\n${text.trimEnd()}\n\`\`\``;

/** A page of paragraphs; empty ones are left out. */
export const page = (paragraphs: readonly string[]): string =>
  `${paragraphs.filter((text) => text !== "").join("\n\n")}\n`;

export const sentence = (text: string): string => {
  const whole = prose(text.trim());
  const start = whole.charAt(0).toUpperCase() + whole.slice(1);
  return /[.!?)`]$/.test(start) ? start : `${start}.`;
};

// An AST as readable text: one node a line, its plain values behind its kind, its parts indented below.

type Value = unknown;

function isNode(value: Value): value is { readonly kind: string } {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** The tree without places. */
export function showTree(value: Value, label = "", depth = 0): string {
  const pad = "  ".repeat(depth);
  const head = label === "" ? pad : `${pad}${label}: `;
  if (Array.isArray(value)) {
    if (value.length === 0) return ["argv", "kinds", "names", "items"].includes(label) ? `${head}[]\n` : "";
    return `${pad}${label}:\n${value.map((item) => showTree(item, "-", depth + 1)).join("")}`;
  }
  if (typeof value !== "object" || value === null) return value === null ? "" : `${head}${JSON.stringify(value)}\n`;
  const entries = Object.entries(value).filter(([key]) => !["span", "keySpan", "kind"].includes(key));
  const kind = isNode(value) ? value.kind : "";
  if (kind === "Name") return `${head}${String(Reflect.get(value, "text"))}\n`;
  const plain = entries
    .filter(([, inner]) => typeof inner !== "object")
    .map(([key, inner]) => `${key}=${JSON.stringify(inner)}`);
  const parts = entries.filter(([, inner]) => typeof inner === "object");
  const line = `${head}${[kind, ...plain].filter(Boolean).join(" ")}`.trimEnd();
  return `${line}\n${parts.map(([key, inner]) => showTree(inner, key, depth + 1)).join("")}`;
}

// Shared by plug-ins that run inside an agent: their context, and rewrites of a call's input.

import type { Json } from "../../language/contract.ts";
import type { Rewrite } from "./plan.ts";
import { isObject } from "./read-answer.ts";
import { rewrittenInput, type ToolTable } from "./tool-table.ts";

export interface PluginPlace {
  readonly session_id?: string;
  readonly workdir?: string;
  readonly cwd?: string;
}

/** The complete native input; null when the agent's format cannot express it. */
export function inputRewrite(table: ToolTable): Rewrite {
  return (value, event) => {
    if (!isObject(value)) return null;
    const { tool, tool_name, input } = event as { readonly [field: string]: Json | undefined };
    const fields = { tool: tool ?? "", tool_name: tool_name ?? "", input: value };
    return rewrittenInput(table, fields, isObject(input) ? input : {});
  };
}

export const textRewrite: Rewrite = (value) => (typeof value === "string" ? value : null);

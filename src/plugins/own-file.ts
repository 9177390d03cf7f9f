// The plug-in's own file, for the rules that keep an agent from changing what guards it.

import { fileURLToPath } from "node:url";

export function ownFile(address: string): readonly string[] {
  try {
    return [fileURLToPath(address)];
  } catch {
    return [];
  }
}

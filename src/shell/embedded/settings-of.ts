// The settings of a call: those in force for it, and those it writes. Only git has any.

import { type GitSetting, settingsOf as gitSettingsOf } from "../programs/git/settings.ts";
import { readOptions } from "../programs/table/options.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Call } from "../syntax/model.ts";

export function settingsOf(call: Call): readonly GitSetting[] {
  const table = tableOf(call);
  return table?.name === "git" ? gitSettingsOf(call, readOptions(call, table)) : none;
}

const none: readonly never[] = [];

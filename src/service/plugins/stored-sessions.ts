// Sessions of a plug-in, in the user's state folder as everybody else's: an agent that is started again and resumes a session
// finds what the session has done. They belong to the plug-in's path, so that a new build of it goes on with them.

import { fileURLToPath } from "node:url";
import type { SessionStore } from "../../runtime/engine/index.ts";
import { fileStore } from "../../runtime/stores/file.ts";
import { sessionFolder, userStateFolder } from "../../runtime/stores/state-folder.ts";
import type { PluginSettings } from "./decider.ts";

export function storedSessions(address: string, { counters }: PluginSettings): SessionStore {
  try {
    const key = { scope: "user", bundle: fileURLToPath(address), policyId: null } as const;
    return fileStore({ folder: sessionFolder(userStateFolder(), key), counters });
  } catch (error) {
    // The session's history is then unknown, never empty.
    const fail = (): never => {
      throw error;
    };
    return { read: fail, commit: fail };
  }
}

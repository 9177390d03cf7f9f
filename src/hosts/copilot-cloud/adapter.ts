// A bundle as a hook of the Copilot cloud agent, which speaks like Copilot CLI.

import { copilotAdapter } from "../copilot-cli/adapter.ts";
import type { HostAdapter } from "../shared/adapter.ts";
import { copilotCloud } from "./capabilities.ts";

export const copilotCloudAdapter: HostAdapter = copilotAdapter(copilotCloud);

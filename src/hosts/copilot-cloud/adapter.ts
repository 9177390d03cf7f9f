// A bundle as a hook of the Copilot cloud agent, which uses Copilot CLI's format.

import { copilotAdapter } from "../copilot-cli/adapter.ts";
import type { HostAdapter } from "../shared/adapter.ts";
import { copilotCloud } from "./capabilities.ts";

export const copilotCloudAdapter: HostAdapter = copilotAdapter(copilotCloud);

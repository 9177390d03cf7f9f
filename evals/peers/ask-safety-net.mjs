// cc-safety-net with its default level, by its library.

import { checkCommand } from "cc-safety-net/api";
import { answerCommands } from "./commands.mjs";

await answerCommands((command) => checkCommand({ command, cwd: process.cwd() }).kind === "deny");

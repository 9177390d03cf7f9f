// Programs with known columns but no known options. They have no table: their arguments may be a command.

import { alike, codeVariables, type ProgramTable, program } from "./table/program-table.ts";

export const knownByName: readonly ProgramTable[] = [
  ...alike(
    "gpg-agent keychain starship zoxide dircolors docker-machine lesspipe register-python-argcomplete",
    "prints code for the shell",
    { prints: "code" },
    { starship: { prints: "code", codeVariables: [codeVariables("places", "STARSHIP_CONFIG")] } },
  ),
  ...alike("semver lsb_release", "prints versions", { prints: "data" }),
  program("manage.py", "code of a project", { operandCode: "project" }),
  program("jj", "versions of files", { codeVariables: [codeVariables("command", "JJ_EDITOR")] }),
  program("cvs", "versions of files", { codeVariables: [codeVariables("command", "CVSEDITOR CVS_RSH")] }),
  program("p4", "versions of files", { codeVariables: [codeVariables("command", "P4EDITOR")] }),
  program("zplug", "plugins of zsh", { codeVariables: [codeVariables("places", "ZPLUG_HOME")] }),
  program("electron-forge", "packs apps", { packages: ["@electron-forge/cli"] }),
  program("clasp", "scripts of Google", { packages: ["@google/clasp"] }),
  program("mikro-orm", "databases", { packages: ["@mikro-orm/cli"] }),
  program("nest", "project tool", { packages: ["@nestjs/cli"] }),
  program("sf", "Salesforce", { packages: ["@salesforce/cli"] }),
  program("sentry-cli", "Sentry", { packages: ["@sentry/cli"] }),
  program("vue", "project tool", { packages: ["@vue/cli"] }),
  program("cdktf", "deploys", { packages: ["cdktf-cli"] }),
  program("eas", "builds apps", { packages: ["eas-cli"] }),
  program("ncu", "versions of packages", { packages: ["npm-check-updates"] }),
  program("sam", "deploys", { packages: ["aws-sam-cli"] }),
  program("pyproject-build", "builds packages", { packages: ["build"] }),
  program("flit", "Python packages", { packages: ["flit-core"] }),
  program("huggingface-cli", "models", { packages: ["huggingface-hub"] }),
  program("openstack", "cloud", { packages: ["python-openstackclient"] }),
  program("git-filter-repo", "rewrites the history of git", { images: ["git-filter-repo"] }),
];

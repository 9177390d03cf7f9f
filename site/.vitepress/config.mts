// The site: docs/ as static pages with local search, dark mode and highlighted policies. Dead links fail the build.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { anchorOf, plainRepositoryLinks } from "./links.mts";
import { sidebar } from "./sidebar.mts";

const policy = JSON.parse(readFileSync(new URL("../../grammar/policy.tmLanguage.json", import.meta.url), "utf8"));

/** Fences that hold policies; tests tell them apart. */
const policyFences = ["policy-error", "policy-fragment", "policy-wrong", "policy-right", "policy-use"];

interface Resolver {
  readonly resolve: (id: string, importer: string, options: object) => unknown;
}

/** Pages are outside this folder, and need its copy of Vue; Node finds that one by itself when pages are rendered. */
const vueOfSite = {
  name: "vue-of-site",
  enforce: "pre" as const,
  resolveId(this: Resolver, id: string, _importer: string | undefined, { ssr }: { readonly ssr?: boolean }): unknown {
    if (!/^vue(?:\/|$)/.test(id)) return null;
    return ssr ? { id, external: true } : this.resolve(id, fileURLToPath(import.meta.url), { skipSelf: true });
  },
};

export default defineConfig({
  title: "policyc",
  description: "A declarative policy compiler for AI agents, and the runtime that enforces what it compiles",
  lang: "en",
  srcDir: "../docs",
  cleanUrls: false,
  // One copy of the site's data for all pages: the sidebar alone has hundreds of entries.
  metaChunk: true,
  markdown: {
    anchor: { slugify: anchorOf },
    languages: [{ ...policy, aliases: policyFences }],
    config: plainRepositoryLinks,
    toc: { slugify: anchorOf },
  },
  vite: { plugins: [vueOfSite], build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/start/tutorial", activeMatch: "^/start/" },
      { text: "Language", link: "/language/", activeMatch: "^/language/" },
      { text: "Agents", link: "/agents/", activeMatch: "^/agents/" },
      { text: "Command line", link: "/reference/cli/", activeMatch: "^/reference/cli/" },
      { text: "Diagnostics", link: "/reference/diagnostics/", activeMatch: "^/reference/diagnostics/" },
      { text: "Packs", link: "/reference/packs/", activeMatch: "^/reference/packs/" },
    ],
    sidebar: sidebar(),
    docFooter: { prev: "Previous", next: "Next" },
  },
});

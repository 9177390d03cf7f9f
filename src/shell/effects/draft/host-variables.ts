// Variables that say where a program connects: proxies, registries of packages, servers of clients. Rows are data; names may hold a `*`.

import { noEnvironment } from "../../expand/record.ts";
import type { Call, Word } from "../../syntax/model.ts";
import { hostsOfUrl } from "../../syntax/urls.ts";
import type { Draft } from "./draft.ts";
import { addHost } from "./effect-draft.ts";
import { registryHosts } from "./registries.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** A proxy sees what goes to any host. */
const proxies = words(
  "http_proxy https_proxy all_proxy ftp_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY npm_config_proxy npm_config_https_proxy npm_config_noproxy PIP_PROXY",
);

interface HostVariables {
  /** The programs that look at them, by the names of their tables. */
  readonly of: ReadonlySet<string>;
  readonly names: readonly string[];
}

const row = (of: string, names: string): HostVariables => ({ of: words(of), names: names.split(" ") });

const registries: readonly HostVariables[] = [
  row(
    "npm npx pnpm pnpx yarn yarnpkg bun bunx cnpm tnpm lerna corepack",
    "npm_config_registry NPM_CONFIG_REGISTRY npm_config_*:registry NPM_CONFIG_*:registry YARN_NPM_REGISTRY_SERVER YARN_REGISTRY yarn_registry BUN_CONFIG_REGISTRY PNPM_REGISTRY COREPACK_NPM_REGISTRY npm_config_disturl npm_config_*_mirror npm_config_*_binary_host NVM_NODEJS_ORG_MIRROR PLAYWRIGHT_DOWNLOAD_HOST PUPPETEER_DOWNLOAD_BASE_URL ELECTRON_MIRROR CYPRESS_INSTALL_BINARY",
  ),
  row(
    "pip pipx uv uvx poetry python tox",
    "PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_INDEX PIP_TRUSTED_HOST UV_INDEX_URL UV_EXTRA_INDEX_URL UV_DEFAULT_INDEX UV_INDEX UV_FIND_LINKS UV_PYTHON_INSTALL_MIRROR POETRY_REPOSITORIES_*_URL PIPENV_PYPI_MIRROR PDM_PYPI_URL",
  ),
  row("go", "GOPROXY GOSUMDB"),
  row(
    "cargo rustup",
    "CARGO_REGISTRIES_*_INDEX CARGO_REGISTRY_INDEX CARGO_SOURCE_*_REGISTRY RUSTUP_DIST_SERVER RUSTUP_UPDATE_ROOT",
  ),
  row("gem bundle", "BUNDLE_MIRROR__* RUBYGEMS_HOST GEM_SOURCE BUNDLE_SOURCE"),
  row("composer", "COMPOSER_REPO_PACKAGIST COMPOSER_MIRROR"),
  row(
    "brew",
    "HOMEBREW_BOTTLE_DOMAIN HOMEBREW_API_DOMAIN HOMEBREW_ARTIFACT_DOMAIN HOMEBREW_BREW_GIT_REMOTE HOMEBREW_CORE_GIT_REMOTE",
  ),
  row("conda", "CONDA_CHANNELS CONDA_CHANNEL_ALIAS CONDA_DEFAULT_CHANNELS"),
  row("dotnet nuget", "NUGET_SOURCE NuGetPackageSource_* RestoreSources"),
  row("flutter dart pub", "PUB_HOSTED_URL FLUTTER_STORAGE_BASE_URL"),
  row("mix rebar3", "HEX_MIRROR HEX_MIRROR_URL HEX_API_URL"),
  row("cpan cpanm", "PERL_CPANM_OPT PERL_CPAN_MIRROR"),
  row("R Rscript", "CRAN R_REPOSITORIES"),
];

const servers: readonly HostVariables[] = [
  row("docker docker-compose", "DOCKER_HOST CONTAINER_HOST BUILDKIT_HOST"),
  row("vault", "VAULT_ADDR"),
  row("consul nomad", "CONSUL_HTTP_ADDR NOMAD_ADDR"),
  row("aws", "AWS_ENDPOINT_URL AWS_ENDPOINT_URL_*"),
  row("gh", "GH_HOST"),
  row("glab", "GITLAB_HOST"),
  row("psql pg_dump pg_restore createdb dropdb pg_dumpall", "PGHOST PGHOSTADDR"),
  row("mysql mariadb mysqldump", "MYSQL_HOST"),
  row("etcdctl", "ETCDCTL_ENDPOINTS"),
  row("argocd", "ARGOCD_SERVER"),
  row("ollama", "OLLAMA_HOST"),
  row("terraform", "TF_HTTP_ADDRESS TF_CLI_ARGS*"),
  row("git", "GIT_PROXY_SSH GIT_HTTP_PROXY"),
];

/** Rows by name, those with a star apart. */
function lookup(rows: readonly HostVariables[]): (name: string) => HostVariables | undefined {
  const exact = new Map<string, HostVariables>();
  const starred: { readonly begin: string; readonly end: string; readonly of: HostVariables }[] = [];
  for (const of of rows)
    for (const name of of.names) {
      const [begin = "", end] = name.split("*");
      if (end === undefined) exact.set(name, of);
      else starred.push({ begin, end, of });
    }
  return (name) =>
    exact.get(name) ?? starred.find(({ begin, end }) => name.startsWith(begin) && name.endsWith(end))?.of;
}

const registryOf = lookup(registries);
const serverOf = lookup(servers);

/** Adds the hosts that the variables of a call make it contact. */
export function addVariableHosts(draft: Draft, call: Call, program: string, connects: boolean): void {
  if (call.env === noEnvironment) return;
  for (const name in call.env) {
    const value = call.env[name];
    if (value !== undefined && value.text !== "") addVariableHost(draft, name, value, program, connects);
  }
}

function addVariableHost(draft: Draft, name: string, value: Word, program: string, connects: boolean): void {
  if (proxies.has(name)) {
    if (connects || draft.mayContact()) addServer(draft, value);
  } else if (registryOf(name)?.of.has(program) === true) addAddresses(draft, value);
  else if (serverOf(name)?.of.has(program) === true) addServer(draft, value);
}

/** `export PIP_INDEX_URL=...`: from now on packages come from there. */
export function addRegistrySettings(draft: Draft, operands: readonly Word[]): void {
  for (const word of operands) {
    const name = /^([\w:]+)\+?=/.exec(word.text);
    if (name !== null && registryOf(name[1] ?? "") !== undefined)
      addAddresses(draft, { ...word, text: word.text.slice(name[0].length) });
  }
}

/** One address or a list of them: `https://a.example,direct`. What is no address names no host. */
function addAddresses(draft: Draft, value: Word): void {
  const found = value.text.match(/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s,|;]+/gi) ?? [];
  for (const address of found) draft.hosts.items.push(...registryHosts(address));
  if (found.length === 0 && value.kind === "dynamic") draft.hosts.complete = false;
}

/** A socket in the file system is no host. */
const localSocket = /^(?:unix|npipe|fd|ssh\+unix):|^\//;

function addServer(draft: Draft, value: Word): void {
  if (localSocket.test(value.text)) return;
  if (value.kind === "literal") draft.hosts.items.push(...hostsOfUrl(value.text));
  else addHost(draft, value);
}

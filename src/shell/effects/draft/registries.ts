// The default registries of package managers: naming one explicitly changes nothing.

import { hostsOfUrl } from "../../syntax/urls.ts";

const usual: ReadonlySet<string> = new Set([
  "registry.npmjs.org",
  "registry.yarnpkg.com",
  "pypi.org",
  "files.pythonhosted.org",
  "crates.io",
  "index.crates.io",
  "static.crates.io",
  "rubygems.org",
  "proxy.golang.org",
  "sum.golang.org",
  "packagist.org",
  "repo.packagist.org",
  "repo.maven.apache.org",
  "api.nuget.org",
]);

/** The hosts of a registry address; none for a default registry with a standard address. */
export function registryHosts(address: string): readonly string[] {
  const hosts = hostsOfUrl(address);
  return /^(?:sparse\+)?https:/i.test(address) ? hosts.filter((host) => !usual.has(host)) : hosts;
}

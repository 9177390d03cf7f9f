// Where package managers fetch from when nothing says another place: naming it changes nothing.

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

/** The hosts of an address that a package manager is given; none where it is the usual one, reached as usual. */
export function registryHosts(address: string): readonly string[] {
  const hosts = hostsOfUrl(address);
  return /^(?:sparse\+)?https:/i.test(address) ? hosts.filter((host) => !usual.has(host)) : hosts;
}

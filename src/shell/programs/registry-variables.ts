// Variables that determine where packages come from, for programs that share them.

import { words } from "./table/program-table.ts";

export const npmRegistries: readonly string[] = words(
  "npm_config_registry NPM_CONFIG_REGISTRY npm_config_*:registry NPM_CONFIG_*:registry YARN_NPM_REGISTRY_SERVER YARN_REGISTRY yarn_registry BUN_CONFIG_REGISTRY PNPM_REGISTRY COREPACK_NPM_REGISTRY npm_config_disturl npm_config_*_mirror npm_config_*_binary_host NVM_NODEJS_ORG_MIRROR PLAYWRIGHT_DOWNLOAD_HOST PUPPETEER_DOWNLOAD_BASE_URL ELECTRON_MIRROR CYPRESS_INSTALL_BINARY",
);
export const pythonRegistries: readonly string[] = words(
  "PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_INDEX PIP_TRUSTED_HOST UV_INDEX_URL UV_EXTRA_INDEX_URL UV_DEFAULT_INDEX UV_INDEX UV_FIND_LINKS UV_PYTHON_INSTALL_MIRROR POETRY_REPOSITORIES_*_URL PIPENV_PYPI_MIRROR PDM_PYPI_URL",
);
export const rustRegistries: readonly string[] = words(
  "CARGO_REGISTRIES_*_INDEX CARGO_REGISTRY_INDEX CARGO_SOURCE_*_REGISTRY RUSTUP_DIST_SERVER RUSTUP_UPDATE_ROOT",
);
export const rubyRegistries: readonly string[] = words("BUNDLE_MIRROR__* RUBYGEMS_HOST GEM_SOURCE BUNDLE_SOURCE");
export const nugetRegistries: readonly string[] = words("NUGET_SOURCE NuGetPackageSource_* RestoreSources");
export const dartRegistries: readonly string[] = words("PUB_HOSTED_URL FLUTTER_STORAGE_BASE_URL");
export const hexRegistries: readonly string[] = words("HEX_MIRROR HEX_MIRROR_URL HEX_API_URL");
export const cpanRegistries: readonly string[] = words("PERL_CPANM_OPT PERL_CPAN_MIRROR");
export const cranRegistries: readonly string[] = words("CRAN R_REPOSITORIES");

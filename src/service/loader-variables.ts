// Environment variables that make Node or the system's loader run other code than the program being started. Installed commands
// clear them, and rules never see them, whichever way a call arrives.

const LOADS_CODE = /^(?:NODE_(?!ENV$)|LD_|DYLD_|OPENSSL_)/;

export const withoutLoaderVariables = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !LOADS_CODE.test(name)));

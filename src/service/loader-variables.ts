// Variables that make Node or the system's loader run other code than the program they start. An installed command clears
// them; what rules can ask of the environment never holds them, whichever way a call came in.

const LOADS_CODE = /^(?:NODE_(?!ENV$)|LD_|DYLD_|OPENSSL_)/;

export const withoutLoaderVariables = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !LOADS_CODE.test(name)));

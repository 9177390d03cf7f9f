// Variables of the session that would make Node, or the loader that starts it, run or read something other than our program.
// NODE_ENV is not among them: external hooks may depend on it, and it has no effect here.

const ofNode = [
  // Options, among them --require and --import.
  "NODE_OPTIONS",
  // Where modules and their code are found.
  "NODE_PATH",
  "NODE_PRESERVE_SYMLINKS",
  "NODE_PRESERVE_SYMLINKS_MAIN",
  "NODE_REPL_EXTERNAL_MODULE",
  // Compiled code, which V8 does not validate.
  "NODE_COMPILE_CACHE",
  // Data for comparing and folding text.
  "NODE_ICU_DATA",
  // A parent process that the process would listen to.
  "NODE_CHANNEL_FD",
  "NODE_UNIQUE_ID",
  // Files that it would read or write, and extra lines on stderr.
  "NODE_V8_COVERAGE",
  "NODE_EXTRA_CA_CERTS",
  "NODE_REDIRECT_WARNINGS",
  "NODE_DEBUG",
  "NODE_DEBUG_NATIVE",
];

/** Libraries that are loaded before or instead of the program's own. */
const ofLoader = [
  "LD_PRELOAD",
  "LD_AUDIT",
  "LD_LIBRARY_PATH",
  "DYLD_INSERT_LIBRARIES",
  "DYLD_LIBRARY_PATH",
  "DYLD_FRAMEWORK_PATH",
  "DYLD_FALLBACK_LIBRARY_PATH",
  "DYLD_FALLBACK_FRAMEWORK_PATH",
  "DYLD_VERSIONED_LIBRARY_PATH",
  "DYLD_VERSIONED_FRAMEWORK_PATH",
];

/** OpenSSL's configuration can name libraries too. */
const ofOpenssl = ["OPENSSL_CONF", "OPENSSL_CONF_INCLUDE", "OPENSSL_MODULES", "OPENSSL_ENGINES"];

export const clearedVariables: readonly string[] = [...ofNode, ...ofLoader, ...ofOpenssl];

// P7xx: runtime failures. The table is in src/language, because the runtime reports them without the compiler.

export { failureCodes as runtimeCodes } from "../../../language/codes.ts";

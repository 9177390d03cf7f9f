// P7xx: runtime failures. The table lives with the runtime, which reports them without the compiler.

export { failureCodes as runtimeCodes } from "../../../language/codes.ts";

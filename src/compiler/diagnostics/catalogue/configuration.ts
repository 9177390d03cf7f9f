// P85x to P88x: hook configurations of other hosts. The table is in src/hosts, where the configurations are read.

export { configCodes } from "../../../hosts/shared/config-codes.ts";

// P85x to P88x: hook configurations of other hosts. The table lives with the hosts, whose readers report them.

export { configCodes } from "../../../hosts/shared/config-codes.ts";

// What a test is when one of its operands has no plain value.

import { ERROR, type Truth, UNKNOWN } from "../../language/truth.ts";
import { errorValue, unknownValue } from "../../language/value.ts";

/** The truth of a test whose operands are not both plain values: error takes precedence over unknown. */
export function unsettled(a: unknown, b: unknown): Truth {
  return a === unknownValue || b === unknownValue ? (isError(a) || isError(b) ? ERROR : UNKNOWN) : ERROR;
}

const isError = (value: unknown): boolean => value === errorValue || value === undefined;

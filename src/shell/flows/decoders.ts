// Calls that decode text: what comes out was readable nowhere. Compressed files are no code in disguise.

import { hasOption, type OptionReading } from "../programs/table/options.ts";
import type { Call } from "../syntax/model.ts";

/** The option that makes a program decode. */
const decoders: { readonly [program: string]: string } = {
  base64: "-d",
  base32: "-d",
  basenc: "-d",
  gbase64: "-d",
  xxd: "-r",
};

/** Text that is on the line is decoded there, and its commands count as if they were written. */
export function decodesUnseen({ stdin }: Call, reading: OptionReading): boolean {
  if (stdin.from !== "inherit" && stdin.text?.kind === "literal" && !readsFile(reading)) return false;
  const { name } = reading.table;
  if (name === "uudecode") return true;
  if (name === "openssl") return isOpenssl(reading);
  return Object.hasOwn(decoders, name) && hasOption(reading, decoders[name] ?? "");
}

const readsFile = ({ operands }: OptionReading): boolean => operands.length > 0;

/** `openssl base64 -d`, `openssl enc -aes-256-cbc -d` */
const isOpenssl = (reading: OptionReading): boolean =>
  /^(?:enc|base64|aes\S*)$/.test(reading.operands[0]?.text ?? "") && hasOption(reading, "-d");

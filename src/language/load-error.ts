// Why a bundle was not loaded: one P6xx code and one sentence.
// Names that come from the bundle are shown quoted, escaped and truncated, because they are hostile until verified.

import { fillMessage, type LoadCode, loadCodes } from "./codes.ts";

export class PolicyLoadError extends Error {
  override readonly name = "PolicyLoadError";
  readonly code: LoadCode;
  readonly slug: string;

  constructor(code: LoadCode, holes: { readonly [hole: string]: string }) {
    const { message, slug } = entryOf(code);
    super(fillMessage(message, holes));
    this.code = code;
    this.slug = slug;
    // A refused bundle is a result, not a crash: the printed error shows the sentence, not the stack.
    this.stack = `${this.name} ${code}: ${this.message}`;
  }
}

/** A function, so that a hook process builds the table only after a failure. */
const entryOf = (code: LoadCode): (typeof loadCodes)[LoadCode] => loadCodes[code];

/** A revision in a message: enough digits to compare, few enough to read. */
export const shortRevision = (revision: string): string => revision.slice(0, 12);

const SHOWN = 120;

/** Foreign text in a message: quoted, on one line, without control or direction characters, truncated. */
export function shown(text: string): string {
  const cut = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
  const line = cut.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff`]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `\`${line}\``;
}

/** The short reason of a caught value; never its stack. */
export function whyOf(caught: unknown): string {
  if (isSystemError(caught)) return systemReasons[caught.code] ?? caught.code;
  const text =
    caught instanceof Error ? `${caught.name}: ${caught.message}` : "something that is not an error was thrown";
  const first = text.split("\n", 1)[0] ?? "";
  return first.length > 200 ? `${first.slice(0, 200)}...` : first;
}

/** Why there is no decision, for the caller of a hook process. */
export function failureText(caught: unknown): string {
  if (caught instanceof PolicyLoadError) return `policyc: ${caught.code}: ${caught.message}`;
  return `policyc: ${caught instanceof Error && caught.message !== "" ? caught.message.slice(0, 400) : whyOf(caught)}`;
}

export function isSystemError(caught: unknown): caught is Error & { readonly code: string } {
  return caught instanceof Error && "code" in caught && typeof caught.code === "string";
}

const systemReasons: { readonly [code: string]: string } = {
  ENOENT: "it does not exist",
  ENOTDIR: "it is not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "it is a symbolic link",
  EMLINK: "it is a symbolic link",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
  EMFILE: "too many open files",
};

/** There is no such file; every other error leaves it open. */
export function isAbsent(caught: unknown): boolean {
  return isSystemError(caught) && (caught.code === "ENOENT" || caught.code === "ENOTDIR");
}

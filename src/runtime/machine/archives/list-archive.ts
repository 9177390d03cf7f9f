// The names in an archive, whatever its own name says: tar, tar with gzip, zip. Everything else cannot be listed.

import { gunzipSync } from "node:zlib";
import { encodeListing, type PathListing } from "../../../language/listing.ts";
import { isAbsent } from "../../../language/load-error.ts";
import { type ArchiveBytes, bytesIn, MOST_BYTES, OpenArchive } from "./archive-bytes.ts";
import { tarNames } from "./tar.ts";
import { zipNames } from "./zip.ts";

/** Null: the file is absent; undefined: it cannot be listed. */
export function listArchive(path: string): string | null | undefined {
  let archive: OpenArchive | undefined;
  try {
    archive = new OpenArchive(path);
    const found = namesIn(archive);
    return found === null ? undefined : encodeListing(found);
  } catch (caught) {
    return isAbsent(caught) ? null : undefined;
  } finally {
    archive?.close();
  }
}

function namesIn(bytes: ArchiveBytes): PathListing | null {
  const start = bytes.read(0, 4);
  if (start === null || start.length < 4) return null;
  if (start[0] === 0x1f && start[1] === 0x8b) return tarNames(inflated(bytes));
  return start.toString("latin1", 0, 2) === "PK" ? zipNames(bytes) : tarNames(bytes);
}

/** Throws when it is broken, or more than the limit. */
function inflated(bytes: ArchiveBytes): ArchiveBytes {
  const packed = bytes.read(0, bytes.size);
  if (packed === null) throw new Error("too large");
  return bytesIn(gunzipSync(packed, { maxOutputLength: MOST_BYTES }));
}

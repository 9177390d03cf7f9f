// Archives made by hand, right and wrong ones.

const BLOCK = 512;

export interface TarMember {
  readonly name: string;
  readonly type?: string;
  readonly content?: string;
  readonly link?: string;
  readonly prefix?: string;
}

/** One member: its header and its content. */
export function tarMember({ name, type = "0", content = "", link = "", prefix = "" }: TarMember): Buffer {
  const header = Buffer.alloc(BLOCK);
  const body = Buffer.from(content);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write(body.length.toString(8).padStart(11, "0"), 124);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write("ustar\x0000", 257);
  header.write(prefix, 345, 155);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);
}

export const tarOf = (...members: readonly TarMember[]): Buffer =>
  Buffer.concat([...members.map(tarMember), Buffer.alloc(2 * BLOCK)]);

/** A record of a pax header counts its own length. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (String(length).length + Buffer.byteLength(rest) !== length)
    length = String(length).length + Buffer.byteLength(rest);
  return `${length}${rest}`;
}

/** A zip archive with empty members; `count` is what its end says. */
export function zipOf(
  names: readonly string[],
  { comment = "", count = names.length, mode = 0o100644 }: { comment?: string; count?: number; mode?: number } = {},
): Buffer {
  const directory = Buffer.concat(
    names.map((name) => {
      const text = Buffer.from(name);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02014b50, 0);
      entry[5] = 3;
      entry.writeUInt16LE(text.length, 28);
      entry.writeUInt32LE((mode << 16) >>> 0, 38);
      return Buffer.concat([entry, text]);
    }),
  );
  const local = Buffer.from("PK\x03\x04some content that nobody inflates");
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count & 0xffff, 8);
  end.writeUInt16LE(count & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([local, directory, end, Buffer.from(comment)]);
}

// SHA-256 (FIPS 180-4) of short inputs, for processes that would have to load a library for it. Written for an engine that
// has not compiled it yet: one loop, local variables, sums cut to 32 bits.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];

/** The same of the square roots of the first eight. */
const start = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

const BLOCK = 64;
/** A mark for the end, and the length. */
const TAIL = 9;

/** 64 hexadecimal digits. */
export function shortSha256(bytes: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((bytes.length + TAIL) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 4, bytes.length * 8);
  const state = Int32Array.from(start);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, words, at);
  let text = "";
  for (const word of state) text += (word >>> 0).toString(16).padStart(8, "0");
  return text;
}

function compress(state: Int32Array, words: DataView, at: number): void {
  const schedule = new Int32Array(BLOCK);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < BLOCK; i++) {
    let word: number;
    if (i < 16) word = words.getInt32(at + i * 4);
    else {
      const x = schedule[i - 15] as number;
      const y = schedule[i - 2] as number;
      const early = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const late = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      word = ((schedule[i - 16] as number) + early + (schedule[i - 7] as number) + late) | 0;
    }
    schedule[i] = word;
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + sum1 + (g ^ (e & (f ^ g))) + (constants[i] as number) + word) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    // The majority of the three bits.
    const next = (first + sum0 + ((a & b) | (c & (a | b)))) | 0;
    c = b;
    b = a;
    a = next;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < sums.length; i++) state[i] = (state[i] as number) + (sums[i] as number);
}

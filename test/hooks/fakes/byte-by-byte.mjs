#!/usr/bin/env node
// Writes characters of two, three and four bytes one byte at a time.
process.stdin.resume();
process.stdin.on("end", async () => {
  const answer = Buffer.from(`${JSON.stringify({ outcome: "block", message: "é€😀" })}\n`);
  for (const byte of answer) {
    process.stdout.write(Buffer.from([byte]));
    await new Promise((done) => setTimeout(done, 1));
  }
});

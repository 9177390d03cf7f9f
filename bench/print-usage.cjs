// Loaded before a program: writes to descriptor 3 what it needed when it ends, memory at most and time of the processor.

const { writeSync } = require("node:fs");

process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify({ bytes: maxRSS * 1024, ms: (userCPUTime + systemCPUTime) / 1000 }));
});

// Loaded into every measured process: adds a line with its CPU time (µs) and its largest memory (KiB) when it ends.
const { appendFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  appendFileSync(process.env.SKILLSCOPE_BENCH_USAGE, `${userCPUTime + systemCPUTime} ${maxRSS}\n`);
});

// Preloaded into a process whose memory is measured: on exit it writes its peak memory in KB to descriptor 3.
// Linux counts in maxRSS what the process was forked from, which held more; VmHWM is of the program alone.
'use strict'
const { readFileSync, writeSync } = require('node:fs')

function peakKb() {
  try {
    return /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
  } catch {
    return String(process.resourceUsage().maxRSS)
  }
}

process.once('exit', () => writeSync(3, peakKb()))

// The other end of a measured server, in its process: tells the port and answers questions about CPU time and memory.

export type Question = keyof typeof ANSWERS

const ANSWERS = {
  cpu() {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  memory: () => process.memoryUsage().rss,
  kept() {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  },
}

export function serveBench(port: number): void {
  process.on('message', (question: Question) => void process.send?.(ANSWERS[question]()))
  // A bench that fails leaves nobody behind.
  process.once('disconnect', () => process.exit())
  process.send?.(port)
}

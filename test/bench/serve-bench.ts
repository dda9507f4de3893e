// The part of the benchmark that runs in the measured server's process: reports its port, CPU time and
// memory.

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
  // Exit with the parent, so that a failed benchmark leaves no process behind.
  process.once('disconnect', () => process.exit())
  process.send?.(port)
}

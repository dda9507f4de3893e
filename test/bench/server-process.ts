// A server in a process of its own: told by a message to say what CPU time it has used.
import { fork } from 'node:child_process'
import { join } from 'node:path'

export interface ServerProcess {
  port: number
  /** Microseconds of CPU time so far, all threads. */
  cpuUs(): Promise<number>
  /** Memory it holds now, garbage that waits for its collection included. */
  memoryBytes(): Promise<number>
  /** Memory that is in use: what a collection leaves. */
  keptBytes(): Promise<number>
  close(): Promise<void>
}

/** Starts `<name>-process.ts` of this folder; its stderr, where a gateway logs each request, goes nowhere. */
export async function startServer(name: string, env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, `${name}-process.ts`), {
    env: { ...env, NODE_ENV: 'production' },
    execArgv: ['--import', 'tsx', '--expose-gc'],
    stdio: ['ignore', 'inherit', process.env['BENCH_DEBUG'] ? 'inherit' : 'ignore', 'ipc'],
  })
  const next = () =>
    new Promise<number>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${name} ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (value) => {
        child.off('exit', ended)
        resolve(value as number)
      })
    })
  const port = await next()
  const asked = (question: Question) => {
    const answer = next()
    child.send(question)
    return answer
  }
  return {
    port,
    cpuUs: () => asked('cpu'),
    memoryBytes: () => asked('memory'),
    keptBytes: () => asked('kept'),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

type Question = keyof typeof ANSWERS

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

/** The other end, in the child: tells the port and answers questions about CPU time and memory. */
export function serveBench(port: number): void {
  process.on('message', (question: Question) => void process.send?.(ANSWERS[question]()))
  process.send?.(port)
}

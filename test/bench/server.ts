// A server in a process of its own, as plain JavaScript: told by a message to say what CPU time it has used.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'tsup'
import type { Question } from './serve-bench.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Beside the packages that a server imports. */
const BUILT = join(ROOT, 'node_modules', '.cache', 'crm-bench')

/** Makes plain JavaScript of the servers of this folder, as `tsup.config.ts` does of the gateway. */
export const buildServers = (): Promise<void> =>
  build({
    entry: [join(import.meta.dirname, '*-process.ts')],
    config: false,
    format: 'esm',
    target: 'node20',
    outDir: BUILT,
    silent: true,
    splitting: false,
  })

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

/**
 * Starts what was built of `<name>-process.ts`, with options of Node from BENCH_NODE. Its stderr, where a gateway logs
 * each request, goes nowhere.
 */
export async function startServer(name: string, env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const child = fork(join(BUILT, `${name}-process.js`), {
    cwd: ROOT,
    env: { ...env, NODE_ENV: 'production' },
    execArgv: ['--expose-gc', ...(process.env['BENCH_NODE']?.split(' ') ?? [])],
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

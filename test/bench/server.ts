// A measured server in a separate process, as plain JavaScript; it reports its CPU time on request.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'tsup'
import type { Question } from './serve-bench.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Inside the checkout, so that the servers can resolve packages. */
const BUILT = join(ROOT, 'node_modules', '.cache', 'crm-bench')

/** Compiles this folder's servers to plain JavaScript, as `tsup.config.ts` does for the gateway. */
export const buildServers = (): Promise<void> =>
  build({
    entry: [join(import.meta.dirname, '*-process.ts')],
    config: false,
    format: 'esm',
    // Node 20: as the bundles.
    target: 'node20',
    outDir: BUILT,
    silent: true,
    splitting: false,
    // What the product needs is a development package, because its bundles hold it.
    skipNodeModulesBundle: true,
  })

export interface ServerProcess {
  port: number
  /** CPU time so far in microseconds, all threads. */
  cpuUs(): Promise<number>
  /** Memory in use now, including garbage not yet collected. */
  memoryBytes(): Promise<number>
  /** Memory in use after a garbage collection. */
  keptBytes(): Promise<number>
  close(): Promise<void>
}

/**
 * Starts the build of `<name>-process.ts`, with Node options from BENCH_NODE. Its stderr, where a gateway
 * logs each request, is discarded.
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

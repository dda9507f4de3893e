// The gateway as `npm start` runs it, but with rate limits too high to be reached.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '../../core/config.ts'
import { LIMITS } from '../../core/limits/limits.ts'
import type { startGateway } from '../../gateway/main.ts'
import { serveBench } from './serve-bench.ts'

const wide = { minute: 1e6, month: 1e9 }
const limits = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, wide])) as Record<
  keyof typeof LIMITS,
  typeof wide
>
const built = (await import(pathToFileURL(resolve('dist/modules/gateway.js')).href)) as {
  startGateway: typeof startGateway
}
const { core, port, close } = await built.startGateway({ ...readConfig(), port: 0 }, { limits })
// A gateway that has read its data is measured.
await core.services.intelligence.fullDataset()
process.once('SIGTERM', () => void close().then(() => process.exit()))
serveBench(port)

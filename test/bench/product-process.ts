// The gateway as `crm serve` runs it, but for one number: a minute in which nobody reaches their limit.
import { readConfig } from '../../core/config.ts'
import { openReadyCore } from '../../core/index.ts'
import { createLimiterOf } from '../../core/limits/limiter.ts'
import { LIMITS } from '../../core/limits/limits.ts'
import { createApp } from '../../gateway/app.ts'
import { createHttpServer, listen } from '../../gateway/http/server.ts'
import { createFittings, serverLog } from '../../gateway/main.ts'
import { serveBench } from './server-process.ts'

const config = readConfig()
const log = serverLog(config.logLevel)
const core = await openReadyCore(config, { log, resident: true })
// As the gateway does while nobody asks yet: the search index takes longer than the limiter waits for its database.
const { roleIndex, cityIndex } = await core.services.intelligence.whole()
await roleIndex()
cityIndex()
const { sql, clock } = core.services
const wide = { minute: 1e6, month: 1e9 }
const limits = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, wide])) as Record<
  keyof typeof LIMITS,
  typeof wide
>
const limiter = createLimiterOf(limits, { sql, clock, log })
const app = createApp({ ...core, services: { ...core.services, limiter } }, createFittings(core))
serveBench(await listen(createHttpServer(app), 0, '127.0.0.1'))

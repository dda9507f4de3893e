// Runs the gateway: opens the core, listens, and shuts down without dropping requests.
import { systemCodeOf, asCrmError, fail } from '../core/kernel/errors.ts'
import { setTimeout } from 'node:timers/promises'
import { type Config, serviceUrl } from '../core/config.ts'
import { type Core, type OpenOptions, openReadyCore, startAllWorkers } from '../core/index.ts'
import { checkPrices } from '../core/billing/operations.ts'
import { deliveryFigures } from '../core/webhooks/delivery-metrics.ts'
import { createApp } from './app.ts'
import { createCredentialThrottle, MAX_REFUSED } from './http/credential-throttle.ts'
import { serverLog } from './log.ts'
import { createReadiness } from './readiness.ts'
import { createHttpServer, drain, listen } from './http/server.ts'
import { createMetrics } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'
import type { Services } from '../core/kernel/context.ts'
import { given } from '../core/kernel/narrow.ts'
import { warmUp as warmUpSearch } from '../core/search/operations.ts'

export type Gateway = Awaited<ReturnType<typeof startGateway>>

const DRAIN_MS = 10_000
/** How long before the end of the drain open streams are ended. */
const STREAM_END_MS = 1_000

interface StartOptions {
  onProgress?: (sentence: string) => void
  workers?: boolean
  limits?: OpenOptions['limits']
}

const openGatewayCore = (
  config: Config,
  name: string,
  { onProgress, limits }: Pick<StartOptions, 'onProgress' | 'limits'>,
  telemetry: Telemetry | undefined,
): Promise<Core> =>
  openReadyCore(config, {
    log: serverLog(config.logLevel),
    name,
    resident: true,
    ...given({ onProgress, limits, statements: telemetry?.statements }),
  })

const telemetryOf = async ({ otlpEndpoint }: Config): Promise<Telemetry | undefined> =>
  otlpEndpoint ? (await import('./telemetry.ts')).openTelemetry() : undefined

/** Logs an error if Stripe's price differs from the shown one. Such a price is never charged. */
async function reportPrices({ services }: Core): Promise<void> {
  try {
    for (const mismatch of await checkPrices(services))
      services.log.error({ ...mismatch }, 'A price shown is not what Stripe has. It is not charged.')
  } catch (error) {
    services.log.warn({ error }, 'The prices could not be compared with Stripe.')
  }
}

export async function startGateway(config: Config, { workers = true, ...options }: StartOptions = {}) {
  const telemetry = await telemetryOf(config)
  const core = await openGatewayCore(config, 'crm gateway', options, telemetry)
  const closing = new AbortController()
  const { services } = core
  const { clock } = services
  const parts = {
    metrics: createMetrics({ clock, deliveries: () => deliveryFigures(services) }),
    throttle: createCredentialThrottle(clock, MAX_REFUSED),
    readiness: createReadiness(clock),
    closing: closing.signal,
    telemetry: telemetry?.request,
  }
  void reportPrices(core)
  const server = createHttpServer(createApp(core, parts))
  try {
    // Create the root key now, so that an unwritable folder fails the start and not the first sign-in.
    services.vault.deriveKey('session')
    const port = await listen(server, config.port, config.host)
    // Port 0 means any port. From here on the service's address contains the actual one.
    config.port = port
    const working = workers ? startAllWorkers(core) : null
    void warmUp(services)
    return {
      url: serviceUrl(config),
      port,
      core,
      /** Finishes open requests and closes everything. */
      async close(): Promise<void> {
        await setTimeout(parts.readiness.leave())
        const ending = setTimeout(DRAIN_MS - STREAM_END_MS, undefined, { ref: false })
        void ending.then(() => closing.abort())
        await Promise.all([drain(server, DRAIN_MS), working?.stop()])
        await core.close()
        await telemetry?.close()
      },
    }
  } catch (error) {
    await core.close()
    return refuseToListen(error, config)
  }
}

export async function startBackground(config: Config, options: Pick<StartOptions, 'onProgress'> = {}) {
  const telemetry = await telemetryOf(config)
  const core = await openGatewayCore(config, 'crm workers', options, telemetry)
  const working = startAllWorkers(core)
  return {
    async close(): Promise<void> {
      await working.stop()
      await core.close()
      await telemetry?.close()
    },
  }
}

function refuseToListen(error: unknown, { port, host }: Config): never {
  const code = systemCodeOf(error)
  const other = port === 8788 ? 8789 : 8788
  const hint = `Choose another: crm serve --port ${other}, or PORT=${other} npm start.`
  if (code === 'EADDRINUSE') fail('failed', { problem: `Port ${port} is taken.` }, { hint, cause: error })
  if (code === 'EACCES')
    fail('failed', { problem: `This user may not listen on port ${port}.` }, { cause: error })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    fail('failed', { problem: `HOST ${host} is not an address of this machine.` }, { cause: error })
  throw asCrmError(error)
}

/** Preloads the pay data and plans a search on each connection. Otherwise the first searches would take 10 ms longer. */
async function warmUp({ intelligence, log, sql, config }: Services): Promise<void> {
  try {
    const { words } = await intelligence.fullDataset()
    words.lexicon()
    // Concurrently, so that each runs on another connection.
    await Promise.all(Array.from({ length: config.poolSize }, () => warmUpSearch({ sql })))
  } catch (error) {
    log.debug({ error }, 'Not everything could be prepared ahead.')
  }
}

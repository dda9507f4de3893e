// A gateway in this process that dies like one of its own: at the moment of death its wires to Postgres and Stripe are cut
// for good, so that nothing it still does reaches anybody, and another begins over the same database.
import { connect } from '../../core/database/connect.ts'
import type { Config } from '../../core/config.ts'
import type { Clock } from '../../core/kernel/clock.ts'
import type { Address } from '../../core/database/embedded.ts'
import { freshDatabase } from '../database.ts'
import { coreOver, unlimited, type Replace, type TestCore } from '../harness.ts'
import { gatewayOver, type TestGateway } from '../gateway/harness.ts'
import { createTaps, toDatabase, toServer, type Moment, type Taps } from './tap.ts'

/** What a gateway that died still held (leases, claims of events) is free after this time. */
const LEASES_SECONDS = 100

export interface MortalGateway {
  /** The one that lives. */
  now(): TestGateway
  /** A core over the same database that never dies, to make users and sessions with. */
  keeper: TestCore
  /** How often one died. */
  deaths(): number
  /** Arms a death; returns a function that disarms it. */
  arm(moment: Moment): () => void
  /** Waits until one lives again. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** What such a gateway stands between. */
export interface Outside {
  clock: Clock
  pass(seconds: number): void
  /** The address of Stripe now. */
  stripe?(): string
  config: Partial<Config>
}

interface Life {
  gateway: TestGateway
  taps: Taps
}

async function begin(address: Address, outside: Outside, replace: Replace, die: () => void): Promise<Life> {
  const taps = createTaps(die)
  const { stripe, config } = outside
  const databasePort = await taps.open(() => toDatabase(address), 'write')
  const stripePort = stripe && (await taps.open(() => toServer(stripe()), 'stripe'))
  const url = `postgres://${address.user}@127.0.0.1:${databasePort}/${address.database}`
  const sql = connect({ at: url, poolSize: 4, name: 'mortal', deadlineMs: 6_000 })
  const close = () => sql.end({ timeout: 0 })
  const changes = { ...config, ...(stripePort && { stripeApiBase: `http://127.0.0.1:${stripePort}` }) }
  return { gateway: await gatewayOver(coreOver({ sql, url, address, close }, changes, replace)), taps }
}

/** Opens the first gateway over a fresh database. */
export async function openMortalGateway(outside: Outside): Promise<MortalGateway> {
  const database = await freshDatabase()
  let deaths = 0
  let shared: Partial<TestGateway['core']['services']> = {}
  const replace: Replace = (services) => ({ ...unlimited(services), clock: outside.clock, ...shared })

  const die = (): void => {
    const { gateway, taps } = life
    deaths += 1
    outside.pass(LEASES_SECONDS)
    taps.close()
    gateway.server.closeAllConnections()
    next = begin(database.address, outside, replace, die).then((begun) => {
      life = begun
    })
    void gateway.close().catch(() => {})
  }

  let life = await begin(database.address, outside, replace, die)
  let next: Promise<void> = Promise.resolve()
  shared = { intelligence: life.gateway.core.services.intelligence }
  return {
    keeper: coreOver(database, outside.config, replace),
    now: () => life.gateway,
    deaths: () => deaths,
    arm: (moment) => life.taps.arm(moment),
    async ready() {
      for (let known: Promise<void> | undefined; known !== next;) await (known = next)
    },
    async close() {
      await next
      await life.gateway.close()
      life.taps.close()
      await database.close()
    },
  }
}

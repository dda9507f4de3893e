// A gateway in this process that dies like one of its own: at the moment of death its wires to Postgres and Stripe are cut
// for good, so that nothing it still does reaches anybody, and another begins over the same database.
import { createStripe } from '../../core/billing/stripe.ts'
import { connect } from '../../core/database/connect.ts'
import type { Config } from '../../core/config.ts'
import type { Clock } from '../../core/kernel/clock.ts'
import type { Services } from '../../core/kernel/context.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { coreOver, unlimited, type Replace, type TestCore } from '../harness.ts'
import { gatewayOver, type TestGateway } from '../gateway/harness.ts'
import type { StripeStub } from '../stripe/server.ts'
import type { Moment } from './tap.ts'
import { createWires, type Wires } from './wires.ts'

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
  /** Runs work in the one that lives; undefined if it dies meanwhile. */
  within<T>(work: (services: Services) => Promise<T>): Promise<T | undefined>
  /** Waits until one lives again. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** What such a gateway stands between. */
export interface Outside {
  clock: Clock
  pass(seconds: number): void
  /** The Stripe of now. */
  stripe?(): StripeStub
  config: Partial<Config>
  /** The operations that it serves, since each takes a while to mount; all of them otherwise. */
  operations?: readonly Operation[]
}

interface Life {
  gateway: TestGateway
  wires: Wires
  /** Resolves at its death. */
  over: Promise<undefined>
}

async function begin(
  database: TestDatabase,
  outside: Outside,
  replace: Replace,
  die: () => void,
): Promise<Life> {
  let end = (_: undefined): void => {}
  const over = new Promise<undefined>((resolve) => (end = resolve))
  const wires = createWires(() => {
    end(undefined)
    die()
  })
  const { address, url } = database
  const socket = () => wires.database(address)
  const sql = connect({ at: address, poolSize: 4, name: 'mortal', deadlineMs: 6_000, socket })
  const close = () => sql.end({ timeout: 0 })
  const core = coreOver({ sql, url, address, close }, outside.config, (services) => ({
    ...(outside.stripe && { stripe: createStripe(services.config, wires.stripe(outside.stripe)) }),
    ...replace(services),
  }))
  return { gateway: await gatewayOver(core, outside.operations), wires, over }
}

/** Opens the first gateway over a fresh database. */
export async function openMortalGateway(outside: Outside): Promise<MortalGateway> {
  const database = await freshDatabase()
  // Gateways die here, never Postgres: nothing is learnt from waiting for its disk.
  const { sql, address } = database
  await sql`alter database ${sql(address.database)} set synchronous_commit = 'off'`
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${address.database} and pid <> pg_backend_pid()`
  let deaths = 0
  let shared: Partial<Services> = {}
  const replace: Replace = (services) => ({ ...unlimited(services), clock: outside.clock, ...shared })

  const die = (): void => {
    const { gateway, wires } = life
    deaths += 1
    outside.pass(LEASES_SECONDS)
    wires.cut()
    gateway.server.closeAllConnections()
    next = begin(database, outside, replace, die).then((begun) => {
      life = begun
    })
    void gateway.close().catch(() => {})
  }

  let life = await begin(database, outside, replace, die)
  let next: Promise<void> = Promise.resolve()
  shared = { intelligence: life.gateway.core.services.intelligence }
  return {
    keeper: coreOver(database, outside.config, replace),
    now: () => life.gateway,
    deaths: () => deaths,
    arm: (moment) => life.wires.arm(moment),
    within: (work) => {
      const { gateway, over } = life
      return Promise.race([work(gateway.core.services), over])
    },
    async ready() {
      for (let known: Promise<void> | undefined; known !== next;) await (known = next)
    },
    async close() {
      await next
      await life.gateway.close()
      life.wires.cut()
      await database.close()
    },
  }
}

// Identity's services over a separate database, with a clock the test moves and a limiter that never refuses.
import { UNDO_HANDLERS } from '../../../core/undo-handlers.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNotifier } from '../../../core/background/worker.ts'
import { createModels } from '../../../core/assistants/model.ts'
import { readConfig } from '../../../core/config.ts'
import { createStripe } from '../../../core/billing/stripe.ts'
import { createIntelligence } from '../../../core/intelligence/intelligence.ts'
import { identityServices } from '../../../core/startup.ts'
import { anonymous } from '../../../core/identity/principal.ts'
import { signIn, signUp } from '../../../core/identity/sign-in.ts'
import { authenticateSession } from '../../../core/identity/authenticate.ts'
import {
  neverAborts,
  type Context,
  type Limiter,
  type Principal,
  type Services,
  type LimitUsage,
} from '../../../core/kernel/context.ts'
import { CrmError } from '../../../core/kernel/errors.ts'
import { freshDatabase } from '../../database.ts'

const plenty = { limit: 60, remaining: 60, resetAt: '2100-01-01T00:00:00.000Z' }
const spent: LimitUsage = { minute: plenty, month: plenty }
const limiter: Limiter = {
  spend: async () => spent,
  peek: async () => spent,
  enter: async () => () => {},
  close: async () => {},
}

export interface IdentityCore {
  services: Services
  /** Another process over the same database, with its own cache, queue and keys. */
  replica(environment?: Record<string, string>): Services
  /** Advances the clock. */
  wait(ms: number): void
  logged: string[]
  close(): Promise<void>
}

export async function openIdentity(environment: Record<string, string> = {}): Promise<IdentityCore> {
  const database = await freshDatabase()
  const home = mkdtempSync(join(tmpdir(), 'crm-identity-'))
  const logged: string[] = []
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  const write = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }))
  const log = { debug: write, info: write, warn: write, error: write }
  const replica = (more: Record<string, string> = environment): Services => {
    const config = { ...readConfig({ CRM_HOME: home, ...more }), checkOutputs: true }
    const intelligence = createIntelligence({ resident: false })
    return {
      ...{ config, sql: database.sql, clock, log, limiter, intelligence, stripe: createStripe(config) },
      undoHandlers: UNDO_HANDLERS,
      notifier: createNotifier(),
      models: createModels(() => new Set()),
      ...identityServices(config, clock, log),
    }
  }
  return {
    services: replica(),
    replica,
    wait: (ms) => void (ahead += ms),
    logged,
    async close() {
      await database.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

let requests = 0

/** The context of one request. */
export const request = (services: Services, principal: Principal, more: Partial<Context> = {}): Context => ({
  ...services,
  principal,
  requestId: `req_${++requests}`,
  client: 'test',
  signal: neverAborts,
  operation: 'test',
  report: {},
  ...more,
})

let people = 0
export const anEmail = (): string => `person${++people}@example.com`
export const PASSWORD = 'violet staple 42'

/** A user who signed up, with their cookie. */
export async function aPerson(services: Services, email = anEmail()) {
  const ctx = request(services, anonymous(), { operation: 'auth.signup' })
  const { user } = await signUp(ctx, { email, password: PASSWORD })
  const cookie = ctx.report.session?.token ?? ''
  return { user, email, cookie, principal: await authenticateSession(services, cookie) }
}

/** Another sign-in of the same user. */
export async function signInAgain(services: Services, email: string): Promise<string> {
  const ctx = request(services, anonymous())
  await signIn(ctx, { email, password: PASSWORD })
  return ctx.report.session?.token ?? ''
}

/** The error code with which the promise rejects; `ok` if it resolves. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof CrmError) return error.code
    throw error
  }
}

export async function failureOf(work: Promise<unknown>): Promise<CrmError> {
  const error: unknown = await work.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof CrmError) return error
  throw error
}

// The context that every core function receives first: services, principal and call.
import type { Sql } from 'postgres'
import type { Clock } from './clock.ts'
import type { CredentialKind, LimitName, Tier } from './family.ts'
import type { Log } from './log.ts'
import type { Scope } from './scope.ts'
import { newId } from './id.ts'

/** The caller, authenticated or anonymous. Its scopes and its plan decide what it may do. */
export interface Principal {
  userId: string
  /** The administrator who acts for this user, if any. */
  actorId?: string | undefined
  tier: Tier
  /** The owner of a shared plan, whose quota the user's keys spend. */
  quotaOf?: string | null
  admin: boolean
  scopes: ReadonlySet<Scope>
  credential: { kind: CredentialKind; id: string | null; name: string | null; scope: string | null }
}

/** What remains of a limit after a call. Instants are ISO. */
interface Allowance {
  limit: number
  remaining: number
  resetAt: string
}

export interface LimitUsage {
  minute: Allowance
  month: Allowance
  refused?: { by: 'minute' | 'month' | 'storage'; retryAfterSeconds: number }
}

export interface Limiter {
  spend(limit: LimitName, subject: string): Promise<LimitUsage>
  peek(limit: LimitName, subject: string): Promise<LimitUsage>
  /** Opens a call that counts against an open-calls limit. Returns a function that ends it, or null above the limit. */
  enter(limit: LimitName, subject: string): Promise<(() => void) | null>
  /** Refuses further calls; called on shutdown. */
  close(): Promise<void>
}

/** Encrypts secrets that must be readable again; `owner` binds the ciphertext to its row. */
export interface Vault {
  seal(secret: string, owner: string): Buffer
  open(sealed: Buffer, owner: string): string
  deriveKey(purpose: string): Buffer
}

/** Cache of authenticated credentials, with a TTL of at most one second. */
export interface CredentialCache {
  getOrLoad<T>(key: string, find: () => Promise<T>): Promise<T>
  clear(): void
}

/** The slow password hash. Only a few run at a time, so that many sign-ins cannot use all of the CPU. Throws `busy`. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time for a null hash (no password), which never matches. */
  verify(hash: string | null, password: string): Promise<boolean>
}

export interface Notifier {
  notify(): void
  /** Calls `wake` after each notification in this process. Returns a function that unsubscribes. */
  subscribe(wake: () => void): () => void
}

/** The services, built once by `openCore`. A room above adds its own by augmenting this interface. */
export interface Services {
  sql: Sql
  clock: Clock
  log: Log
  notifier: Notifier
  limiter: Limiter
  vault: Vault
  credentials: CredentialCache
  passwords: Passwords
  /** Whether a value is valid input of an operation, checked without zod. Set only in the terminal. */
  accepts?: ((operation: string, input: unknown) => boolean) | undefined
}

/** The Idempotency-Key of a request, and the fingerprint of the request. */
export interface Idempotency {
  key: string
  fingerprint: Buffer
}

/** The caller's own model and API key, as received and not yet checked. crm never stores them. */
export interface OwnModel {
  provider?: string | undefined
  model?: string | undefined
  key?: string | undefined
}

/** A change to one row, with enough detail to describe and undo it. */
export interface Change {
  noun: string
  id: string
  /** The record as the API returns it, with fields for undo. Null if the record did not exist then. */
  before: unknown
  after: unknown
}

export interface Context extends Services {
  principal: Principal
  requestId: string
  /** For example `crm/0.1.0`, a user agent, or an MCP host. */
  client: string
  address?: string | undefined
  /** Aborted when the caller disconnects. Created on demand: creating one takes longer than most responses. */
  signal: () => AbortSignal
  operation: string
  idempotency?: Idempotency | undefined
  /** The id of an agent's task, which several calls can share. Absent for a person or another program. */
  agentSession?: string | undefined
  ownModel?: OwnModel | undefined
  /** Results that are not part of the output. The call fills them in, and the transport reads them. */
  report: {
    spent?: LimitUsage
    replayed?: boolean
    changeId?: string
    /** A session cookie to set, or null to clear it. Never part of a response body. */
    session?: { token: string; expiresAt: string } | null
  }
}

/** An abort signal that never fires, for work that has no client to disconnect. */
export const neverAborts = (): AbortSignal => new AbortController().signal

export const backgroundContext = (
  services: Services,
  principal: Principal,
  { operation, client = operation }: { operation: string; client?: string },
): Context => ({
  ...services,
  ...{ principal, requestId: newId(), client, signal: neverAborts, operation, report: {} },
})

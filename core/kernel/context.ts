// The context that every function of the core gets first: services, principal and call.
import type { Sql } from 'postgres'
import type { StripeClient } from '../billing/stripe.ts'
import type { Models } from '../assistants/model.ts'
import type { Config } from '../config.ts'
import type { Intelligence } from '../intelligence/intelligence.ts'
import type { Clock } from './clock.ts'
import type { CredentialKind, LimitName, Tier } from './family.ts'
import type { Log } from './log.ts'
import type { Scope } from './operation.ts'

/** Who asks, and what they may do. A bundle of scopes decides; nothing else does. */
export interface Principal {
  userId: string
  /** Who really acts, when an administrator does so for this user. */
  actorId?: string | undefined
  tier: Tier
  /** Whose quota a key spends, where several people share one. */
  quotaOf?: string | null
  admin: boolean
  scopes: ReadonlySet<Scope>
  credential: { kind: CredentialKind; id: string | null; name: string | null; scope: string | null }
}

/** What is left of a limit after a call. Instants are ISO. */
export interface Allowance {
  limit: number
  remaining: number
  resetAt: string
}

export interface Spent {
  minute: Allowance
  month: Allowance
  /** Set when the call is refused. */
  refused?: { by: 'minute' | 'month' | 'storage'; retryAfterSeconds: number }
}

export interface Limiter {
  /** Takes one call from the allowance that a user, or a key, has of a named limit. */
  spend(limit: LimitName, subject: string): Promise<Spent>
  /** Looks without spending. */
  peek(limit: LimitName, subject: string): Promise<Spent>
  /** Gives leased units back; called on shutdown. */
  close(): Promise<void>
}

/** Encrypts secrets that must be read again; `owner` ties the cipher text to its row. */
export interface Vault {
  seal(secret: string, owner: string): Buffer
  open(sealed: Buffer, owner: string): string
  /** A key for another purpose, derived from the same root. */
  deriveKey(purpose: string): Buffer
}

/** Verdicts on credentials, remembered for at most a second. */
export interface CredentialCache {
  /** The verdict kept under a key, else what `find` answers; a refusal it throws is not kept. */
  remember<T>(key: string, find: () => Promise<T>): Promise<T>
  /** Drops everything; called when a credential, tier or user changes here. */
  clear(): void
}

/** The slow hash, a few at a time, so that a flood of sign-ins cannot take the machine. Throws `busy`. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether they match; null, for an account without a password, costs the same and never does. */
  verify(hash: string | null, password: string): Promise<boolean>
}

/** What a session cookie issued elsewhere says, once its signature and its dates were checked. */
export interface ForeignSession {
  issuer: string
  /** A UUID: who the person is to the issuer. */
  subject: string
  email: string | null
  name: string | null
  /** The same for every spelling of one cookie. */
  sessionId: string
}

/** Who else may sign people in: the issuers named by AUTH_JWT_SECRET and AUTH_JWKS_URL. */
export interface Issuers {
  /** Throws `credential_invalid`, `credential_expired`, or `issuer_unavailable` when its keys cannot be had. */
  verify(cookie: string, now: number): Promise<ForeignSession>
}

/** Wakes background workers after a commit that leaves work for them. */
export interface Notifier {
  notify(): void
  /** Resolves once notifications to other processes are sent; awaited before a process exits. */
  flushed(): Promise<void>
  /** Calls back on every notification from any process, best effort; returns a function that unsubscribes. */
  subscribe(wake: () => void): () => Promise<void>
}

/** Built once by `openCore`. Tests replace one by a spread. */
export interface Services {
  config: Config
  sql: Sql
  clock: Clock
  log: Log
  notifier: Notifier
  limiter: Limiter
  vault: Vault
  credentials: CredentialCache
  passwords: Passwords
  issuers: Issuers
  /** The data behind answers about pay; nothing of it is read before it is asked for. */
  intelligence: Intelligence
  /** Payments; unavailable without a key, loaded when first used. */
  stripe: StripeClient
  /** The way to language models; the libraries behind it load when it is first used. */
  models: Models
  /** Accepts inputs of an operation without zod; only the terminal has it. */
  accepts?: ((operation: string, input: unknown) => boolean) | undefined
}

/** The Idempotency-Key of a request and what it must be used with. */
export interface Idempotency {
  key: string
  /** Hash of method, path and body. */
  fingerprint: Buffer
}

/** The model a caller names and pays for, as given: nothing of it was checked, and nothing of it is kept. */
export interface OwnModel {
  provider?: string | undefined
  model?: string | undefined
  key?: string | undefined
}

/** What happened to one row: enough to say it, and to reverse it. */
export interface Change {
  noun: string
  id: string
  /** The record as the API shows it, and what else undo needs; null when it did not exist, or no longer does. */
  before: unknown
  after: unknown
}

export interface Context extends Services {
  principal: Principal
  requestId: string
  /** `crm/0.1.0`, a user agent, an MCP host. */
  client: string
  /** Where the request came from; absent at the terminal. */
  address?: string | undefined
  /** Aborted when the caller disconnects. Created on demand: creating one takes longer than most responses. */
  signal: () => AbortSignal
  operation: string
  idempotency?: Idempotency | undefined
  /** Which model the caller brings, where one is asked. */
  ownModel?: OwnModel | undefined
  /** Filled while the call runs, read by the transport. */
  report: {
    spent?: Spent
    replayed?: boolean
    /** A cookie to set, or null: one to clear. Never part of an answer's body. */
    session?: { token: string; expiresAt: string } | null
  }
}

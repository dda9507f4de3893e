// Every error of the product: kinds map to HTTP, JSON-RPC and exit codes; the catalog holds codes and
// messages.
import { KINDS, type KindName } from './error-kinds.ts'

export { KINDS, type KindName }

/** Code → kind and message, whose `{slots}` `fail` fills in. A code of its own only where the message differs. */
export const CATALOG = {
  invalid_input: { kind: 'invalid', message: '{problems}' },
  malformed_json: { kind: 'invalid', message: 'The request body is not valid JSON.' },
  malformed_request: { kind: 'invalid', message: '{problem}' },
  invalid_cursor: { kind: 'invalid', message: 'The cursor is not one of this list. Start again without it.' },
  cursor_expired: {
    kind: 'expired',
    message:
      'The cursor is older than {days} days, or the database was restored since. Start again without it.',
  },
  unpacking_refused: { kind: 'unprocessable', message: '{name} is not unpacked: {reason}.' },
  wrong_charset: { kind: 'media', message: 'Send the body as JSON in UTF-8.' },
  wrong_media_type: { kind: 'media', message: 'Send the body as application/json.' },
  record_changed: {
    kind: 'precondition',
    message: 'The {noun} {id} was changed at {updatedAt}, so nothing was done. Read it again first.',
  },
  body_too_large: { kind: 'too_large', message: 'The request body is over {limit}.' },
  headers_too_large: { kind: 'headers', message: 'The request headers are over 16 KiB.' },
  request_timeout: { kind: 'timeout', message: 'The request did not arrive in time.' },

  credential_missing: { kind: 'unauthenticated', message: 'Send a credential: {how}.' },
  credential_invalid: { kind: 'unauthenticated', message: 'The {what} is not valid.' },
  credential_mistyped: {
    kind: 'unauthenticated',
    message: 'The {what} has a typing error: its checksum does not match. Copy it again.',
  },
  credential_revoked: { kind: 'forbidden', message: 'The {what} was revoked.' },
  credential_expired: { kind: 'unauthenticated', message: 'The {what} has expired.' },
  sign_in_failed: { kind: 'unauthenticated', message: 'The e-mail address or the password is wrong.' },
  link_used: {
    kind: 'unauthenticated',
    message: 'This link is good once, for five minutes, and is over. Make another: crm settings',
  },
  invalid_client: { kind: 'unauthenticated', message: '{problem}' },
  invalid_grant: { kind: 'invalid', message: '{problem}' },
  invalid_request: { kind: 'invalid', message: '{problem}' },
  invalid_scope: { kind: 'invalid', message: '{problem}' },
  invalid_target: { kind: 'invalid', message: '{problem}' },
  invalid_redirect_uri: { kind: 'invalid', message: '{problem}' },
  invalid_client_metadata: { kind: 'invalid', message: '{problem}' },
  unsupported_grant_type: { kind: 'invalid', message: '{problem}' },
  scope_missing: { kind: 'forbidden', message: 'This credential may not do that: it lacks {scope}.' },
  plan_required: { kind: 'forbidden', message: 'This needs the {plan} plan; yours is {tier}.' },
  cross_site: { kind: 'forbidden', message: 'Writes with a session cookie must come from this site.' },
  foreign_host: {
    kind: 'forbidden',
    message:
      'This server is not known under that name. If it is one of its names, set PUBLIC_URL to its address.',
  },
  admin_required: { kind: 'forbidden', message: 'Only an administrator may do that.' },

  route_not_found: { kind: 'not_found', message: 'There is nothing at {path}. /docs lists the routes.' },
  method_not_allowed: { kind: 'method', message: '{method} is not allowed here. Allowed: {allowed}.' },
  job_not_found: { kind: 'not_found', message: 'There is no job {id}.' },
  job_posting_not_found: { kind: 'not_found', message: 'No posting is kept with job {id}.' },
  contact_not_found: { kind: 'not_found', message: 'There is no contact {id}.' },
  activity_not_found: { kind: 'not_found', message: 'There is no activity {id}.' },
  event_not_found: { kind: 'not_found', message: 'There is no calendar event {id}.' },
  offer_not_found: { kind: 'not_found', message: 'There is no offer {id}.' },
  account_not_found: { kind: 'not_found', message: 'There is no mail account {id}.' },
  mail_folder_not_found: { kind: 'not_found', message: 'The server has no folder {folder}.' },
  mail_sign_in_refused: {
    kind: 'unauthenticated',
    message:
      'The server refuses the user name or password. Some services want an app password, made in their security settings.',
  },
  mail_unreachable: { kind: 'unavailable', message: 'The mail server {host} cannot be reached ({cause}).' },
  proposal_not_found: { kind: 'not_found', message: 'There is no proposal {id}.' },
  proposal_decided: {
    kind: 'conflict',
    message: 'The proposal {id} is accepted already: undo that change instead.',
  },
  proposal_incomplete: {
    kind: 'invalid',
    message: 'The message leaves something open. Name the {missing}.',
  },
  webhook_not_found: { kind: 'not_found', message: 'There is no webhook {id}.' },
  feed_not_found: { kind: 'not_found', message: 'You have no calendar feed.' },
  delivery_not_found: { kind: 'not_found', message: 'There is no delivery {id}.' },
  import_refused: { kind: 'invalid', message: '{file} is not imported: {problem}.' },
  import_overtaken: {
    kind: 'conflict',
    message: 'Another import was finished first, so nothing was changed. Run it again.',
  },
  imports_outdated: {
    kind: 'unavailable',
    message: 'The imports in use were compiled for another version of crm. Run: crm db migrate',
  },
  import_not_found: { kind: 'not_found', message: 'There is no import {id}.' },
  role_not_found: { kind: 'not_found', message: 'There is no role “{text}”.' },
  city_not_found: { kind: 'not_found', message: 'There is no city “{text}”.' },
  pay_not_found: { kind: 'not_found', message: '{reason}' },
  pay_file_damaged: {
    kind: 'internal',
    message: 'The pay file {file} is damaged: {reason}. Install crm again, or run: npm run build',
  },
  data_point_not_found: { kind: 'not_found', message: 'There is no data point “{id}”.' },
  company_not_found: { kind: 'not_found', message: 'There is no levelling framework for “{text}”.' },
  level_not_found: { kind: 'not_found', message: '{company} has no level “{text}”.' },
  skill_not_found: { kind: 'not_found', message: 'There is no skill “{text}”.' },
  report_not_found: { kind: 'not_found', message: 'There is no report for {year}.' },
  watch_not_found: { kind: 'not_found', message: 'You watch no board {id}.' },
  posting_not_found: { kind: 'not_found', message: 'There is no watched posting {id}.' },
  board_not_found: { kind: 'not_found', message: 'No board was found for “{text}”: {reason}' },
  suggestion_not_found: { kind: 'not_found', message: 'There is no suggestion {id}.' },
  change_not_found: { kind: 'not_found', message: 'There is no change {id}.' },
  nothing_to_undo: { kind: 'not_found', message: 'There is no change to undo.' },
  token_not_found: { kind: 'not_found', message: 'There is no token {id}.' },
  grant_not_found: { kind: 'not_found', message: 'There is no grant {id}.' },
  key_not_found: { kind: 'not_found', message: 'There is no intelligence key {id}.' },
  seat_not_found: { kind: 'not_found', message: 'There is no seat {id}.' },
  user_not_found: { kind: 'not_found', message: 'There is no user {id}.' },

  job_exists: {
    kind: 'conflict',
    message: 'This posting is already tracked as job {id} ({company}, {role}).',
  },
  application_date_late: {
    kind: 'invalid',
    message: 'The application cannot be dated {at}, because the job already had a later status then.',
  },
  watch_exists: { kind: 'conflict', message: 'You already watch {board} ({id}).' },
  watches_full: {
    kind: 'conflict',
    message: 'You already watch {limit} boards, the maximum. Remove one first.',
  },
  posting_accepted: {
    kind: 'conflict',
    message: 'The posting {id} became job {jobId}. Delete the job, or undo, to dismiss it.',
  },
  change_undone: {
    kind: 'conflict',
    message: 'Change {id} was already undone by {by}. Undo {by} to apply it again.',
  },
  change_kept: { kind: 'conflict', message: 'Changes made by {operation} cannot be undone.' },
  restore_kept: {
    kind: 'conflict',
    message:
      'The last change restored a backup, at {at}, and cannot be undone. Restore another backup, or undo an earlier change by its id.',
  },
  nothing_undone: { kind: 'conflict', message: 'Nothing could be undone: {reasons}.' },
  too_many_changes: {
    kind: 'conflict',
    message: 'That is more than {most} changes. Choose a later time.',
  },
  webhooks_full: {
    kind: 'conflict',
    message: 'You already have {limit} webhooks, the maximum. Remove one first.',
  },
  replay_too_large: {
    kind: 'conflict',
    message: 'There are more than {limit} events in that period. Replay a shorter one.',
  },
  email_taken: { kind: 'conflict', message: 'An account with this e-mail address already exists.' },
  credentials_full: {
    kind: 'conflict',
    message: 'You already have {limit} active {what}s. Revoke one that is no longer used.',
  },
  seats_full: {
    kind: 'conflict',
    message: 'All {limit} seats are in use. Revoke one first.',
  },
  seat_taken: { kind: 'conflict', message: '{email} already has one of your seats.' },
  seat_held: { kind: 'conflict', message: 'You already have a seat. Leave it first.' },
  seat_shared: { kind: 'conflict', message: 'You cannot share a plan that you use through a seat.' },
  invitation_invalid: {
    kind: 'invalid',
    message:
      'This invitation is not valid: it was mistyped, has expired after 14 days, was revoked, or was already used.',
  },
  idempotency_mismatch: {
    kind: 'conflict',
    message: 'This Idempotency-Key was used before with a different request.',
  },
  idempotency_running: {
    kind: 'conflict',
    message: 'A request with this Idempotency-Key is still running. Try again in a moment.',
  },

  billing_unavailable: {
    kind: 'unavailable',
    message: 'Billing is not set up on this server: its operator has to set {variable}.',
  },
  billing_busy: {
    kind: 'unavailable',
    message: 'Another change to your billing is in progress. Try again in a moment.',
  },
  stripe_failed: { kind: 'processor', message: 'The payment processor could not do that: {reason}' },
  stripe_signature_invalid: { kind: 'invalid', message: 'The Stripe-Signature does not match this body.' },
  price_missing: {
    kind: 'processor',
    message: 'The price of {plan} is not configured on this server: its operator has to set {variable}.',
  },
  price_unconfirmed: {
    kind: 'unavailable',
    message:
      'The price of {plan} is not what Stripe has, so it is not charged: its operator has to correct {variable}.',
  },
  payment_failed: { kind: 'payment', message: 'The payment failed: {reason}' },
  purchase_interrupted: {
    kind: 'processor',
    message:
      'The payment processor failed during this purchase. It is finished later and charged at most once.',
  },
  authentication_needed: {
    kind: 'payment',
    message:
      'Your bank requires authentication. Complete it at {url} and try again; you are charged only once.',
  },
  purchase_lapsed: {
    kind: 'payment',
    message:
      'This purchase was interrupted a day ago and is not charged any more. Buy it again if you want it.',
  },
  authentication_lapsed: {
    kind: 'payment',
    message: 'The bank’s authentication was not completed. Nothing was charged.',
  },
  card_declined: { kind: 'declined', message: 'The payment processor refused the card: {reason}' },
  card_missing: { kind: 'payment', message: 'There is no card on file to charge.' },
  payment_method_unknown: { kind: 'invalid', message: 'The payment processor has no payment method {id}.' },
  coupon_unknown: { kind: 'invalid', message: 'The coupon {id} is not valid.' },
  subscription_exists: { kind: 'conflict', message: 'You already have an active subscription ({plan}).' },
  subscription_not_found: { kind: 'not_found', message: 'You have no active subscription.' },
  plan_unchanged: { kind: 'invalid', message: 'You are already on {plan}.' },
  cancellation_missing: { kind: 'invalid', message: 'Your subscription is not scheduled for cancellation.' },
  invoice_not_found: { kind: 'not_found', message: 'There is no paid invoice{which} to refund.' },
  invoice_not_paid: {
    kind: 'invalid',
    message: 'Invoice {id} is {status}, so there is nothing to refund.',
  },
  invoice_refunded: { kind: 'conflict', message: 'Invoice {id} was already refunded.' },
  item_needs_plan: { kind: 'invalid', message: 'This is for Pro and Ultra subscribers; you are on {tier}.' },
  purchase_not_found: { kind: 'not_found', message: 'There is no purchase {id}.' },
  customer_missing: { kind: 'not_found', message: 'You have no billing account yet: subscribe first.' },

  rate_limited: {
    kind: 'limited',
    message: 'Too many requests: {limit} per minute. Try again in {seconds} s.',
  },
  too_many_at_once: {
    kind: 'limited',
    message: 'Too many of these are open at once. Try again when one has ended.',
  },
  quota_exhausted: { kind: 'limited', message: 'The monthly quota of {limit} requests is used up.' },
  strangers_limited: {
    kind: 'limited',
    message: 'Too many invalid credentials from this address. Try again in {seconds} s.',
  },
  guesses_limited: { kind: 'limited', message: 'Too many failed sign-ins. Try again in {seconds} s.' },
  issuer_unavailable: {
    kind: 'unavailable',
    message: 'The sign-in service that issued this session does not answer.',
  },
  busy: { kind: 'unavailable', message: 'The server is busy. Try again in a moment.' },

  posting_unread: {
    kind: 'invalid',
    message: 'The page does not name the {what}, so nothing is saved.',
  },
  page_unreachable: { kind: 'invalid', message: 'The address cannot be fetched.' },
  board_unreadable: { kind: 'page', message: 'The board was not read: {reason}' },
  page_failed: { kind: 'page', message: '{reason}' },
  ai_key_required: {
    kind: 'unpaid',
    message: 'This needs an AI model: send your provider’s key in X-User-API-Key, or buy AI budget.',
  },
  item_not_made: {
    kind: 'unavailable',
    message: 'The AI service is temporarily unavailable, so this could not be made. Nothing was charged.',
  },
  ai_busy: {
    kind: 'unavailable',
    message: 'Too many calls to this provider are open here. Try again in a moment.',
  },
  ai_unavailable: { kind: 'unavailable', message: 'The service has no AI model of its own at the moment.' },
  ai_provider_failed: { kind: 'provider', message: '{provider} could not answer: {reason}.' },
  ai_answer_unusable: {
    kind: 'provider',
    message: '{provider} answered, but not in a form that can be used: {reason}.',
  },
  ai_timeout: { kind: 'provider_late', message: '{provider} did not answer within {seconds} s.' },

  database_unavailable: { kind: 'unavailable', message: '{reason}' },
  database_newer: {
    kind: 'unavailable',
    message: 'The database was created by {writer} (schema {found}, this one knows {known}). Update crm.',
  },
  server_unreachable: { kind: 'unavailable', message: 'The server at {host} did not answer: {reason}.' },
  internal: {
    kind: 'internal',
    message: 'Something went wrong on our side. Look up the request id in the log.',
  },

  usage: { kind: 'usage', message: '{problem}' },
  confirmation_needed: {
    kind: 'usage',
    message: '{action} needs confirmation: pass --yes, or --dry-run to preview it.',
  },
  ambiguous: { kind: 'usage', message: '“{text}” could be any of {count}:\n{candidates}' },
  failed: { kind: 'internal', message: '{problem}' },
} as const satisfies Record<string, { kind: KindName; message: string }>

export type ErrorCode = keyof typeof CATALOG

type SlotNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never

type Slots<Code extends ErrorCode> = Record<SlotNames<(typeof CATALOG)[Code]['message']>, string | number>

export interface Issue {
  path: string
  message: string
}

interface Extras {
  hint?: string | undefined
  /** The underlying error; logged, never sent to a client. */
  cause?: unknown
  /** Whole seconds until a retry may succeed. */
  retryAfterSeconds?: number | undefined
  issues?: Issue[] | undefined
  /** The HTTP status of the upstream provider, when it refused the request. */
  providerStatus?: number | undefined
  /** The request id at a remote gateway, for finding the failure in that gateway's log. */
  requestId?: string | undefined
  /** What a client acts on, beside the code: the record that is already there, the candidates of a reference. */
  details?: Record<string, unknown> | undefined
}

/** The only error whose message is shown to users. Anything else that is thrown becomes `internal`. */
export class CrmError extends Error {
  override readonly name = 'CrmError'
  readonly code: ErrorCode
  readonly kind: KindName
  readonly hint: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly issues: Issue[]
  readonly providerStatus: number | undefined
  readonly requestId: string | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause })
    this.code = code
    this.kind = CATALOG[code].kind
    this.hint = extras.hint
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.issues = extras.issues ?? []
    this.providerStatus = extras.providerStatus
    this.requestId = extras.requestId
    this.details = extras.details
  }
}

/** A missing slot of the message is a compile error. */
export function problem<Code extends ErrorCode>(
  code: Code,
  slots: Slots<Code>,
  extras: Extras = {},
): CrmError {
  const values: Record<string, string | number> = slots
  const message = CATALOG[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  return new CrmError(code, message, extras)
}

/** Throws `problem(…)`. */
export function fail<Code extends ErrorCode>(code: Code, slots: Slots<Code>, extras: Extras = {}): never {
  throw problem(code, slots, extras)
}

/** Also recognises errors from the other bundle, which has its own copy of the class. */
export const isCrmError = (thrown: unknown): thrown is CrmError =>
  thrown instanceof CrmError || (thrown instanceof Error && thrown.name === 'CrmError' && 'kind' in thrown)

/** An unknown value becomes a generic `internal`, with its cause kept for the log. */
export function asCrmError(thrown: unknown): CrmError {
  return isCrmError(thrown) ? thrown : problem('internal', {}, { cause: thrown })
}

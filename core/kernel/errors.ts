// Every error of the product. A kind gives the HTTP status, JSON-RPC code and exit code; the catalog gives the messages.
import { must, entriesOf, keysOf, recordBy, recordOf } from './narrow.ts'

interface Kind {
  http: number
  /** Code in the `{error, code}` answers of most HTTP routes, and in the terminal's JSON. */
  wire: string
  rpc: number
  exit: number
}

/** The kinds of errors, by what a client can do about them, with their codes in each transport. */
export const KINDS = {
  usage: { http: 400, wire: 'USAGE', rpc: -32602, exit: 2 },
  invalid: { http: 400, wire: 'VALIDATION_ERROR', rpc: -32602, exit: 5 },
  unpaid: { http: 402, wire: 'AI_KEY_REQUIRED', rpc: -32002, exit: 4 },
  unauthenticated: { http: 401, wire: 'UNAUTHORIZED', rpc: -32001, exit: 4 },
  payment: { http: 402, wire: 'PAYMENT_REQUIRED', rpc: -32012, exit: 5 },
  forbidden: { http: 403, wire: 'FORBIDDEN', rpc: -32003, exit: 4 },
  not_found: { http: 404, wire: 'NOT_FOUND', rpc: -32004, exit: 3 },
  method: { http: 405, wire: 'METHOD_NOT_ALLOWED', rpc: -32601, exit: 2 },
  timeout: { http: 408, wire: 'TIMEOUT', rpc: -32008, exit: 6 },
  conflict: { http: 409, wire: 'CONFLICT', rpc: -32009, exit: 5 },
  expired: { http: 410, wire: 'CURSOR_EXPIRED', rpc: -32011, exit: 5 },
  precondition: { http: 412, wire: 'PRECONDITION_FAILED', rpc: -32010, exit: 5 },
  too_large: { http: 413, wire: 'PAYLOAD_TOO_LARGE', rpc: -32602, exit: 5 },
  media: { http: 415, wire: 'UNSUPPORTED_MEDIA_TYPE', rpc: -32602, exit: 5 },
  headers: { http: 431, wire: 'HEADERS_TOO_LARGE', rpc: -32602, exit: 5 },
  unprocessable: { http: 422, wire: 'UNPROCESSABLE', rpc: -32602, exit: 5 },
  limited: { http: 429, wire: 'RATE_LIMITED', rpc: -32029, exit: 7 },
  internal: { http: 500, wire: 'INTERNAL_ERROR', rpc: -32603, exit: 1 },
  processor: { http: 500, wire: 'PROCESSOR_ERROR', rpc: -32055, exit: 6 },
  declined: { http: 500, wire: 'CARD_DECLINED', rpc: -32012, exit: 5 },
  page: { http: 502, wire: 'FETCH_FAILED', rpc: -32053, exit: 6 },
  provider: { http: 502, wire: 'AI_PROVIDER_ERROR', rpc: -32052, exit: 6 },
  unavailable: { http: 503, wire: 'UNAVAILABLE', rpc: -32053, exit: 6 },
  provider_late: { http: 504, wire: 'AI_TIMEOUT', rpc: -32054, exit: 6 },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS

/**
 * The messages of each kind by code; `fail` fills in the `{slots}`. Add a code only for a message that no existing code can give.
 * OAuth codes are exempt, because the protocol prescribes them.
 */
const MESSAGES = {
  usage: {
    usage: '{problem}',
    confirmation_needed: '{action} needs confirmation: pass --yes, or --dry-run to preview it.',
    ambiguous: '“{text}” could be any of {count}:\n{candidates}',
  },
  invalid: {
    invalid_input: '{problems}',
    malformed_json: 'The request body is not valid JSON.',
    malformed_request: '{problem}',
    invalid_cursor: 'The cursor does not belong to this list. Start again without it.',
    invalid_grant: '{problem}',
    invalid_request: '{problem}',
    invalid_scope: '{problem}',
    invalid_target: '{problem}',
    invalid_redirect_uri: '{problem}',
    invalid_client_metadata: '{problem}',
    unsupported_grant_type: '{problem}',
    proposal_incomplete:
      'The e-mail does not say which {missing} it is about. Name the {missing} to accept the proposal.',
    import_refused: '{file} was not imported: {problem}.',
    application_date_late: 'You cannot have applied on {at}: the job was already past “applied” by then.',
    invitation_invalid:
      'This invitation is not valid: it was mistyped, is older than 14 days, was revoked, was already used, or is your own.',
    stripe_signature_invalid: 'The Stripe-Signature does not match this body.',
    payment_method_unknown: 'The payment processor has no payment method {id}.',
    coupon_unknown: 'The coupon {id} is not valid.',
    plan_unchanged: 'You are already on {plan}.',
    cancellation_missing: 'Your subscription is not scheduled for cancellation.',
    invoice_not_paid: 'Invoice {id} is {status}, so there is nothing to refund.',
    item_needs_plan: 'Only Pro and Ultra subscribers can buy this. Your plan is {tier}.',
    posting_unread: 'The posting does not name the {what}, so nothing was saved.',
    page_unreachable: 'The address cannot be fetched. Check it, or give the text of the page.',
  },
  unpaid: {
    ai_key_required: 'This needs an AI model: send your provider’s key in X-User-API-Key, or buy AI budget.',
  },
  unauthenticated: {
    credential_missing: 'Send a credential: {how}.',
    credential_invalid: 'The {what} is not valid.',
    credential_mistyped: 'The {what} has a typing error: its checksum does not match. Copy it again.',
    credential_expired: 'The {what} has expired.',
    sign_in_failed: 'The e-mail address or the password is wrong.',
    link_used:
      'This link is incomplete, was used already, or is older than five minutes. Make another: crm settings',
    invalid_client: '{problem}',
    mail_sign_in_refused:
      'The mail server refuses the user name or password. Some services require an app password: create one in their security settings.',
  },
  payment: {
    payment_failed: 'The payment failed: {reason}',
    authentication_needed:
      'Your bank requires authentication. Complete it at {url} and try again; you are charged only once.',
    purchase_lapsed:
      'This purchase was interrupted over a day ago, so it will not be charged. Buy it again if you still want it.',
    authentication_lapsed: 'The bank’s authentication was not completed. Nothing was charged.',
    card_missing: 'There is no card on file to charge.',
  },
  forbidden: {
    credential_revoked: 'The {what} was revoked.',
    scope_missing: 'This credential may not do that: it lacks {scope}.',
    plan_required: 'This needs the {plan} plan; yours is {tier}.',
    cross_site: 'This request came with a session cookie, but not from a page of this server.',
    foreign_host:
      'The request is addressed to a host that this server does not know. If this server should answer at that host, set PUBLIC_URL to its address.',
  },
  not_found: {
    route_not_found: 'There is nothing at {path}. /docs lists the routes.',
    job_not_found: 'There is no job {id}.',
    job_posting_not_found: 'No posting text is saved with job {id}.',
    contact_not_found: 'There is no contact {id}.',
    activity_not_found: 'There is no activity {id}.',
    event_not_found: 'There is no calendar event {id}.',
    offer_not_found: 'There is no offer {id}.',
    account_not_found: 'There is no mail account {id}.',
    mail_folder_not_found: 'The server has no folder {folder}.',
    proposal_not_found: 'There is no proposal {id}.',
    webhook_not_found: 'There is no webhook {id}.',
    feed_not_found: 'You have no calendar feed.',
    delivery_not_found: 'There is no delivery {id}.',
    import_not_found: 'There is no import {id}.',
    role_not_found: 'There is no role “{text}”.',
    city_not_found: 'There is no city “{text}”.',
    pay_not_found: '{reason}',
    data_point_not_found: 'There is no data point “{id}”.',
    company_not_found: 'No levels are known for a company “{text}”.',
    level_not_found: '{company} has no level “{text}”.',
    skill_not_found: 'There is no skill “{text}”.',
    report_not_found: 'There is no report for {year}.',
    watch_not_found: 'There is no watched board {id}.',
    posting_not_found: 'There is no posting {id} from your watched boards.',
    board_not_found: 'No job board was found for “{text}”: {reason}',
    suggestion_not_found: 'There is no suggestion {id}.',
    change_not_found: 'There is no change {id}.',
    nothing_to_undo: 'There is no change to undo.',
    token_not_found: 'There is no token {id}.',
    grant_not_found: 'There is no grant {id}.',
    key_not_found: 'There is no intelligence key {id}.',
    seat_not_found: 'There is no seat {id}.',
    user_not_found: 'There is no user {id}.',
    subscription_not_found: 'You have no active subscription.',
    invoice_not_found: 'There is no paid invoice{which} to refund.',
    purchase_not_found: 'There is no purchase {id}.',
    customer_missing: 'You have no billing account yet: subscribe first.',
  },
  method: {
    method_not_allowed: '{method} is not allowed here. Allowed: {allowed}.',
  },
  timeout: {
    request_timeout: 'The request did not arrive in time.',
  },
  conflict: {
    proposal_decided:
      'Proposal {id} was already accepted, so it cannot be rejected. To take it back, undo the change it made.',
    import_overtaken: 'Another import was finished first, so yours changed nothing. Run yours again.',
    job_exists: 'This posting is already tracked as job {id} ({company}, {role}).',
    watch_exists: 'You already watch {board} ({id}).',
    watches_full: 'You already watch {limit} boards, the maximum. Remove one first.',
    posting_accepted:
      'Posting {id} was already added as job {jobId}. To dismiss the posting, first delete that job, or undo adding it.',
    change_undone: 'Change {id} was already undone, by change {by}. Undo {by} to apply it again.',
    change_kept: 'Changes made by {operation} cannot be undone.',
    restore_kept:
      'The last change restored a backup, at {at}, and cannot be undone. Restore another backup, or undo an earlier change by its id.',
    nothing_undone: 'Nothing could be undone: {reasons}.',
    too_many_changes: 'More than {most} changes were made since that time. Choose a later start time.',
    webhooks_full: 'You already have {limit} webhooks, the maximum. Remove one first.',
    replay_too_large: 'There are more than {limit} events in that period. Replay a shorter one.',
    email_taken: 'An account with this e-mail address already exists.',
    credentials_full: 'You already have {limit} active {what}s. Revoke one that is no longer used.',
    seats_full: 'All {limit} seats are in use. Revoke one first.',
    seat_taken: '{email} already has one of your seats.',
    seat_held: 'You already have a seat. Leave it first.',
    seat_shared: 'You cannot share this plan: another account pays for it and gave you a seat.',
    idempotency_mismatch: 'This Idempotency-Key was used before with a different request.',
    idempotency_running: 'A request with this Idempotency-Key is still running. Try again in a moment.',
    subscription_exists: 'You already have an active subscription ({plan}).',
    invoice_refunded: 'Invoice {id} was already refunded.',
  },
  expired: {
    cursor_expired:
      'The cursor is older than {days} days, or the database was restored since. Start again without it.',
  },
  precondition: {
    record_changed: 'The {noun} {id} was changed at {updatedAt}, so nothing was done. Read it again first.',
  },
  too_large: {
    body_too_large: 'The request body is over {limit}.',
  },
  media: {
    wrong_charset: 'Send the body as JSON in UTF-8.',
    wrong_media_type: 'Send the body as application/json.',
  },
  headers: {
    headers_too_large: 'The request headers are over 16 KiB.',
  },
  unprocessable: {
    unpacking_refused: '{name} cannot be unpacked: {reason}.',
  },
  limited: {
    rate_limited: 'Too many requests: {limit} per minute. Try again in {seconds} s.',
    too_many_at_once: 'You have too many of these requests open at once. Try again when one has finished.',
    quota_exhausted: 'The monthly quota of {limit} requests is used up.',
    strangers_limited: 'Too many invalid credentials from this IP address. Try again in {seconds} s.',
    guesses_limited: 'Too many failed sign-ins. Try again in {seconds} s.',
  },
  internal: {
    pay_file_damaged: 'The pay file {file} is damaged: {reason}. Install crm again, or run: npm run build',
    internal: 'Something went wrong inside crm. Its log has the cause.',
    failed: '{problem}',
  },
  processor: {
    stripe_failed: 'The payment processor could not do that: {reason}',
    price_missing:
      'The price of {plan} is not configured on this server: its operator has to set {variable}.',
    purchase_interrupted:
      'The payment processor failed during this purchase. crm finishes it later and charges you at most once.',
  },
  declined: {
    card_declined: 'The payment processor refused the card: {reason}',
  },
  page: {
    board_unreadable: 'The board could not be read: {reason}',
    page_failed: '{reason}',
  },
  provider: {
    ai_provider_failed: '{provider} could not answer: {reason}.',
    ai_answer_unusable: '{provider} sent an answer that crm cannot use: {reason}.',
  },
  unavailable: {
    mail_unreachable: 'The mail server {host} cannot be reached: {reason}.',
    imports_outdated: 'The imported pay data were compiled for another version of crm. Run: crm db migrate',
    billing_unavailable: 'Billing is not set up on this server: its operator has to set {variable}.',
    billing_busy: 'Another change to your billing is in progress. Try again in a moment.',
    price_unconfirmed:
      'Stripe does not confirm the shown price of {plan}, so nothing is charged. The operator has to correct {variable}.',
    issuer_unavailable: 'The sign-in service that issued this session does not answer.',
    busy: 'The server is busy. Try again in a moment.',
    item_not_made:
      'The AI service is temporarily unavailable, so this could not be made. Nothing was charged.',
    ai_busy: 'Too many calls to this AI provider are running. Try again in a moment.',
    ai_unavailable: 'This server has no AI model of its own at the moment.',
    database_unavailable: '{reason}',
    database_newer:
      'The database is newer than this crm. {writer} wrote its schema {found}; this crm only knows schemas up to {known}. Update crm.',
    server_unreachable: 'The server at {host} did not answer: {reason}.',
  },
  provider_late: {
    ai_timeout: '{provider} did not answer within {seconds} s.',
  },
} as const satisfies Partial<Record<KindName, Readonly<Record<string, string>>>>

type Messages = typeof MESSAGES

export type ErrorCode = { [K in keyof Messages]: keyof Messages[K] }[keyof Messages]

type MessageOf<Code extends ErrorCode> = {
  [K in keyof Messages]: Messages[K] extends Readonly<Record<Code, infer Message>> ? Message : never
}[keyof Messages]

const CODES = entriesOf(MESSAGES).flatMap(([, messages]): ErrorCode[] => keysOf(messages))
const ENTRY_OF = new Map(
  entriesOf(MESSAGES).flatMap(([kind, messages]) =>
    Object.entries(messages).map(([code, message]) => [code, { kind, message }]),
  ),
)

export const CATALOG: Record<ErrorCode, { kind: KindName; message: string }> = recordBy(CODES, (code) =>
  must(ENTRY_OF.get(code)),
)

type SlotNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never

type Slots<Code extends ErrorCode> = Record<SlotNames<MessageOf<Code>>, string | number>

export interface Issue {
  path: string
  message: string
}

interface Extras {
  hint?: string | undefined
  /** The underlying error; logged, never sent to a client. */
  cause?: unknown
  retryAfterSeconds?: number | undefined
  issues?: Issue[] | undefined
  /** The HTTP status of the upstream provider, when it refused the request. */
  providerStatus?: number | undefined
  /** The request id at a remote gateway, for finding the failure in that gateway's log. */
  requestId?: string | undefined
  /** Data for the client in addition to the code: the existing record, the candidates of a reference. */
  details?: Record<string, unknown> | undefined
}

/** An error whose message users may see. Anything else that is thrown becomes `internal`. */
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

/** Makes an error. A call without all slots of the message does not compile. */
export function problem<Code extends ErrorCode>(
  code: Code,
  slots: Slots<Code>,
  extras: Extras = {},
): CrmError {
  const values: Record<string, string | number> = slots
  const message = CATALOG[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  return new CrmError(code, message, extras)
}

export function fail<Code extends ErrorCode>(code: Code, slots: Slots<Code>, extras: Extras = {}): never {
  throw problem(code, slots, extras)
}

/** The CommonJS and ES module bundles each have a copy of this class. Errors from the other bundle are recognised by their name. */
export const isCrmError = (thrown: unknown): thrown is CrmError =>
  thrown instanceof CrmError || (thrown instanceof Error && thrown.name === 'CrmError' && 'kind' in thrown)

/** The error as a CrmError. An unknown one becomes `internal`; the log gets its cause. */
export function asCrmError(thrown: unknown): CrmError {
  return isCrmError(thrown) ? thrown : problem('internal', {}, { cause: thrown })
}

export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** Runs work that may fail without harm, for example on a full disk. Returns undefined when it throws. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The `code` of an error of Node, of the database or of a library; undefined if it has none. */
export function systemCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined
  return typeof thrown.code === 'string' ? thrown.code : undefined
}

/** The status and the body of the HTTP response in an error; 0 and an empty text if there is none. */
export function responseIn(thrown: unknown): { statusCode: number; responseBody: string } {
  const { statusCode, responseBody } = recordOf(thrown)
  return { statusCode: Number(statusCode ?? 0), responseBody: String(responseBody ?? '') }
}

/** Whether a connection failed because of TLS: an untrusted certificate, or a server that does not speak TLS. */
export const isTlsFailure = ({ code = '', message = '' }: { code?: unknown; message?: string }): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(String(code)) || /certificate/i.test(message)

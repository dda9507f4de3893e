// Why a board could not be read, as one line that users may see.
import { FetchError } from '../outbound/fetch.ts'

interface FaultOptions {
  isUnknown?: boolean
  isLate?: boolean
  until?: string
  cause?: unknown
}

/** A board could not be read. The message is a sentence that names the host. */
export class BoardFault extends Error {
  override readonly name = 'BoardFault'
  readonly isUnknown: boolean
  readonly isLate: boolean
  readonly until: string | null
  constructor(message: string, { isUnknown = false, isLate = false, until, cause }: FaultOptions = {}) {
    super(message, { cause })
    this.isUnknown = isUnknown
    this.isLate = isLate
    this.until = until ?? null
  }
}

const FETCH_WORDS: Record<FetchError['problem'], string> = {
  unreachable: 'cannot be reached, or is a private address, which crm does not fetch',
  untrusted: 'shows a TLS certificate that is not accepted',
  timeout: 'did not answer in time',
  too_large: 'sent more than is read',
  redirects: 'redirects too often, or to an address that crm does not fetch',
  wrong_type: 'sent something other than text',
  wrong_coding: 'sent an answer compressed in a way that is not read',
  broken: 'broke off in the middle of its answer',
}

export const fetchFault = (host: string, error: FetchError): BoardFault =>
  new BoardFault(`${host} ${FETCH_WORDS[error.problem]}.`, {
    isLate: error.problem === 'timeout',
    cause: error,
  })

/** For systems that redirect unknown boards: turns a fault about redirects into “board unknown”. */
export const asUnknownIfRedirected = (host: string, fault: unknown): unknown =>
  fault instanceof BoardFault && fault.cause instanceof FetchError && fault.cause.problem === 'redirects'
    ? new BoardFault(`${host} knows no such board (it redirects).`, { isUnknown: true, cause: fault })
    : fault

export function statusFault(host: string, status: number): BoardFault {
  if (status === 404 || status === 410)
    return new BoardFault(`${host} knows no such board (HTTP ${status}).`, { isUnknown: true })
  if (status === 401 || status === 403) return new BoardFault(`${host} refuses to be read (HTTP ${status}).`)
  if (status >= 500) return new BoardFault(`${host} failed (HTTP ${status}).`)
  return new BoardFault(`${host} answered with HTTP ${status}.`)
}

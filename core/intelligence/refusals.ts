// Error codes of compensation intelligence. The gateway sends them, and the terminal prints or parses them.
import { keysOf } from '../kernel/narrow.ts'
import { KINDS, type CrmError, type ErrorCode, type KindName } from '../kernel/errors.ts'
import { MISSING } from '../kernel/issue-messages.ts'

/** The code for each kind of error. `BY_CODE` has more specific codes. */
const BY_KIND: Partial<Record<KindName, string>> = {
  invalid: 'invalid_parameter',
  unauthenticated: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  limited: 'rate_limited',
  method: 'method_not_allowed',
  conflict: 'conflict',
}

const BY_CODE: Partial<Record<ErrorCode, string>> = {
  plan_required: 'upgrade_required',
  role_not_found: 'role_not_found',
  city_not_found: 'city_not_found',
}

export function codeOf(error: CrmError): string {
  const isMissing = error.code === 'invalid_input' && error.issues.some(({ message }) => message === MISSING)
  if (isMissing) return 'missing_parameter'
  return (
    BY_CODE[error.code] ??
    BY_KIND[error.kind] ??
    (KINDS[error.kind].http >= 500 ? 'internal' : 'invalid_parameter')
  )
}

export const errorBehind = (code: unknown): ErrorCode | undefined =>
  keysOf(BY_CODE).find((name) => BY_CODE[name] === code)

/** The hint of `role_not_found` or `city_not_found` starts with this if several match equally well. */
export const SEVERAL = 'It could be one of:'
/** The hint of `city_not_found` starts with this if only one of the possible places has figures. */
export const ONLY = 'The only one with figures is'
export const NEAREST = 'The nearest are'

const CANDIDATE = /([a-z\d-]+(?: \([^)]+\))?)(, |\.)/y

/** Parses a hint with `SEVERAL` or `ONLY`: the candidates, best first, and the note after them. Null for other hints. */
export function candidatesIn(hint: string | undefined): { candidates: string[]; note: string } | null {
  const start = [SEVERAL, ONLY].find((one) => hint?.startsWith(`${one} `))
  if (!hint || start === undefined) return null
  const candidates: string[] = []
  CANDIDATE.lastIndex = start.length + 1
  for (let end = ', '; end === ', ';) {
    const at = CANDIDATE.lastIndex
    const [, candidate, next] = CANDIDATE.exec(hint) ?? []
    if (candidate === undefined || next === undefined) return { candidates, note: hint.slice(at) }
    candidates.push(candidate)
    end = next
  }
  return { candidates, note: hint.slice(CANDIDATE.lastIndex).trim() }
}

// This family's errors: the contract's codes, as sent by the gateway, printed by the terminal, and parsed from a
// gateway's response.
import { KINDS, type CrmError, type ErrorCode, type KindName } from '../kernel/errors.ts'
import { MISSING } from '../kernel/issue-messages.ts'

/** The contract's codes, by what went wrong; an error of the catalog may say it more exactly. */
const BY_KIND: Partial<Record<KindName, string>> = {
  invalid: 'invalid_parameter',
  unauthenticated: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  limited: 'rate_limited',
}

const BY_CODE: Partial<Record<ErrorCode, string>> = {
  plan_required: 'upgrade_required',
  role_not_found: 'role_not_found',
  city_not_found: 'city_not_found',
}

/** The code of a refusal on these paths. */
export function codeOf(error: CrmError): string {
  const isMissing = error.code === 'invalid_input' && error.issues.some(({ message }) => message === MISSING)
  if (isMissing) return 'missing_parameter'
  return (
    BY_CODE[error.code] ??
    BY_KIND[error.kind] ??
    (KINDS[error.kind].http >= 500 ? 'internal' : 'invalid_parameter')
  )
}

/** The error of the catalog behind a code that only one has; undefined for the codes of a whole kind. */
export const errorBehind = (code: unknown): ErrorCode | undefined =>
  (Object.keys(BY_CODE) as ErrorCode[]).find((name) => BY_CODE[name] === code)

/** How the hint of `role_not_found` and `city_not_found` begins when the words fit several equally well. */
export const SEVERAL = 'It could be one of'
/** And when they fit none. */
export const NEAREST = 'The nearest are'

/** The slugs that equally well could be meant, best first; null when the words were unknown rather than ambiguous. */
export function rivalsIn(hint: string | undefined): string[] | null {
  if (!hint?.startsWith(`${SEVERAL}: `)) return null
  return hint
    .slice(SEVERAL.length + 2)
    .replace(/\.$/, '')
    .split(', ')
}

// Shared by `crm tokens` and `crm keys`.
import { readDate } from './inputs.ts'
import { localDay } from '../ui/time.ts'

interface Credential {
  revokedAt: string | null
  expiresAt: string | null
}

/** The state of a credential: `active`, `revoked` or `expired`. */
export function stateOf({ revokedAt, expiresAt }: Credential): string {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'active'
  return Date.parse(expiresAt) < Date.now() ? 'expired' : `until ${localDay(expiresAt)}`
}

/** `--expires` as an input field. */
export const expiryOf = async (text: string | undefined): Promise<{ expiresAt?: string }> =>
  text === undefined ? {} : { expiresAt: await readDate('--expires', text) }

// Creates a token and a key for the owner if there are none yet.
import { addKey, addToken, listTokens } from '../../core/identity/operations.ts'
import { neverAborts } from '../../core/kernel/call.ts'
import type { Context, Principal, Services } from '../../core/kernel/context.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import { VERSION } from '../../core/version.ts'

/** Creates the first credentials; null if the owner has created some before. */
export async function firstCredentials(
  services: Services,
  principal: Principal,
): Promise<{ token: string; key: string } | null> {
  const context: Context = {
    ...services,
    principal,
    requestId: 'first-start',
    client: `crm/${VERSION}`,
    signal: neverAborts,
    operation: '',
    report: {},
  }
  const { total } = await invoke(listTokens, context, {})
  if (total > 0) return null
  const { token } = await invoke(addToken, context, { name: 'first token', scope: 'read-write' })
  const { key } = await invoke(addKey, context, { name: 'first key', tier: 'ultra' })
  return { token: String(token), key: String(key) }
}

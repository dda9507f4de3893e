// Shared by `crm tokens` and `crm keys`: their columns, and how one is revoked.
import type { Client } from '../client.ts'
import { type Command } from '../command.ts'
import { isAgreed } from './agreement.ts'
import { shortId } from '../../core/kernel/id.ts'
import { localDay } from '../ui/time.ts'
import type { Column } from '../ui/table.ts'
import { readDate } from './inputs.ts'
import { oneAmong } from './references.ts'

export interface Credential {
  id: string
  name: string
  lastFour: string
  lastUsedAt: string | null
  revokedAt: string | null
  expiresAt: string | null
}

/** The state of a credential: `active`, `revoked` or `expired`. */
function stateOf({ revokedAt, expiresAt }: Pick<Credential, 'revokedAt' | 'expiresAt'>): string {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'active'
  return Date.parse(expiresAt) < Date.now() ? 'expired' : `until ${localDay(expiresAt)}`
}

export const columnsWith = <One extends Credential>(may: Column<One>): Column<One>[] => [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'NAME', value: ({ name }) => name, minWidth: 10, yields: 1 },
  may,
  { title: 'ENDS', value: ({ lastFour }) => `…${lastFour}`, plain: ({ lastFour }) => lastFour },
  {
    title: 'LAST USED',
    value: ({ lastUsedAt }) => lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never',
    yields: 2,
  },
  { title: 'STATE', value: (one) => stateOf(one), paint: (one) => (one.revokedAt ? 'dim' : 'green') },
]

/** `--expires` as an input field. */
export const expiryOf = async (text: string | undefined): Promise<{ expiresAt?: string }> =>
  text === undefined ? {} : { expiresAt: await readDate('--expires', text) }

interface Revocation {
  /** What is revoked, in one word. */
  noun: 'key' | 'token'
  example: string
  list(client: Client): Promise<Credential[]>
  revoke(client: Client, id: string): Promise<object>
  /** Throws that there is none of this name. */
  missing(text: string): never
}

/** The `revoke` command of a kind of credential. */
export const revokeCommandOf = ({ noun, example, list, revoke, missing }: Revocation): Command => ({
  name: 'revoke',
  about: `Revoke a ${noun} immediately.`,
  operation: `${noun}s.revoke`,
  destructive: true,
  args: [{ name: noun, about: 'Id, short id, name, or its last four characters.' }],
  examples: [`crm ${noun}s revoke ${example} --yes`],
  async run(call) {
    const { args, client, out } = call
    const text = args[0] ?? ''
    const active = (await list(client)).filter((one) => !one.revokedAt)
    const candidates = active.map((one) => ({ ...one, also: [one.lastFour] }))
    const found = oneAmong(text, candidates, () => missing(text))
    const act = `revoke ${found.name} (…${found.lastFour})`
    if (!(await isAgreed(call, { act, shown: found, nothing: 'revoked' }))) return
    out.done(await revoke(client, found.id), `Revoked ${found.name}.`)
  },
})

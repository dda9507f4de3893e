// Resolves a reference to a proposal or a mail account.
import { listMailAccounts } from '../../core/inbox/account-operations.ts'
import type { Account } from '../../core/inbox/account.ts'
import { listProposals } from '../../core/inbox/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { oneAmong } from './references.ts'

/** The referenced proposal: by its id, or among the pending ones. */
export async function findProposal(client: Client, text: string): Promise<{ id: string; name: string }> {
  if (isId(text)) return { id: text.toLowerCase(), name: text }
  const { proposals } = await client.call(listProposals, { limit: 100 })
  const named = proposals.map(({ id, company, subject }) => ({ id, name: `${company ?? ''} — ${subject}` }))
  return oneAmong(text, named, () =>
    fail('proposal_not_found', { id: text }, { hint: 'List proposals with crm inbox list.' }),
  )
}

export async function findAccount(client: Client, text: string): Promise<Account> {
  const { accounts } = await client.call(listMailAccounts, {})
  const named = accounts.map((account) => ({ ...account, name: account.address }))
  return oneAmong(text, named, () =>
    fail('account_not_found', { id: text }, { hint: 'List them with crm inbox accounts.' }),
  )
}

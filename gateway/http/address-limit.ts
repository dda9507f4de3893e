// Rate limit per IP address for requests without a credential.
import { hash } from 'node:crypto'
import { networkOf } from '../../core/identity/sign-in-throttle.ts'
import type { Services } from '../../core/kernel/context.ts'
import { refuseOver } from '../../core/kernel/invoke.ts'

const uuidOf = (text: string): string =>
  hash('sha256', text, 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Counts one call; throws `rate_limited`. While the database does not answer, it counts and refuses nothing. */
export async function countAddress(
  { limiter }: Pick<Services, 'limiter'>,
  limit: 'intelligence.address' | 'oauth.address',
  address: string | undefined,
): Promise<void> {
  const spent = await limiter.spend(limit, uuidOf(networkOf(address)))
  if (spent.refused?.by !== 'storage') refuseOver(spent)
}

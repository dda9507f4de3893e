// Clients register themselves, so what nobody uses goes again.
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import { newId } from '../../../core/kernel/id.ts'
import { deleteStaleGrants } from '../../../core/oauth/grant.ts'
import { insertGrant } from '../../../core/oauth/store.ts'
import { aUser, useCore } from '../../harness.ts'

const core = useCore()

test('clients that nobody lets in any more are forgotten after a week, however many registered', async () => {
  const { userId } = await aUser(core())
  const { sql } = core().services
  await sql`
    insert into oauth_clients (id, name, redirect_uris, auth_method, created_at)
    select 'idle-' || n, 'Idle', '[]', 'none', now() from generate_series(1, 1100) n`
  const about = { clientName: 'Idle', scope: 'read-only', resource: 'x', lastUsedAt: null, revokedAt: null }
  const createdAt = new Date().toISOString()
  await insertGrant(sql, userId, { ...about, id: newId(), clientId: 'idle-700', createdAt })
  const left = () => sql<{ id: string }[]>`select id from oauth_clients`
  await deleteStaleGrants(sql, Date.now())
  expect(await left()).toHaveLength(1100)
  await deleteStaleGrants(sql, Date.now() + 8 * DAY_MS)
  expect((await left()).map(({ id }) => id)).toEqual(['idle-700'])
})

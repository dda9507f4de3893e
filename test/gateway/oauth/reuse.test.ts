// A refresh token that is used twice: the audit trail tells the user why the program lost its access.
import { expect, test } from 'vitest'
import { useGateway } from '../harness.ts'
import { aPerson, letIn } from './browser.ts'

const gateway = useGateway()

test('the revocation of a reused refresh token is in the audit trail, once', async () => {
  const person = await aPerson(gateway())
  const { held, information } = await letIn(gateway(), person)
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: held!.refresh_token!,
    client_id: information!.client_id,
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const use = async () => (await gateway().request('POST', '/oauth/token', { headers, body })).status
  expect([await use(), await use(), await use()]).toEqual([200, 400, 400])
  const entries = await gateway().core.services.sql`
    select credential_name as by, changes from audit_log
    where user_id = ${person.principal.userId} and operation = 'grants.revoke'`
  expect([...entries]).toMatchObject([
    {
      by: 'Test Host',
      changes: [{ noun: 'grant', before: { revokedAt: null }, after: { revokedAt: expect.any(String) } }],
    },
  ])
})

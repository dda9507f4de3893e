// An OAuth client that lacks scopes can ask for them. It has the plan of its user.
import { expect, test } from 'vitest'
import { PIPELINE_NOUNS } from '../../../core/identity/scopes.ts'
import { operations } from '../../../core/operations.ts'
import { consentPage } from '../../../gateway/oauth/page.ts'
import { useGateway } from '../harness.ts'
import { agent } from '../mcp/pipeline/agent.ts'
import { aPerson, aProgram, letIn } from './browser.ts'

const gateway = useGateway()

test('what lacks scopes is told all of them, in the header that its client reads', async () => {
  const { held } = await letIn(gateway(), await aPerson(gateway()), aProgram(), ['jobs:write'])
  const params = { name: 'accept_inbox', arguments: { ids: ['1'] } }
  const { status, headers } = await agent(gateway(), { token: held!.access_token }).rpc('tools/call', params)
  expect([status, headers.get('www-authenticate')]).toEqual([
    403,
    expect.stringMatching(
      /error="insufficient_scope", scope="inbox:write inbox:read calendar:write", resource_metadata="http/,
    ),
  ])
})

test('an OAuth client has the plan that its user pays for, and not only one that was given', async () => {
  const person = await aPerson(gateway(), 'free')
  const { held } = await letIn(gateway(), person)
  const { sql, credentials } = gateway().core.services
  const pinged = async (paid: string) => {
    await sql`update users set paid_tier = ${paid} where id = ${person.principal.userId}`
    credentials.clear()
    return (await agent(gateway(), { token: held!.access_token }).rpc('ping')).status
  }
  expect([await pinged('free'), await pinged('ultra')]).toEqual([403, 200])
})

test('the consent page offers every scope that an operation needs', () => {
  const asked = { client: 'Host', redirectUri: 'https://host.example/', scope: 'read-write', ticket: 'x' }
  const html = consentPage({ ...asked, state: null, problem: null })
  const offered = [...html.matchAll(/name="grant" value="([^"]+)"/g)].map(([, scope]) => scope)
  const needed = operations
    .map(({ access }) => String(access))
    .filter((access) => PIPELINE_NOUNS.some((noun) => access.startsWith(`${noun}:`)))
  expect(new Set(offered)).toEqual(new Set([...needed, 'ai']))
})

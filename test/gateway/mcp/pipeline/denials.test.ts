// Every tool under every single denial: what changed in the database is what the grant allows, and the result names its change.
import { describe, expect, inject, test } from 'vitest'
import { addToken } from '../../../../core/identity/operations.ts'
import type { Scope } from '../../../../core/kernel/scope.ts'
import { as, call, unlimited } from '../../../harness.ts'
import { useGateway, type Caller } from '../../harness.ts'
import { agent, type Agent } from './agent.ts'
import { CALLS } from './calls.ts'

const [host = '', port] = inject('boardsAddress').split(':')
const gateway = useGateway({ hostMap: { '*.greenhouse.io': { host, port: Number(port) } } }, unlimited)

/** The tables of each noun. */
const TABLES = {
  jobs: ['jobs', 'job_status_history'],
  contacts: ['contacts', 'contact_jobs'],
  activities: ['activities'],
  calendar: ['calendar_events'],
  offers: ['offers'],
} as const
type Noun = keyof typeof TABLES
const NOUNS = Object.keys(TABLES) as Noun[]

const DENIALS: Scope[] = [
  ...NOUNS.flatMap((noun): Scope[] => [`${noun}:write`, `${noun}:delete`]),
  ...(['inbox:write', 'watch:write', 'me:write', 'audit:write'] as const),
]

/** When a job or a person was last in touch follows from activities, and needs no grant of its own. */
const DERIVED = '{touched_at,updated_at,last_contacted_at,search,search_text}'

/** The rows of each noun; the deadline that an offer keeps in the calendar counts as the offer's. */
async function rowsOf({ principal }: Caller): Promise<Record<Noun, Map<string, string>>> {
  const { sql } = gateway().core.services
  const found = await Promise.all(
    NOUNS.map(async (noun) => {
      const rows = await Promise.all(
        TABLES[noun].map(
          (table) => sql<{ row: Record<string, unknown> }[]>`
            select to_jsonb(t) - ${DERIVED}::text[] as row from ${sql(table)} t where t.user_id = ${principal.userId}`,
        ),
      )
      const own = rows.flat().filter(({ row }) => !row['offer_id'] && !row['offerId'])
      const keyed = own.map(({ row }): [string, string] => [
        String(row['id'] ?? JSON.stringify(row)),
        JSON.stringify(row),
      ])
      return [noun, new Map(keyed)] as const
    }),
  )
  return Object.fromEntries(found) as Record<Noun, Map<string, string>>
}

type Rows = Awaited<ReturnType<typeof rowsOf>>

/** The scopes that the difference takes. */
function takenFor(before: Rows, after: Rows): Scope[] {
  return NOUNS.flatMap((noun): Scope[] => {
    const isGone = [...before[noun].keys()].some((id) => !after[noun].has(id)) && noun !== 'contacts'
    const isPut = [...after[noun]].some(([id, row]) => before[noun].get(id) !== row)
    return [...(isGone ? [`${noun}:delete` as const] : []), ...(isPut ? [`${noun}:write` as const] : [])]
  })
}

async function seeded(): Promise<{ caller: Caller; ids: string[] }> {
  const caller = await gateway().caller()
  const me: Agent = await agent(gateway(), caller).inSession()
  for (const [name, args] of CALLS.slice(0, 7)) await me.call(name, args)
  await me.call('add_offer', { jobId: 'acme', base: { amount: 185_000, currency: 'USD' } })
  const mail = (n: number) =>
    `From: Globex <jobs@globex${n}.example>\r\nMessage-ID: <${n}@g.example>\r\nSubject: Application received\r\n\r\nWe have received your application for the Cook position at Globex${n}.\r\n`
  for (const n of [1, 2])
    await caller.send('POST', '/api/mcp/inbox/scan', mail(n), { 'content-type': 'message/rfc822' })
  const { structure } = await me.call('list_inbox', {})
  return { caller, ids: structure.proposals.map(({ id }: { id: string }) => id) }
}

describe.each(DENIALS)('without %s', (denied) => {
  test('every tool changes only what is granted, and says so', async () => {
    const { caller, ids } = await seeded()
    const granted = [...caller.principal.scopes].filter(
      (scope) =>
        /:(?:read|write|delete)$/.test(scope) &&
        !/^(?:assistants|webhooks|tokens|admin)/.test(scope) &&
        scope !== denied,
    )
    const nouns = new Set([...NOUNS, 'inbox', 'watch', 'me', 'audit', 'pipeline', 'suggestions'])
    const scope = granted.filter((each) => nouns.has(each.split(':')[0]!)).join(',')
    const { token } = await call(addToken, as(gateway().core, caller.principal), { name: 'denied', scope })
    const me = await agent(gateway(), { token: String(token) }).inSession()
    const calls: typeof CALLS = [
      ...CALLS.slice(2),
      ['accept_inbox', { ids: [ids[0]!] }],
      ['reject_inbox', { ids: [ids[1]!] }],
      ['update_offer', { id: 'acme', status: 'accepted' }],
      ['delete_record', { noun: 'job', ids: ['acme'] }],
    ]
    let changed = 0
    for (const [name, args] of calls) {
      const before = await rowsOf(caller)
      let told = await me.call(name, args)
      const confirmation = told.structure?.confirmation?.token
      if (confirmation) {
        told = await me.call(name, { ...args, confirmation })
        if (name === 'delete_record' && args['noun'] === 'job')
          expect(told.text, 'what a person agreed to').not.toContain('lacks')
      }
      const taken = takenFor(before, await rowsOf(caller))
      const what = `${name} ${JSON.stringify(args)}: ${told.text.slice(0, 400)}`
      if (!(name === 'undo' && denied.endsWith(':delete'))) expect(taken, what).not.toContain(denied)
      if (told.isError) expect(taken, what).toEqual([])
      changed += taken.length
      if (taken.length) expect(told.structure.changeId, what).toMatch(/^[\da-f-]{36}$/)
    }
    // The calls that are granted do change something.
    expect(changed).toBeGreaterThan(5)
  })
})

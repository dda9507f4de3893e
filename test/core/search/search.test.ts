// The search over everything: the words people type find the record they mean, in a search of five thousand jobs.
import { beforeAll, describe, expect, test } from 'vitest'
import { addActivity } from '../../../core/activities/operations.ts'
import { addEvent } from '../../../core/calendar/operations.ts'
import { addContact } from '../../../core/contacts/operations.ts'
import { addJob, addPosting, listJobs } from '../../../core/jobs/operations.ts'
import { addOffer } from '../../../core/offers/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { search } from '../../../core/search/operations.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

/** A user whose requests are not counted. */
async function somebody(): Promise<Context> {
  const ctx = as(core(), await aUser(core()))
  const credential = { kind: 'local' as const, id: null, name: null, scope: null }
  return { ...ctx, principal: { ...ctx.principal, credential } }
}

const COMPANIES = [
  'Aurora',
  'Basalt',
  'Cobalt',
  'Drift',
  'Ember',
  'Fjord',
  'Granite',
  'Harbor',
  'Iris',
  'Juniper',
]
const ROLES = ['Nurse', 'Accountant', 'Welder', 'Designer', 'Electrician', 'Analyst', 'Teacher', 'Chemist']

/** What is looked for, each among thousands of others. */
const MEANT: [company: string, role: string, more: Record<string, unknown>][] = [
  ['Höganäs', 'Metallurgist', { notes: 'Powder plant in Skåne' }],
  ['Gopher Works', 'Go Developer', { tags: ['kubernetes'] }],
  ['Googleplex Cafe', 'Barista', {}],
  ['Redmond Tools', 'C# Developer', { location: 'Malmö' }],
  ['Qt House', 'C++ Engineer', {}],
  ['Ryan & Dahl', 'Node.js Developer', { description: 'We run Terraform and PostgreSQL.' }],
  ['Dot Labs', '.NET Architect', { tags: ['remote-first'] }],
  ['Crème Brûlée SARL', 'Pâtissier', {}],
  ['Łódź Software', 'Site Reliability Engineer', { notes: 'Recruiter is Agnieszka' }],
  ['Strauß GmbH', 'Buchhalter', {}],
  ['Northwind Traders', 'Staff Platform Engineer', { tags: ['visa sponsor'] }],
  ['OpenCollective', 'Community Manager', { location: 'Reykjavík' }],
]

/** A query and the company of its expected first hit. */
const QUERIES: [string, string][] = [
  ['hoganas', 'Höganäs'],
  ['Höganäs', 'Höganäs'],
  ['HOGANAS', 'Höganäs'],
  ['hogan', 'Höganäs'],
  ['metallurgist', 'Höganäs'],
  ['powder plant', 'Höganäs'],
  ['skane', 'Höganäs'],
  ['Skåne', 'Höganäs'],
  ['go', 'Gopher Works'],
  ['Go developer', 'Gopher Works'],
  ['gopher', 'Gopher Works'],
  ['kubernetes', 'Gopher Works'],
  ['kube', 'Gopher Works'],
  ['gopher works go', 'Gopher Works'],
  ['googleplex', 'Googleplex Cafe'],
  ['google', 'Googleplex Cafe'],
  ['barista', 'Googleplex Cafe'],
  ['cafe', 'Googleplex Cafe'],
  ['C#', 'Redmond Tools'],
  ['c# developer', 'Redmond Tools'],
  ['redmond', 'Redmond Tools'],
  ['malmo', 'Redmond Tools'],
  ['Malmö', 'Redmond Tools'],
  ['csharp', 'Redmond Tools'],
  ['C++', 'Qt House'],
  ['c++ engineer', 'Qt House'],
  ['qt', 'Qt House'],
  ['cplusplus', 'Qt House'],
  ['Node.js', 'Ryan & Dahl'],
  ['nodejs', 'Ryan & Dahl'],
  ['node', 'Ryan & Dahl'],
  ['ryan', 'Ryan & Dahl'],
  ['dahl', 'Ryan & Dahl'],
  ['terraform', 'Ryan & Dahl'],
  ['postgresql', 'Ryan & Dahl'],
  ['postgres', 'Ryan & Dahl'],
  ['ryan & dahl', 'Ryan & Dahl'],
  ['.NET', 'Dot Labs'],
  ['dotnet', 'Dot Labs'],
  ['dot labs', 'Dot Labs'],
  ['remote-first', 'Dot Labs'],
  ['architect', 'Dot Labs'],
  ['creme brulee', 'Crème Brûlée SARL'],
  ['crème', 'Crème Brûlée SARL'],
  ['patissier', 'Crème Brûlée SARL'],
  ['brul', 'Crème Brûlée SARL'],
  ['lodz', 'Łódź Software'],
  ['site reliability', 'Łódź Software'],
  ['agnieszka', 'Łódź Software'],
  ['reliability engineers', 'Łódź Software'],
  ['strauss', 'Strauß GmbH'],
  ['Strauß', 'Strauß GmbH'],
  ['buchhalter', 'Strauß GmbH'],
  ['northwind', 'Northwind Traders'],
  ['platform engineering', 'Northwind Traders'],
  ['visa sponsor', 'Northwind Traders'],
  ['wind trad', 'Northwind Traders'],
  ['collective', 'OpenCollective'],
  ['reykjavik', 'OpenCollective'],
  ['community manager', 'OpenCollective'],
]

describe('among five thousand jobs', () => {
  let me: Context

  beforeAll(async () => {
    me = await somebody()
    const { sql } = me
    const others = Array.from({ length: 5_000 }, (_, at) => ({
      company: `${COMPANIES[at % 10]} ${at}`,
      role: ROLES[at % 8]!,
      notes: 'A friendly place with good pay and going concerns; the office is in town.',
    }))
    await sql`
      insert into jobs (user_id, id, company, role, notes, status, status_changed_at, touched_at, created_at, updated_at)
      select ${me.principal.userId}, gen_random_uuid(), o ->> 'company', o ->> 'role', o ->> 'notes', 'saved', now(), now(), now(), now()
      from jsonb_array_elements(${sql.json(others)}) o`
    for (const [company, role, more] of MEANT) await call(addJob, me, { company, role, ...more })
    await sql`analyze jobs`
  }, 120_000)

  test('the first hit of at least 58 in 60 queries is the one meant', async () => {
    expect(QUERIES).toHaveLength(60)
    const wrong: string[] = []
    for (const [query, company] of QUERIES) {
      const first = (await call(search, me, { q: query })).results[0]?.title
      if (!first?.startsWith(company)) wrong.push(`${query}: ${first} instead of ${company}`)
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
  })

  test('letters within a name find it, whatever their accents', async () => {
    for (const [q, company] of [
      ['oganas', 'Höganäs'],
      ['ÖGANÄS', 'Höganäs'],
      ['oftware', 'Łódź Software'],
      ['tallurgi', 'Höganäs'],
    ] as const) {
      const { results } = await call(search, me, { q })
      expect(results[0]?.title, q).toMatch(company)
    }
  })

  test('a list of jobs finds the same words', async () => {
    for (const [q, company] of [
      ['hoganas', 'Höganäs'],
      ['c#', 'Redmond Tools'],
      ['node.js', 'Ryan & Dahl'],
    ] as const) {
      const { jobs } = await call(listJobs, me, { q })
      expect(jobs.map((job) => job.company)).toEqual([company])
    }
  })

  test('people, activities and events are found too, with the place where the words stand', async () => {
    const jane = await call(addContact, me, {
      name: 'Jane Öberg',
      email: 'jane@zebra.example',
      notes: 'Met at the quokka meetup.',
    })
    await call(addActivity, me, { title: 'Called about quokka', contactId: jane.id })
    await call(addEvent, me, { title: 'Lunch', startsAt: '2100-01-01T10:00:00Z', location: 'Quokka Bar' })
    const { results } = await call(search, me, { q: 'quokka' })
    expect(results.map(({ type }) => type).sort()).toEqual(['activity', 'contact', 'event'])
    const found = results.find(({ type }) => type === 'contact')!
    expect(found.snippet!.slice(...found.marks[0]!)).toBe('quokka')
    for (const q of ['oberg', 'zebra', 'jane@zebra.example'])
      expect((await call(search, me, { q, type: ['contact'] })).results[0]!.id, q).toBe(jane.id)
  })

  test('an offer is found by its words, and a job by the posting that was kept with it', async () => {
    const job = await call(addJob, me, { company: 'Vesper Observatory', role: 'Astronomer' })
    await call(addOffer, me, {
      jobId: job.id,
      base: { amount: 91_000, currency: 'EUR', period: 'year' },
      level: 'Fellow',
      notes: 'They pay the telescopium.',
      benefits: [{ name: 'Sauna pass' }],
    })
    for (const q of ['telescopium', 'fellow', 'sauna', '91000']) {
      const { results } = await call(search, me, { q, type: ['offer'] })
      expect(results[0], q).toMatchObject({
        type: 'offer',
        title: 'Offer: Vesper Observatory — Astronomer',
        jobId: job.id,
      })
    }
    await call(addPosting, me, { id: job.id, text: 'You will polish the heliostat every morning.' })
    const { results } = await call(search, me, { q: 'heliostat' })
    expect(results).toMatchObject([
      { type: 'job', id: job.id, snippet: expect.stringContaining('polish the heliostat') },
    ])
  })

  test('nothing of a query is run, and nothing but words is searched for', async () => {
    for (const q of ["'; drop table jobs; --", '& | ! ( ) :*', '%_', '🙂'])
      expect((await call(search, me, { q })).total, q).toBeLessThan(5_000)
    expect(await call(search, await somebody(), { q: 'hoganas' })).toEqual({ results: [], total: 0 })
  })
})

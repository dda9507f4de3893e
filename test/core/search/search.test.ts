// The search over everything: the words people type find the record they mean, in a search of five thousand jobs.
import { beforeAll, describe, expect, test } from 'vitest'
import { addActivity } from '../../../core/activities/operations.ts'
import { addEvent } from '../../../core/calendar/operations.ts'
import { addContact } from '../../../core/contacts/operations.ts'
import { addJob, addPosting } from '../../../core/jobs/operations.ts'
import { listJobs } from '../../../core/jobs/queries.ts'
import { addOffer } from '../../../core/offers/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { search } from '../../../core/search/operations.ts'
import { snippetOf } from '../../../core/search/words.ts'
import { as, aUser, call, useCore } from '../../harness.ts'
import { fillSearch, QUERIES } from './meant.ts'

const core = useCore()

/** A user whose requests are not counted. */
async function somebody(): Promise<Context> {
  const ctx = as(core(), await aUser(core()))
  const credential = { kind: 'local' as const, id: null, name: null, scope: null }
  return { ...ctx, principal: { ...ctx.principal, credential } }
}

test('another spelling of a short name is not the beginning of other words', async () => {
  const me = await somebody()
  for (const name of ['Joe Miller', 'John Smith', 'Sven Müller']) await call(addContact, me, { name })
  await call(addJob, me, { company: 'Acme', role: 'Job Coach' })
  const titles = async (q: string) => (await call(search, me, { q })).results.map(({ title }) => title)
  expect(await titles('joe')).toEqual(['Joe Miller'])
  expect(await titles('mueller')).toEqual(expect.arrayContaining(['Sven Müller']))
})

test('the next step of a job and its source are found, and shown where the words stand', async () => {
  const me = await somebody()
  const job = await call(addJob, me, {
    ...{ company: 'Acme', role: 'Baker', nextStep: 'Send the zebra questionnaire', source: 'Job fair Ulm' },
  })
  for (const [q, snippet] of [
    ['zebra', 'Send the zebra questionnaire'],
    ['ulm', 'Job fair Ulm'],
  ] as const) {
    expect((await call(search, me, { q })).results).toMatchObject([{ id: job.id, snippet }])
    expect((await call(listJobs, me, { q })).total).toBe(1)
  }
})

test('the pay of a job, and tags and place of a person, are shown where only they have a word', async () => {
  const me = await somebody()
  await call(addJob, me, { company: 'Acme', role: 'Baker', salary: '$187k a year' })
  await call(addContact, me, { name: 'Jane Doe', location: 'Wuppertal', tags: ['alumni', 'mentor'] })
  for (const [q, snippet] of [
    ['187k', '$187k a year'],
    ['mentor', 'alumni, mentor'],
    ['wupper', 'Wuppertal'],
  ] as const)
    expect((await call(search, me, { q })).results).toMatchObject([{ snippet }])
})

test('a snippet has no half of a character, and its marks stay right', () => {
  for (const text of [`zebra ${'x'.repeat(153)}😀 crossing`, `${'x😀'.repeat(25)}zebra crossing`]) {
    const { text: shown, marks } = snippetOf([text], ['zebra'])!
    expect(shown).not.toMatch(/\p{Surrogate}/u)
    expect(marks.map((mark) => shown.slice(...mark))).toEqual(['zebra'])
  }
})

describe('among five thousand jobs', () => {
  let me: Context

  beforeAll(async () => {
    me = await somebody()
    await fillSearch(me.sql, [me.principal.userId], 5_000)
    await me.sql`analyze jobs`
  })

  test('the first hit of at least 58 in 60 queries is the one meant', async () => {
    expect(QUERIES).toHaveLength(60)
    const wrong: string[] = []
    for (const [query, company] of QUERIES) {
      const first = (await call(search, me, { q: query })).results[0]?.title
      if (!first?.startsWith(company)) wrong.push(`${query}: ${first} instead of ${company}`)
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
  })

  test('words of Japanese are found with their voicing marks', async () => {
    await call(addJob, me, { company: 'Sakura', role: 'バックエンドエンジニア エンジニア' })
    expect((await call(search, me, { q: 'エンジニア' })).results[0]?.title).toMatch('Sakura')
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
    const { jobs } = await call(listJobs, me, { company: 'hoganas' })
    expect(jobs[0]?.company).toMatch('Höganäs')
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

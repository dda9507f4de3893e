import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVENT_TYPES } from '../../../core/calendar/fields.ts'
import { OPEN_STATUSES } from '../../../core/jobs/fields.ts'
import { parse } from '../../../core/kernel/schema.ts'
import { operationNamed } from '../../../core/operations.ts'
import { aboutEvent } from '../../../core/pipeline/event-rules.ts'
import { aboutQuietJob, quietThresholds } from '../../../core/pipeline/stale-rules.ts'
import {
  aboutContact,
  allSuggestions,
  standingSuggestions,
  type Facts,
} from '../../../core/pipeline/suggestions.ts'
import { daysAgoIn } from '../../../core/pipeline/suggestion.ts'
import { dayOf } from '../../../gateway/mcp/pipeline/record-text.ts'
import { daysAgo, near, NOW, quiet, silent } from './facts.ts'

const late = quiet('saved', 1)

const kindOf = (job: ReturnType<typeof quiet>) => aboutQuietJob(job, NOW)?.kind
const none: { suggestionId: string }[] = []

describe('quiet jobs', () => {
  test.each([
    ['saved', 6.9, undefined],
    ['saved', 7, 'apply'],
    ['saved', 60, 'close'],
    ['applied', 9.9, undefined],
    ['applied', 10, 'follow-up'],
    ['applied', 45, 'close'],
    ['screening', 6.9, undefined],
    ['screening', 7, 'ask'],
    ['interviewing', 4.9, undefined],
    ['interviewing', 5, 'ask'],
    ['offer', 2.9, undefined],
    ['offer', 3, 'decide'],
    ['accepted', 400, undefined],
    ['rejected', 400, undefined],
    ['withdrawn', 400, undefined],
  ] as const)('%s and quiet for %d days: %s', (status, days, kind) => {
    expect(kindOf(quiet(status, days))).toBe(kind)
  })

  test('a saved job with high priority is suggested sooner', () => {
    expect(kindOf(quiet('saved', 3, { priority: 'high' }))).toBe('apply')
    expect(kindOf(quiet('saved', 3, { priority: 'medium' }))).toBeUndefined()
  })

  test('after two follow-ups the suggestion is to close the job, and never a third follow-up', () => {
    expect(kindOf(quiet('applied', 12, { followUps: 1 }))).toBe('follow-up')
    const last = aboutQuietJob(quiet('applied', 12, { followUps: 2 }), NOW)
    expect(last).toMatchObject({
      kind: 'close',
      priority: 'low',
      reason: 'No answer to 2 follow-ups, and quiet for 12 days.',
      action: {
        tool: 'jobs.status',
        arguments: { status: 'withdrawn', note: 'No answer after 2 follow-ups.' },
      },
    })
  })

  test('reasons give the date and the duration in numbers', () => {
    const reason = (job: ReturnType<typeof quiet>) => aboutQuietJob(job, NOW)?.reason
    expect(reason(quiet('applied', 12))).toBe('Applied 12 days ago and quiet since.')
    expect(reason(quiet('applied', 12, { statusChangedAt: daysAgo(30) }))).toBe(
      'Applied 30 days ago and quiet for the last 12 days.',
    )
    // An import says when somebody applied, and not when the offer came.
    expect(reason({ ...quiet('offer', 56), statusChangedAt: null })).toBe(
      'Since when it is open is not known.',
    )
    expect(reason(quiet('offer', 4))).toBe('The offer has been open for 4 days.')
    expect(reason(quiet('screening', 8, { statusChangedAt: null }))).toBe(
      'Nothing has a date in the last 8 days.',
    )
  })

  test('reasons count days as the calendar of the person does, as lists do', () => {
    const [at, now] = ['2026-11-16T12:00:00Z', Date.parse('2026-11-27T04:00:00Z')]
    const job = quiet('applied', 0, { statusChangedAt: at, touchedAt: at })
    const reason = (timeZone: string) =>
      allSuggestions({ quietJobs: [job], nearEvents: [], silentContacts: [], offers: [], timeZone }, now)[0]
        ?.reason
    expect(reason('UTC')).toBe('Applied 11 days ago and quiet since.')
    expect(reason('America/New_York')).toBe('Applied 10 days ago and quiet since.')
    // Clocks were set back on 1 November: half past midnight then was half past eleven of the day before by today's offset.
    const before = '2026-10-17T04:30:00Z'
    expect(daysAgoIn('America/New_York', now)(before)).toBe(40)
    expect(dayOf(before, { now, timeZone: 'America/New_York' })).toBe('40 days ago')
  })

  test('a suggestion keeps its id while it applies', () => {
    const job = quiet('applied', 12)
    expect(aboutQuietJob(job, NOW)?.id).toBe(`follow-up:${job.id}`)
    expect(aboutQuietJob({ ...job, touchedAt: daysAgo(20) }, NOW)?.id).toBe(`follow-up:${job.id}`)
  })

  test('a query by the thresholds includes every job that a rule would match', () => {
    const min = new Map(quietThresholds().map((each) => [each.status, each]))
    const job = fc.record({
      status: fc.constantFrom(...OPEN_STATUSES),
      days: fc.double({ min: 0, max: 100, noNaN: true }),
      followUps: fc.nat(4),
      priority: fc.constantFrom('high' as const, 'low' as const, null),
    })
    fc.assert(
      fc.property(job, ({ status, days, ...rest }) => {
        const fewest = min.get(status)!
        if (aboutQuietJob(quiet(status, days, rest), NOW))
          expect(days).toBeGreaterThanOrEqual(rest.priority === 'high' ? fewest.days : fewest.otherDays)
      }),
    )
  })
})

describe('dates', () => {
  const kinds = (event: ReturnType<typeof near>) => aboutEvent(event, NOW).map(({ kind }) => kind)

  test('an interview suggests preparation before it, nothing during it, and thanks and notes after it', () => {
    expect(kinds(near('interview', 49))).toEqual([])
    expect(kinds(near('interview', 20))).toEqual(['prepare'])
    expect(kinds(near('interview', -0.5))).toEqual([])
    expect(kinds(near('interview', -2))).toEqual(['thank', 'debrief'])
    expect(kinds(near('interview', -2, { thanked: true }))).toEqual(['debrief'])
    expect(kinds(near('interview', -2, { debriefed: true }))).toEqual(['thank'])
    expect(kinds(near('interview', -80))).toEqual([])
  })

  test('a deadline is suggested three days before and not after it has passed', () => {
    expect(kinds(near('deadline', 73))).toEqual([])
    expect(kinds(near('deadline', 60))).toEqual(['deadline'])
    expect(kinds(near('deadline', -2))).toEqual([])
    const urgency = (hours: number) => aboutEvent(near('deadline', hours), NOW)[0]?.priority
    expect([urgency(41), urgency(60)]).toEqual(['high', 'medium'])
  })

  test('reasons count in hours, then in days', () => {
    const reasons = (hours: number, type: 'interview' | 'deadline') =>
      aboutEvent(near(type, hours), NOW).map(({ reason }) => reason)
    expect(reasons(20, 'interview')).toEqual(['The interview begins in 20 hours.'])
    expect(reasons(0.5, 'interview')).toEqual(['The interview begins within the hour.'])
    expect(reasons(60, 'deadline')).toEqual(['It is due in 2 days.'])
    expect(reasons(-21, 'interview')[0]).toBe(
      'The interview ended 20 hours ago and no message was logged since.',
    )
  })

  test('an event without a job is its own subject, and links to the calendar', () => {
    const event = near('interview', 20, { jobId: null, company: null })
    expect(aboutEvent(event, NOW)).toMatchObject([
      { id: `prepare:${event.id}`, jobId: null, action: { tool: 'calendar.list' } },
    ])
  })
})

describe('contacts', () => {
  test('a contact is suggested after 21 days of silence', () => {
    expect(aboutContact(silent(20.9), NOW)).toBeUndefined()
    expect(aboutContact(silent(21), NOW)).toMatchObject({
      kind: 'reconnect',
      reason: 'Last contact was 21 days ago, and Engineer at Acme is still open.',
    })
    expect(aboutContact(silent(0, { lastContactedAt: null }), NOW)?.reason).toContain('Added 200 days ago')
  })
})

/** A random mixture of facts, with names as long and odd as the fields allow. */
const anyFacts: fc.Arbitrary<Facts> = fc.record({
  quietJobs: fc.array(
    fc
      .record({
        status: fc.constantFrom(...OPEN_STATUSES),
        days: fc.nat(90),
        followUps: fc.nat(3),
        company: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
        role: fc
          .string({ unit: 'binary', minLength: 1, maxLength: 200 })
          .map((text) => text.replaceAll('\0', '')),
        contactId: fc.constantFrom(null, '01a1f929-be41-733a-8721-30f4ca8900f8'),
      })
      .map(({ status, days, ...rest }) => quiet(status, days, rest)),
    { maxLength: 60 },
  ),
  nearEvents: fc.array(
    fc
      .record({
        type: fc.constantFrom(...EVENT_TYPES),
        hours: fc.integer({ min: -100, max: 100 }),
        title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
        jobId: fc.constantFrom(null, '01a1f929-be41-733a-8721-30f4ca8900f8'),
      })
      .map(({ type, hours, ...rest }) => near(type, hours, rest)),
  ),
  silentContacts: fc.array(fc.nat(90).map((days) => silent(days))),
  offers: fc.array(
    fc.record({
      jobId: fc.uuid(),
      company: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      role: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      status: fc.constantFrom(...OPEN_STATUSES),
      openOfferId: fc.option(fc.uuid(), { nil: null }),
      deadline: fc.constantFrom(null, '2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'),
      offeredAt: fc.constantFrom(null, '2026-01-01T00:00:00.000Z'),
      acceptedAt: fc.constantFrom(null, '2026-01-02T00:00:00.000Z'),
      acceptedCompany: fc.constantFrom(null, 'Acme'),
    }),
  ),
})

describe('the list', () => {
  test('every suggestion is actionable: its tool exists and accepts its arguments', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        for (const { action, title } of allSuggestions(facts, NOW)) {
          const operation = operationNamed(action.tool)
          expect(operation?.name).toBe(action.tool)
          parse(operation!.input(), action.arguments)
          expect(title.length).toBeLessThanOrEqual(200)
        }
      }),
    )
  })

  test('an offer that must be answered by a day comes before those that only wait', () => {
    const dated = { ...quiet('offer', 1), company: 'Globex', nextStep: null, deadline: daysAgo(-6) }
    const found = allSuggestions(
      {
        quietJobs: [quiet('interviewing', 20), quiet('offer', 30)],
        ...{ nearEvents: [], silentContacts: [], offers: [], dueJobs: [dated] },
      },
      NOW,
    )
    expect(found.map(({ title }) => title)).toEqual([
      'Decide on the offer from Globex',
      'Decide on the offer from Acme',
      'Ask Acme where they stand',
    ])
  })

  test('at most two per job, most urgent first, without snoozed ones', () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(30), (facts, putOff) => {
        const all = allSuggestions(facts, NOW)
        const snoozed = all.slice(0, putOff).map(({ id }) => ({ suggestionId: id }))
        const shown = standingSuggestions(all, snoozed)
        const hidden = new Set(snoozed.map(({ suggestionId }) => suggestionId))
        expect(shown.some(({ id }) => hidden.has(id))).toBe(false)
        expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
        for (const { jobId } of shown.filter((one) => one.jobId))
          expect(shown.filter((one) => one.jobId === jobId).length).toBeLessThanOrEqual(2)
        const levels = shown.map(({ priority }) => ['high', 'medium', 'low'].indexOf(priority))
        expect(levels).toEqual([...levels].sort())
        for (const { priority, kind } of shown) {
          const alike = shown.filter((one) => one.priority === priority && one.kind === kind)
          const isAhead = (dueAt: string) => ['decide', 'apply'].includes(kind) && Date.parse(dueAt) > NOW
          const dues = alike.map(({ dueAt }) => `${isAhead(dueAt) ? 'first' : 'then'} ${dueAt}`)
          expect(dues).toEqual([...dues].sort())
        }
      }),
    )
  })

  test('the interview of tomorrow comes first, and mail that is not decided before what has waited for long', () => {
    const late = quiet('applied', 40, { priority: 'high' })
    const jobId = '01a1f929-be41-733a-8721-30f4ca8900f8'
    const mail = { jobId, company: 'Kestrel', role: 'Cook', verdict: 'interview', sentAt: daysAgo(1) }
    const facts: Facts = {
      ...{ quietJobs: [late], silentContacts: [], offers: [], mails: [mail] },
      nearEvents: [near('interview', 30)],
    }
    const shown = standingSuggestions(allSuggestions(facts, NOW), none)
    expect(shown.map(({ kind }) => kind)).toEqual(['prepare', 'follow-up', 'mail'])
    const dated = { ...facts, nearEvents: [near('deadline', 6)] }
    expect(standingSuggestions(allSuggestions(dated, NOW), none)[0]?.kind).toBe('deadline')
    expect(shown[2]!.reason).toContain('says: interview')
  })

  test('an offer is suggested in the week before its deadline, once, and so is a saved job', () => {
    const offer = quiet('offer', 9)
    const fact = {
      ...{ jobId: offer.id, company: 'Acme', role: 'Engineer', status: 'offer' as const },
      ...{ openOfferId: offer.id, deadline: daysAgo(-6), offeredAt: daysAgo(9) },
      ...{ acceptedAt: null, acceptedCompany: null },
    }
    const due = {
      id: late.id,
      company: 'Late',
      role: 'Cook',
      status: 'saved',
      nextStep: null,
      deadline: daysAgo(-2),
    }
    const facts = { quietJobs: [offer], nearEvents: [], silentContacts: [], offers: [fact], dueJobs: [due] }
    expect(allSuggestions(facts, NOW)).toMatchObject([
      { id: `apply:${late.id}`, reason: `The last day to apply is ${daysAgo(-2).slice(0, 10)}.` },
      { id: `decide:${offer.id}`, reason: `It has to be answered by ${daysAgo(-6).slice(0, 10)}.` },
    ])
  })

  test('a next step of an open job is due with its deadline, and stays when that is over', () => {
    const job = { id: 'a', company: 'Hooli', role: 'Cook', status: 'screening', nextStep: 'Send the task' }
    const about = (deadline: string, more: object = {}) =>
      allSuggestions(
        {
          quietJobs: [],
          nearEvents: [],
          silentContacts: [],
          offers: [],
          dueJobs: [{ ...job, deadline, ...more }],
        },
        NOW,
      ).map(({ id, title, reason }) => [id, title, reason])
    const day = (days: number) => daysAgo(days).slice(0, 10)
    const title = 'Send the task, for Cook at Hooli'
    expect(about(daysAgo(-1))).toEqual([['step:a', title, `Your next step is due by ${day(-1)}.`]])
    expect(about(daysAgo(3))).toEqual([['step:a', title, `Your next step was due by ${day(3)}.`]])
    expect(about(daysAgo(-1), { status: 'offer' }).map(([id]) => id)).toEqual(['decide:a', 'step:a'])
    expect(about(daysAgo(3), { status: 'offer' }).map(([id]) => id)).toEqual(['step:a'])
  })

  test('a next step without a date comes after those with one', () => {
    const job = { company: 'Hooli', role: 'Cook', status: 'saved', nextStep: 'Call Jane' }
    const dueJobs = [
      { ...job, id: 'a', deadline: daysAgo(9), undated: true },
      { ...job, id: 'b', deadline: daysAgo(-1) },
    ]
    const facts = { quietJobs: [], nearEvents: [], silentContacts: [], offers: [], dueJobs }
    expect(allSuggestions(facts, NOW).map(({ id, reason, priority }) => [id, reason, priority])).toEqual([
      ['step:b', `Your next step is due by ${daysAgo(-1).slice(0, 10)}.`, 'high'],
      ['step:a', 'Your next step has no date.', 'medium'],
    ])
  })

  test('a deadline is said as the day it is in the person’s zone', () => {
    const job = { id: 'a', company: 'Hooli', role: 'Cook', status: 'saved', nextStep: null }
    const dueJobs = [{ ...job, deadline: '2026-12-01T04:59:59.999Z' }]
    const facts = { quietJobs: [], nearEvents: [], silentContacts: [], offers: [], dueJobs }
    expect(allSuggestions({ ...facts, timeZone: 'America/New_York' }, NOW)[0]?.reason).toBe(
      'The last day to apply is 2026-11-30.',
    )
  })

  test('an offer comes before an application, and closing a job comes last', () => {
    const jobs = [quiet('applied', 50), quiet('applied', 12), quiet('offer', 4)]
    const facts = { quietJobs: jobs, nearEvents: [], silentContacts: [], offers: [] }
    const kinds = standingSuggestions(allSuggestions(facts, NOW), none).map(({ kind }) => kind)
    expect(kinds).toEqual(['decide', 'follow-up', 'close'])
  })
})

// New postings by e-mail: each in one e-mail, whoever runs when, and none without a wish for it.
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import { digestWorker, nextAfter } from '../../../core/watch/digest.ts'
import { changeDigest, dismiss, getDigest, listPostings } from '../../../core/watch/operations.ts'
import { call } from '../../harness.ts'
import { run, useWatching, watch } from './fixture.ts'

const all = useWatching()

const lettersOf = (userId: string) => all().core.services.sql<
  { subject: string; body: string; html: string }[]
>`
  select subject, body, html from outgoing_emails where user_id = ${userId} order by created_at, id`

test('what is new is mailed once, by whichever worker is first, and nothing when nothing is', async () => {
  const ctx = await all().user()
  const { services } = all().core
  await services.sql`insert into user_emails (email, user_id) values ('jane@example.com', ${ctx.principal.userId})`
  const withMail = { ...services, config: { ...services.config, smtpUrl: 'smtp://127.0.0.1:1' } }
  const never = new AbortController().signal
  const mail = (ms: number) => {
    all().passMs(ms)
    return Promise.all([digestWorker.run(withMail, never), digestWorker.run(withMail, never)])
  }
  all().boards.post('greenhouse:mailed', [
    { id: '4001', title: 'Clerk <b>', places: ['Oslo'] },
    { id: '4002', title: 'Software Engineer', places: ['New York, NY'] },
    { id: '4003', title: 'Chef', pay: { min: 50_000, max: 60_000, currency: 'EUR', period: 'year' } },
  ])
  await watch(ctx, 'greenhouse:mailed')
  await run(ctx)
  const { postings } = await call(listPostings, ctx, {})
  await call(dismiss, ctx, { id: postings.find(({ role }) => role === 'Chef')!.id })
  expect(await call(getDigest, ctx, {})).toEqual({
    every: null,
    nextAt: null,
    timeZone: null,
    to: 'jane@example.com',
    problem: null,
  })
  await mail(2 * DAY_MS)
  expect(await lettersOf(ctx.principal.userId), 'Nobody asked for e-mails.').toEqual([])
  expect(await call(changeDigest, ctx, { every: 'daily' })).toMatchObject({
    ...{
      every: 'daily',
      timeZone: 'UTC',
      nextAt: expect.any(String),
      problem: expect.stringContaining('SMTP_URL'),
    },
  })
  await mail(DAY_MS / 2)
  expect(await lettersOf(ctx.principal.userId), 'Not due yet.').toEqual([])
  await mail(DAY_MS)
  const [letter, second] = await lettersOf(ctx.principal.userId)
  expect(second).toBeUndefined()
  expect(letter!.subject).toBe('2 new postings on the boards you watch')
  expect(letter!.body).toMatch(
    /Software Engineer, Acme Bookkeeping\n {2}New York, NY\n {2}states no clear pay; typical pay/,
  )
  expect(letter!.body).not.toContain('Chef')
  expect(letter!.html).toContain('Clerk &lt;b&gt;')
  await mail(DAY_MS)
  expect(await lettersOf(ctx.principal.userId), 'Nothing is new.').toHaveLength(1)
  all().boards.post('greenhouse:mailed', [{ id: '4009', title: 'Baker' }])
  await run(ctx)
  await mail(DAY_MS)
  expect((await lettersOf(ctx.principal.userId)).map(({ subject }) => subject)[1]).toBe(
    '1 new posting on the boards you watch',
  )
  await call(changeDigest, ctx, { every: 'off' })
  expect(await call(getDigest, ctx, {})).toMatchObject({ every: null, nextAt: null })
})

test('an e-mail with as many postings as it takes says that there are more', async () => {
  const ctx = await all().user()
  const { userId } = ctx.principal
  const { services } = all().core
  await services.sql`insert into user_emails (email, user_id) values ('joe@example.com', ${userId})`
  const clerks = Array.from({ length: 51 }, (_, at) => ({ id: `${5_001 + at}`, title: `Clerk of ${at}` }))
  all().boards.post('greenhouse:crowd', clerks)
  await watch(ctx, 'greenhouse:crowd')
  await run(ctx)
  await call(changeDigest, ctx, { every: 'daily' })
  all().passMs(2 * DAY_MS)
  const withMail = { ...services, config: { ...services.config, smtpUrl: 'smtp://127.0.0.1:1' } }
  await digestWorker.run(withMail, new AbortController().signal)
  const [letter] = await lettersOf(userId)
  expect(letter!.subject).toBe('50 new postings on the boards you watch')
  expect(letter!.body).toMatch(/More are new:\s+the\s+next\s+e-mail\s+has\s+them\./)
})

describe('the next e-mail', () => {
  const berlin = { timeZone: 'Europe/Berlin', dueAt: '2026-03-28T06:30:00.000Z', atMinute: null }

  test.each([
    [
      'keeps its time of day when the clocks change',
      'daily',
      '2026-03-28T06:31:00Z',
      '2026-03-29T05:30:00.000Z',
    ],
    ['comes once after days without a gateway', 'daily', '2026-04-02T12:00:00Z', '2026-04-03T05:30:00.000Z'],
    ['keeps its day of the week', 'weekly', '2026-03-28T07:00:00Z', '2026-04-04T05:30:00.000Z'],
  ] as const)('%s', (_, every, now, next) => {
    expect(nextAfter({ ...berlin, every }, Date.parse(now))).toBe(next)
  })

  test('is at its own time of day again after a day on which the clocks skipped it', async () => {
    const ctx = await all().user()
    const { sql } = all().core.services
    const userId = ctx.principal.userId
    await sql`insert into user_emails (email, user_id) values (${`${userId}@example.com`}, ${userId})`
    const { services } = all().core
    let now = Date.parse('2031-03-29T01:30:10Z') // 02:30 in Berlin, the day before that time is skipped.
    const then = {
      ...services,
      clock: { now: () => now },
      config: { ...services.config, smtpUrl: 'smtp://127.0.0.1:1' },
    }
    const set = await call(changeDigest, { ...ctx, ...then }, { every: 'daily', timeZone: 'Europe/Berlin' })
    const due = [set.nextAt]
    for (let day = 0; day < 3; day += 1) {
      now = Date.parse(due.at(-1)!) + 60_000
      await digestWorker.run(then, new AbortController().signal)
      due.push((await call(getDigest, { ...ctx, ...then }, {})).nextAt)
    }
    expect(due.map((at) => at?.slice(0, 16))).toEqual([
      '2031-03-30T01:30',
      '2031-03-31T00:30',
      '2031-04-01T00:30',
      '2031-04-02T00:30',
    ])
  })

  test('is where the person says it is, and one that says nothing new changes nothing', async () => {
    const ctx = await all().user()
    const set = await call(changeDigest, ctx, { every: 'daily', timeZone: 'Asia/Tokyo' })
    expect(set).toMatchObject({ every: 'daily', timeZone: 'Asia/Tokyo' })
    all().passMs(DAY_MS / 4)
    expect(await call(changeDigest, ctx, { every: 'daily' })).toEqual(set)
    expect(await call(changeDigest, ctx, { every: 'weekly' })).toMatchObject({ timeZone: 'Asia/Tokyo' })
    await expect(call(changeDigest, ctx, { every: 'daily', timeZone: 'Mars/Base' })).rejects.toThrow(
      /time zone/,
    )
  })
})

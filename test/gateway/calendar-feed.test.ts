// A calendar subscription: fetched by its secret address and read by a real iCalendar parser.
import ICAL from 'ical.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway, type Caller } from './harness.ts'

const gateway = useGateway()

let me: Caller
let path: string
beforeAll(async () => {
  me = await gateway().caller()
  path = new URL((await me.send('POST', '/api/mcp/calendar/feed', {})).body.url).pathname
})

const fetchFeed = (headers: Record<string, string> = {}, at = path) =>
  gateway().request('GET', at, { headers })

/** Every event by its title, as parsed. */
async function events(): Promise<Record<string, InstanceType<typeof ICAL.Event>>> {
  const { text } = await fetchFeed()
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  return Object.fromEntries(
    calendar.getAllSubcomponents('vevent').map((part) => {
      const event = new ICAL.Event(part)
      return [event.summary, event]
    }),
  )
}

const add = async (event: object) =>
  (await me.send('POST', '/api/mcp/calendar', event)).body as { id: string }
const instantOf = (time: { toJSDate(): Date }) => time.toJSDate().toISOString()
const statusOf = (event: InstanceType<typeof ICAL.Event>) => event.component.getFirstPropertyValue('status')

describe('a calendar client', () => {
  test('reads every event at the right time, on both sides of a daylight-saving change', async () => {
    await add({
      title: 'Winter',
      startsAt: '2027-03-27T10:00',
      endsAt: '2027-03-27T11:30',
      timeZone: 'Europe/Berlin',
    })
    await add({
      title: 'Summer',
      startsAt: '2027-03-28T10:00',
      endsAt: '2027-03-28T11:30',
      timeZone: 'Europe/Berlin',
    })
    await add({ title: 'Fold', startsAt: '2027-11-07T01:30', timeZone: 'America/New_York' })
    await add({ title: 'Gap', startsAt: '2027-03-14T02:30', timeZone: 'America/New_York' })
    await add({
      title: 'Across',
      startsAt: '2027-03-28T01:30',
      endsAt: '2027-03-28T03:30',
      timeZone: 'Europe/Berlin',
    })
    const all = await events()
    expect([instantOf(all['Winter']!.startDate), instantOf(all['Winter']!.endDate)]).toEqual([
      '2027-03-27T09:00:00.000Z',
      '2027-03-27T10:30:00.000Z',
    ])
    expect(instantOf(all['Summer']!.startDate)).toBe('2027-03-28T08:00:00.000Z')
    expect(instantOf(all['Fold']!.startDate)).toBe('2027-11-07T05:30:00.000Z')
    expect(instantOf(all['Gap']!.startDate)).toBe('2027-03-14T07:30:00.000Z')
    expect(all['Across']!.duration.toSeconds()).toBe(3_600)
  })

  test('keeps an event by its UID, and sees a change by a higher SEQUENCE', async () => {
    const { id } = await add({
      title: 'Onsite',
      type: 'interview',
      startsAt: '2027-05-04T09:00:00Z',
      endsAt: '2027-05-04T10:00:00Z',
    })
    const before = (await events())['Onsite']!
    const moved = await me.send('PATCH', `/api/mcp/calendar/${id}`, { startsAt: '2027-05-05T12:00:00Z' })
    expect(moved.body).toMatchObject({
      id,
      startsAt: '2027-05-05T12:00:00.000Z',
      endsAt: '2027-05-05T13:00:00.000Z',
    })
    const after = (await events())['Onsite']!
    expect(after.uid).toBe(before.uid)
    expect(after.sequence).toBeGreaterThan(before.sequence)
    expect(instantOf(after.startDate)).toBe('2027-05-05T12:00:00.000Z')
  })

  test('sees cancelled events, alone or with their job, and restored ones', async () => {
    const job = (await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Engineer' })).body as {
      id: string
    }
    const alone = await add({ title: 'Alone', startsAt: '2027-06-01T09:00:00Z' })
    await add({ title: 'With its job', startsAt: '2027-06-02T09:00:00Z', jobId: job.id })
    const before = await events()
    await me.send('DELETE', `/api/mcp/calendar/${alone.id}`)
    await me.send('DELETE', `/api/mcp/jobs/${job.id}`)
    const after = await events()
    for (const title of ['Alone', 'With its job']) {
      expect(statusOf(before[title]!)).toBe('CONFIRMED')
      expect(statusOf(after[title]!)).toBe('CANCELLED')
      expect(after[title]!.uid).toBe(before[title]!.uid)
      expect(after[title]!.sequence).toBeGreaterThan(before[title]!.sequence)
    }
    await me.send('POST', '/api/mcp/audit/undo', {})
    const back = (await events())['With its job']!
    expect(statusOf(back)).toBe('CONFIRMED')
    expect(back.sequence).toBeGreaterThan(after['With its job']!.sequence)
  })

  test('gets 304 until something changes', async () => {
    const first = await fetchFeed()
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const etag = first.headers.get('etag')!
    // Compressed and plain, its bytes differ under one tag.
    expect(etag).toMatch(/^W\/"/)
    for (const known of [`${etag}, "x"`, etag.slice(2)]) {
      const again = await fetchFeed({ 'if-none-match': known })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    await add({ title: 'New', startsAt: '2027-07-01T09:00:00Z' })
    expect((await fetchFeed({ 'if-none-match': etag })).status).toBe(200)
    expect((await gateway().request('HEAD', path)).headers.get('etag')).not.toBe(etag)
    expect((await gateway().request('POST', path)).status).toBe(405)
  })
})

describe('the address', () => {
  test('is shown again unchanged, stops working once rotated or closed, and is never logged', async () => {
    const sam = await gateway().caller()
    expect((await sam.get('/api/mcp/calendar/feed')).body).toMatchObject({ url: null, id: null })
    expect((await sam.send('DELETE', '/api/mcp/calendar/feed')).status).toBe(404)
    const open = async () => new URL((await sam.send('POST', '/api/mcp/calendar/feed', {})).body.url).pathname
    const first = await open()
    expect(new URL((await sam.get('/api/mcp/calendar/feed')).body.url).pathname).toBe(first)
    expect((await fetchFeed({}, first)).status).toBe(200)
    const second = await open()
    expect((await fetchFeed({}, first)).status).toBe(404)
    expect((await fetchFeed({}, second)).status).toBe(200)
    expect((await sam.send('DELETE', '/api/mcp/calendar/feed')).body).toMatchObject({ deleted: true })
    expect((await fetchFeed({}, second)).status).toBe(404)
    const secrets = [first, second].map((address) => address.slice('/calendar/'.length, -'.ics'.length))
    const { sql } = gateway().core.services
    const kept = JSON.stringify([
      await sql`select changes from audit_log`,
      await sql`select answer from idempotency_keys`,
      gateway().core.logged,
    ])
    for (const secret of secrets) expect(kept).not.toContain(secret)
  })

  test.each(['cal_x', 'cal_' + 'a'.repeat(49), '..%2f..%2fetc', 'ext_' + 'a'.repeat(49), '%00', "' or 1=1"])(
    '%s is not found',
    async (secret) => {
      expect((await fetchFeed({}, `/calendar/${secret}.ics`)).status).toBe(404)
    },
  )

  test('of more events than a feed holds leaves out the oldest', async () => {
    const sam = await gateway().caller()
    const url = new URL((await sam.send('POST', '/api/mcp/calendar/feed', {})).body.url)
    await gateway().core.services.sql`
      insert into calendar_events (user_id, id, type, title, starts_at, created_at, updated_at)
      select ${sam.principal.userId}, gen_random_uuid(), 'other', 'E' || n, now() + n * interval '1 minute', now(), now()
      from generate_series(1, 5001) n`
    const { text } = await fetchFeed({}, url.pathname)
    expect([text.includes('SUMMARY:E5001'), text.includes('SUMMARY:E1\r')]).toEqual([true, false])
  })

  test('shows nothing of other users', async () => {
    const sam = await gateway().caller()
    const theirs = new URL((await sam.send('POST', '/api/mcp/calendar/feed', {})).body.url).pathname
    expect((await fetchFeed({}, theirs)).text).not.toContain('VEVENT')
  })
})

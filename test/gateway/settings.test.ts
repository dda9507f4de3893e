// The settings page in a browser: forms without scripts, an origin check, secrets shown once.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addToken, removeToken } from '../../core/identity/operations.ts'
import { userCreationContext, localOwner } from '../../core/identity/local-owner.ts'
import { makeOwnerLink } from '../../core/identity/owner-link.ts'
import { as, call } from '../harness.ts'
import { useBilling, type Payer } from './billing/world.ts'
import { useGateway } from './harness.ts'

const world = useBilling()
const PASSWORD = 'correct horse battery staple'

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  world().gateway.request('POST', '/settings', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
const see = (cookie: string, query = '') =>
  world().gateway.request('GET', `/settings${query}`, { headers: { cookie } })
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? ''
const saidOn = (text: string) =>
  /class="notice[^>]*>([\s\S]*?)<\/section>/.exec(text)?.[1]?.replace(/\s+/g, ' ') ?? ''

let me: Payer
beforeAll(async () => {
  me = await world().payer()
})

describe('signing in', () => {
  const email = 'sam@settings.example.com'

  test('works up, out and in again, with forms', async () => {
    const up = await form({ do: 'sign-up', email, password: PASSWORD })
    expect([up.status, up.text.includes(email)], up.text).toEqual([200, true])
    const out = await form({ do: 'sign-out' }, { cookie: cookieOf(up) })
    expect(saidOn(out.text)).toContain('signed out')
    const wrong = await form({ do: 'sign-in', email, password: 'something else' })
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([401, true])
    const again = await form({ do: 'sign-in', email, password: PASSWORD })
    expect((await see(cookieOf(again))).text).toContain(email)
  })

  test('the link of crm settings signs the local owner in: once, for five minutes, and only as it was made', async () => {
    const { core } = world().gateway
    const owner = userCreationContext(core.services, await localOwner(core.services))
    const { link } = await makeOwnerLink(owner)
    const forged = await see('', `?link=${link.split('.')[0]}.${'A'.repeat(43)}`)
    expect([forged.status, forged.headers.get('set-cookie')]).toEqual([401, null])
    const opened = await Promise.all(Array.from({ length: 4 }, () => see('', `?link=${link}`)))
    expect(opened.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401])
    const cookie = cookieOf(opened.find(({ status }) => status === 303)!)
    expect((await see(cookie)).text).toContain('Sign out')
    const late = await makeOwnerLink({ ...owner, clock: { now: () => Date.now() - 301_000 } })
    expect((await see('', `?link=${late.link}`)).status).toBe(401)
  })

  test.each(['nothing', 'constructor'])('a form that does %s is refused', async (what) => {
    const { status, text } = await form({ do: what }, { cookie: me.cookie })
    expect([status, text]).toEqual([400, expect.stringContaining('Unknown form.')])
  })

  test('redirects only to our own consent page', async () => {
    const next = '/oauth/authorize?client_id=x&state=y'
    expect((await see('', `?next=${encodeURIComponent(next)}`)).text).toContain('name="next"')
    const inside = await form({ do: 'sign-in', email, password: PASSWORD, next })
    expect(inside.text).toContain('url=/oauth/authorize?client_id=x&amp;state=y')
    const here = await see(me.cookie, `?next=${encodeURIComponent(next)}`)
    expect([here.status, here.headers.get('location')]).toEqual([303, next])
  })

  test.each([
    'https://evil.example/oauth/',
    '//evil.example/oauth/',
    '/oauth/../settings',
    '/\\evil.example',
    '/docs',
  ])('does not redirect to %s', async (next) => {
    const page = await see('', `?next=${encodeURIComponent(next)}`)
    expect([page.status, page.text.includes('name="next"')]).toEqual([200, false])
  })
})

describe('a form', () => {
  test.each([
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
  ])('from another origin is refused: %j', async (headers) => {
    for (const cookie of [me.cookie, '']) {
      const answer = await form({ do: 'token', name: 'x', scope: 'read-only' }, { cookie, ...headers })
      expect(answer.status).toBe(403)
    }
  })

  test('with an unknown action is refused', async () => {
    expect((await form({ do: 'nonsense' }, { cookie: me.cookie })).status).toBe(400)
  })

  test('from a signed-out user returns the sign-in form', async () => {
    const answer = await form({ do: 'token', name: 'x', scope: 'read-only' })
    expect([answer.status, answer.text.includes('Sign in')]).toEqual([401, true])
  })

  test('creates a token that is shown once; submitted twice it creates one', async () => {
    const fields = { do: 'token', name: '<b>laptop</b>', scope: 'read-write', once: 'o1' }
    const [one, two] = [await form(fields, { cookie: me.cookie }), await form(fields, { cookie: me.cookie })]
    const token = /ext_\w+/.exec(saidOn(one.text))?.[0]
    expect(token).toBeDefined()
    expect(/ext_\w+/.exec(saidOn(two.text))?.[0]).toBe(token)
    const page = await see(me.cookie)
    expect(page.text).not.toContain(token)
    expect(page.text).toContain('&lt;b&gt;laptop&lt;/b&gt;')
    expect(page.text).not.toContain('<b>laptop')
    const id = /name="id" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    expect(saidOn((await form({ do: 'token-revoke', id }, { cookie: me.cookie })).text)).toContain('revoked')
    expect((await see(me.cookie)).text).not.toContain('laptop&lt;')
  })
})

test('new postings by e-mail: as often as chosen, or not at all, and refused below the plan', async () => {
  const watcher = await world().payer({ tier: 'ultra' })
  const choose = async (every: string, cookie = watcher.cookie, timeZone = '') =>
    form({ do: 'digest', every, timeZone }, { cookie })
  expect(saidOn((await choose('weekly')).text)).toContain('by e-mail weekly')
  const page = (await see(watcher.cookie)).text
  expect(page).toMatch(/<option value="weekly"\s+selected/)
  expect(page).toMatch(
    /The next e-mail goes to \S+@example\.com on\s+\w{3} \d{1,2} \w{3} \d{4} \d\d:\d\d UTC/,
  )
  await choose('weekly', watcher.cookie, 'Asia/Tokyo')
  expect((await see(watcher.cookie)).text).toMatch(
    /\d\d:\d\d GMT\+9, if[\s\S]*name="timeZone" value="Asia\/Tokyo"/,
  )
  expect((await choose('weekly', watcher.cookie, 'Mars/Base')).status).toBe(400)
  expect((await choose('hourly')).status).toBe(400)
  expect(saidOn((await choose('off')).text)).toContain('do not come by e-mail')
  expect((await see(watcher.cookie)).text).toMatch(/<option value="off"\s+selected/)
  expect((await choose('daily', me.cookie)).status).toBe(403)
})

test('plan and invoices: preview, change, cancel and reactivate', async () => {
  const payer = await world().payer()
  await payer.subscribe('pro-monthly')
  const send = (fields: Record<string, string>) => form(fields, { cookie: payer.cookie })
  expect((await see(payer.cookie)).text).toMatch(/pro-monthly[\s\S]*\$99\.00/)
  expect(saidOn((await send({ do: 'preview', plan: 'ultra-monthly' })).text)).toContain('Charged now')
  expect(saidOn((await send({ do: 'change', plan: 'ultra-monthly' })).text)).toContain(
    'You are on ultra-monthly',
  )
  expect(saidOn((await send({ do: 'cancel' })).text)).toContain('keep your plan')
  expect((await see(payer.cookie)).text).toContain('Keep my subscription')
  await send({ do: 'reactivate' })
  expect((await payer.billing()).subscription.cancel_at_period_end).toBe(false)
  expect(saidOn((await send({ do: 'portal' })).text)).toContain('href="http://127.0.0.1:')
  const nobody = await world().payer()
  const opened = await form({ do: 'checkout', plan: 'pro-yearly' }, { cookie: nobody.cookie })
  expect(saidOn(opened.text)).toContain('href="http://127.0.0.1:')
})

test('an overdue plan says so, and is cancelled at once', async () => {
  const payer = await world().payer()
  await payer.subscribe('pro-monthly')
  await payer.post('update-payment-method', { paymentMethodId: 'pm_card_chargeCustomerFail' })
  world().stripe.advance(32 * 86_400)
  await world().deliver()
  expect((await see(payer.cookie)).text).toMatch(/past due; a payment is open\.[\s\S]*Cancel now/)
  const cancelled = await form({ do: 'cancel' }, { cookie: payer.cookie })
  expect(saidOn(cancelled.text)).toContain('Cancelled. It has ended.')
})

test('the content security policy allows our style by its hash, no script, and forms only to us', async () => {
  const page = await see(me.cookie)
  const policy = page.headers.get('content-security-policy') ?? ''
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page.text) ?? []
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self'")
  expect(page.text).not.toMatch(/<script|style="|\son\w+=/)
})

test('all stored data can be exported, without any secret', async () => {
  const payer = await world().payer()
  await payer.subscribe()
  await form({ do: 'token', name: 'taken along', scope: 'read-only' }, { cookie: payer.cookie })
  const file = await world().gateway.request('GET', '/settings/export', { headers: { cookie: payer.cookie } })
  expect(file.headers.get('content-disposition')).toContain('attachment')
  const { tables, person } = file.body
  expect(person.id).toBe(payer.principal.userId)
  expect(tables.invoices).toHaveLength(1)
  expect(tables.extension_tokens[0]).toMatchObject({ name: 'taken along' })
  expect(tables.extension_tokens[0]).not.toHaveProperty('hash')
  expect(Object.keys(tables)).toEqual(
    expect.arrayContaining(['jobs', 'contacts', 'subscriptions', 'audit_log']),
  )
})

test('a reader that leaves an export in the middle ends it, and is no fault', async () => {
  const payer = await world().payer()
  const { gateway } = world()
  await gateway.core.services.sql`
    insert into mood_check_ins (user_id, id, mood, note, at)
    select ${payer.principal.userId}, gen_random_uuid(), 'good', md5(n::text) || repeat('x', 3000), now()
    from generate_series(1, 8000) n`
  const leaving = new AbortController()
  const { body } = await fetch(`${gateway.url}/api/account/export`, {
    headers: { cookie: payer.cookie, 'accept-encoding': 'identity' },
    signal: leaving.signal,
  })
  await body!.getReader().read()
  leaving.abort()
  const whole = await gateway.request('GET', '/api/account/export', { headers: { cookie: payer.cookie } })
  expect(whole.headers.get('content-encoding')).toBe('gzip')
  expect(whole.body.tables.mood_check_ins).toHaveLength(8_000)
  const head = await gateway.request('HEAD', '/api/account/export', { headers: { cookie: payer.cookie } })
  expect([head.status, head.text]).toEqual([200, ''])
  expect(gateway.core.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('lists an old token behind a hundred that were revoked since', async () => {
  const { principal, cookie } = await world().payer()
  const ctx = as(world().gateway.core, principal)
  await call(addToken, ctx, { name: 'the old laptop', scope: 'read-only' })
  for (let n = 0; n < 101; n += 1) {
    const { id } = await call(addToken, ctx, { name: `replaced ${n}`, scope: 'read-only' })
    await call(removeToken, ctx, { id })
  }
  const { text } = await see(cookie)
  expect([text.includes('the old laptop'), text.includes('replaced')]).toEqual([true, false])
})

describe('deleting the account', () => {
  test('requires the confirmation phrase, ends the subscription immediately and leaves no data', async () => {
    const payer = await world().payer()
    await payer.subscribe()
    const { subscription } = await payer.billing()
    const slip = await form({ do: 'delete', confirm: 'delete' }, { cookie: payer.cookie })
    expect(slip.status).toBe(400)
    const gone = await form({ do: 'delete', confirm: 'delete my account' }, { cookie: payer.cookie })
    expect(saidOn(gone.text)).toContain('deleted')
    expect(world().stripe.world.subscriptions.get(subscription.id)?.status).toBe('canceled')
    expect((await payer.get('subscription')).status).toBe(401)
    const { sql } = world().gateway.core.services
    expect(await sql`select id from users where id = ${payer.principal.userId}`).toHaveLength(0)
    await world().deliver()
  })

  test('is refused while the subscription cannot be ended, and nothing is lost', async () => {
    const payer = await world().payer()
    await payer.subscribe()
    world().stripe.faults.push({ on: /^DELETE \/v1\/subscriptions/, when: 'before', times: 1 })
    const refused = await form({ do: 'delete', confirm: 'delete my account' }, { cookie: payer.cookie })
    expect(refused.status).toBe(500)
    expect((await payer.billing()).subscription.status).toBe('active')
  })
})

describe('a server that sells nothing', () => {
  const plain = useGateway()

  test('speaks of no plan', async () => {
    const { core, request } = plain()
    const owner = userCreationContext(core.services, await localOwner(core.services))
    const { link } = await makeOwnerLink(owner)
    const cookie = cookieOf(await request('GET', `/settings?link=${link}`))
    const { text } = await request('GET', '/settings', { headers: { cookie } })
    const seen = text.replace(/<style>[\s\S]*?<\/style>/, '')
    expect(seen).toContain('Extension tokens')
    expect(seen).not.toMatch(/\bplan\b|\bPro\b|[Uu]ltra|subscription|invoice|payments/i)
  })
})

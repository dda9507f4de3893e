// Sharing an Ultra plan by seats, as its owner and as a member: over HTTP, with a key and with a cookie.
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { emailWorker } from '../../../core/mail/queue.ts'
import { addSeat, takeSeat } from '../../../core/seats/operations.ts'
import { as, aUser, call } from '../../harness.ts'
import { sessionOf } from '../../derived/world.ts'
import { useGateway, type Answer } from '../harness.ts'
import { BASE, keyHolder, type KeyHolder } from './key-holder.ts'

const gateway = useGateway()

interface Person extends KeyHolder {
  seat(method: string, body?: unknown): Promise<Answer>
  remove(id: string): Promise<Answer>
}

/** A user with a key and a session. */
async function person(tier: 'free' | 'ultra'): Promise<Person> {
  const holder = await keyHolder(gateway(), tier)
  const cookie = await sessionOf(gateway().core, holder.principal)
  return {
    ...holder,
    seat: (method, body) =>
      gateway().request(method, '/api/account/seat', {
        headers: { cookie, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    remove: (id) =>
      gateway().request('DELETE', `${BASE}/seats/${id}`, {
        headers: { authorization: `Bearer ${holder.key}` },
      }),
  }
}

let invited = 0

async function invite(owner: Person): Promise<{ id: string; invitation: string }> {
  const answer = await owner.post('/seats', { email: `friend${(invited += 1)}@example.com` })
  expect(answer.status).toBe(201)
  return answer.body.data
}

const tierOf = async (holder: KeyHolder) => (await holder.get('/usage')).body.data?.tier

test('a seat holder has the plan and spends its quota, until the seat is revoked', async () => {
  const [owner, member] = [await person('ultra'), await person('free')]
  expect(await tierOf(member)).toBe('free')
  const { id, invitation } = await invite(owner)
  const taken = await member.seat('POST', { invitation })
  expect(taken.status).toBe(200)
  expect((await member.seat('GET')).body).toMatchObject({ seat: { id } })
  expect((await owner.get('/seats')).body.data).toMatchObject({
    limit: 15,
    seats: [{ id, status: 'active' }],
  })

  const before = (await owner.get('/usage')).body.data.month.remaining
  const theirs = (await member.get('/usage')).body.data
  expect(theirs).toMatchObject({ tier: 'ultra', month: { limit: 5_000_000, remaining: before - 1 } })

  expect((await owner.remove(id)).status).toBe(200)
  expect(await tierOf(member)).toBe('free')
  expect((await member.seat('GET')).body).toEqual({ seat: null })
})

test('a seat can be left, and its code then no longer works', async () => {
  const [owner, member] = [await person('ultra'), await person('free')]
  const { invitation } = await invite(owner)
  await member.seat('POST', { invitation })
  expect((await member.seat('POST', { invitation })).status).toBe(200)
  expect((await member.seat('DELETE')).status).toBe(200)
  expect((await member.seat('DELETE')).status).toBe(404)
  expect(await tierOf(member)).toBe('free')
  expect((await member.seat('POST', { invitation })).status).toBe(400)
  expect((await owner.get('/seats')).body.data.seats).toEqual([])
})

test('mistyped codes, one’s own, and used ones take no seat', async () => {
  const [owner, member, late] = [await person('ultra'), await person('free'), await person('free')]
  const { invitation } = await invite(owner)
  const last = invitation.at(-2) === 'A' ? 'B' : 'A'
  const mistyped = invitation.slice(0, -2) + last + invitation.at(-1)
  for (const wrong of [mistyped, 'seat_', 'x'.repeat(200), '\u0000'])
    expect((await member.seat('POST', { invitation: wrong })).status).toBe(400)
  expect((await owner.seat('POST', { invitation })).status).toBe(400)
  expect((await member.seat('POST', { invitation })).status).toBe(200)
  expect((await late.seat('POST', { invitation })).status).toBe(400)
  const second = await invite(await person('ultra'))
  expect((await member.seat('POST', { invitation: second.invitation })).status).toBe(409)
})

test('of several concurrent users of one code, one gets the seat', async () => {
  const owner = await person('ultra')
  const people = [await person('free'), await person('free'), await person('free')]
  const { invitation } = await invite(owner)
  const answers = await Promise.all(people.map((one) => one.seat('POST', { invitation })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('there are fifteen seats, however many invitations are concurrent', async () => {
  const owner = await person('ultra')
  const emails = Array.from({ length: 20 }, (_, at) => `many${at}@example.com`)
  const answers = await Promise.all(emails.map((email) => owner.post('/seats', { email })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(15)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  // A second invitation to the same address renews the first and takes no additional seat.
  const known = emails[answers.findIndex(({ status }) => status === 201)]
  expect((await owner.post('/seats', { email: known })).status).toBe(201)
  expect((await owner.get('/seats')).body.data.seats).toHaveLength(15)
})

test('a shared plan cannot be shared further, and lower plans have no seats', async () => {
  const [owner, member] = [await person('ultra'), await person('free')]
  await member.seat('POST', { invitation: (await invite(owner)).invitation })
  expect((await member.post('/seats', { email: 'third@example.com' })).status).toBe(409)
  expect((await (await person('free')).get('/seats')).status).toBe(403)
})

test('an invitation is e-mailed where there is a mail server, and the code in it takes the seat', async () => {
  const letters: string[] = []
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => (letters.push(Buffer.concat(parts).toString()), done()))
    },
  })
  await new Promise<void>((listening) => mail.listen(0, '127.0.0.1', listening))
  onTestFinished(() => new Promise<void>((closed) => mail.close(closed)))
  const { port } = mail.server.address() as { port: number }
  const { core } = gateway()
  const config = { ...core.services.config, smtpUrl: `smtp://127.0.0.1:${port}` }
  const owner = as(core, await aUser(core), { config })
  const made = await call(addSeat, owner, { email: 'ada@example.com' })
  expect(made.emailed).toBe(true)
  await emailWorker.run({ ...core.services, config }, new AbortController().signal)
  const [letter = ''] = letters.map((text) => text.replaceAll('=\r\n', ''))
  expect(letter).toContain('To: ada@example.com')
  const [, code = ''] = /crm seats join (seat_[\w-]+)/.exec(letter) ?? []
  expect(code).toBe(made.invitation)
  const member = await aUser(core, { tier: 'free' })
  expect(await call(takeSeat, as(core, member), { invitation: code })).toMatchObject({ id: made.id })
})

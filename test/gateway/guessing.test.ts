// Guessing a password from many addresses: few tries an hour, nobody who signed in before is shut out, and nothing tells
// whether there is an account.
import { expect, test } from 'vitest'
import { newId } from '../../core/kernel/id.ts'
import { useGateway } from './harness.ts'

const gateway = useGateway({ trustProxy: 1 })

const PASSWORD = 'a long enough secret 1'

const from = (address: string, path: string, body: object) =>
  gateway().request('POST', `/api/auth/${path}`, {
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })

/** What thirty wrong passwords from thirty addresses are answered, without what differs for every request. */
async function guessesAt(email: string, network: number) {
  const told: unknown[] = []
  for (let n = 0; n < 30; n += 1) {
    const answer = await from(`198.51.${network}.${n}`, 'login', { email, password: 'a wrong one' })
    const { requestId: _, ...body } = answer.body as Record<string, unknown>
    const names = [...answer.headers.keys()].filter((name) => !name.startsWith('x-ratelimit')).sort()
    told.push({
      status: answer.status,
      error: String(body['error']).replace(/\d+/g, 'n'),
      code: body['code'],
      names,
    })
  }
  return told as { status: number }[]
}

test('twenty of thirty guesses are looked at, alike with and without an account, and a known device still gets in', async () => {
  const email = `${newId()}@example.com`
  expect((await from('203.0.113.5', 'signup', { email, password: PASSWORD })).status).toBe(201)
  const known = await guessesAt(email, 1)
  expect(known.map(({ status }) => status)).toEqual([...Array(20).fill(401), ...Array(10).fill(429)])
  expect(await guessesAt(`${newId()}@example.com`, 2)).toEqual(known)
  const login = { email, password: PASSWORD }
  expect((await from('198.51.3.1', 'login', login)).status).toBe(429)
  expect((await from('203.0.113.5', 'login', login)).status).toBe(200)
})

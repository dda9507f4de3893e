// What a typed reference means: the closest kind of match wins, and a digit never means the inside of an id.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../../core/kernel/context.ts'
import { matching, near } from '../../../core/references/match.ts'
import { findActivities } from '../../../core/references/operations.ts'
import { resolve } from '../../../core/references/resolve.ts'

const id = (end: string) => `01900000-0000-7000-8000-${end.padStart(12, '0')}`
const job = (end: string, company: string, role: string) => ({
  id: id(end),
  name: `${company} — ${role}`,
  also: [company, role, `${company} ${role}`],
})

const JOBS = [
  job('aaaa1f3a9c20', 'Acme', 'Staff Engineer'),
  job('bbbb33333333', 'Acme Labs', 'Engineer'),
  job('cccc2e4d5b60', 'Höganäs Bjuf', 'Go Developer'),
  job('dddd7c8b9a10', 'C# House', 'C++ Developer'),
  job('eeee5f6e7d80', 'Web3 Union', 'Analyst'),
]

test.each(['all', 'me', 'it', 'both'])('“%s” names no record', (text) => {
  const records = [job('aaaa00000001', 'Rekall', 'SRE'), job('aaaa00000002', 'Meagle Labs', 'Item Developer')]
  expect(matching(text, records)).toEqual([])
})

const meant = (text: string) => matching(text, JOBS).map(({ name }) => name.split(' — ')[0])

test('a record that belongs to another is meant by that one’s id too, as long as it is the only one', () => {
  const [acme, labs] = [id('aaaa1f3a9c20'), id('bbbb33333333')]
  const offers = [
    { id: id('ffff11112222'), name: 'Acme — Engineer', of: acme },
    { id: id('ffff44445555'), name: 'Acme Labs — Engineer', of: labs },
    { id: id('ffff66667777'), name: 'Acme Labs — Engineer', of: labs },
  ]
  for (const said of [acme, acme.slice(-8), '1f3a'])
    expect(matching(said, offers).map((one) => one.id)).toEqual([id('ffff11112222')])
  expect(matching(labs, offers)).toHaveLength(2)
})

test.each([
  ['ac', false],
  ['web', false],
  ['web3', true],
  ['C# House', true],
  ['C#', false],
  ['1f3a', true],
  ['[1f3a]', true],
  ['[web]', false],
  ['crm://job/web', false],
])('%s is enough to delete by: %s', async (said, isEnough) => {
  const found = matching(said, JOBS).slice(0, 1)
  const matches = found.map(({ id, name, also }) => ({ id, name, label: also[0] ?? '' }))
  const asking = () => Promise.resolve({ matches, total: 1, near: [] })
  await expect(resolve(asking, 'job', said)).resolves.toMatchObject({ id: found[0]?.id })
  const deleting = resolve(asking, 'job', said, { deletes: true })
  if (isEnough) await expect(deleting).resolves.toMatchObject({ id: found[0]?.id })
  else await expect(deleting).rejects.toThrow(/type more than/)
})

describe('a reference', () => {
  test.each([
    ['acme', ['Acme']],
    ['ACME LABS', ['Acme Labs']],
    ['acme staff', ['Acme']],
    ['acme — staff engineer', ['Acme']],
    ['hoganas', ['Höganäs Bjuf']],
    ['HÖGANÄS', ['Höganäs Bjuf']],
    ['engineer', ['Acme Labs']],
    ['eng', ['Acme', 'Acme Labs']],
    ['c++', ['C# House']],
    ['go', ['Höganäs Bjuf']],
    ['web3', ['Web3 Union']],
    ['abs', ['Acme Labs']],
    ['1f3a9c20', ['Acme']],
    ['1f3a', ['Acme']],
    ['9c20', ['Acme']],
    [id('aaaa1f3a9c20'), ['Acme']],
    ['9c2', []],
    ['333', []],
    ['nobody', []],
    ['', []],
  ] as [string, string[]][])('“%s” means %j', (text, names) => {
    expect(meant(text)).toEqual(names)
  })

  test('a digit means a name, never the inside of an id', () => {
    expect(meant('3')).toEqual(['Web3 Union'])
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9a-f]{1,3}$/),
        (text) => matching(text, [{ id: id('0123456789ab'), name: 'Xylo', also: [] }]).length === 0,
      ),
    )
  })

  test('whatever is typed, the answer is a part of what there is', () => {
    fc.assert(fc.property(fc.string(), (text) => matching(text, JOBS).every((one) => JOBS.includes(one))))
  })
})

test('a name is found without its signs, and as its id is printed', () => {
  const people = [{ id: '01a21b27-2bfe-7704-b3ed-cc757afa118b', name: 'Jane O’Neil', also: ['Kestrel A.I.'] }]
  for (const said of ['jane oneil', 'Kestrel AI', '[7afa118b]', '#7afa118b', 'crm://contacts/7afa118b'])
    expect(matching(said, people), said).toEqual(people)
  expect(matching('jane oneill', people)).toEqual([])
  for (const said of ['jane oneill', 'jayne kestrel', 'kestrel'])
    expect(near(said, people), said).toEqual(people)
  expect(near('bob', people)).toEqual([])
})

test.each(['[ABCD1234]', '#abcd1234', 'abcd1234', 'crm://activity/abcd1234'])(
  '%s is looked up among all activities, however old',
  async (ref) => {
    const asked: unknown[] = []
    const sql = (_: TemplateStringsArray, ...values: unknown[]) => {
      asked.push(...values)
      return Promise.resolve([])
    }
    const me = { sql, principal: { userId: id('1') } } as unknown as Context
    await findActivities.run(me, { ref })
    expect(asked).toContain('abcd1234')
  },
)

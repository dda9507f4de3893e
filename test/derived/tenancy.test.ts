// No user sees or changes another user's row, by any operation or any field that names a row.
import { beforeAll, describe, expect, test } from 'vitest'
import { familyOf } from '../../core/kernel/family.ts'
import { newId } from '../../core/kernel/id.ts'
import { routeOf, type Operation } from '../../core/kernel/operation.ts'
import { operationNamed, operations } from '../../core/operations.ts'
import { useGateway } from '../gateway/harness.ts'
import { unlimited } from '../harness.ts'
import { reachesOutside, referencesOf, sampleOf } from './samples.ts'
import { refusalOf } from './answers.ts'
import { aStranger, aWorld, ready, rowsOf, SAMPLE_CONFIG, type World } from './world.ts'

const gateway = useGateway(SAMPLE_CONFIG, unlimited)

/** Administrators may reach other users; that others cannot is tested in refusals.test.ts. */
const tenants = operations.filter(
  (op) => op.access !== 'public' && familyOf(op).name !== 'admin' && !reachesOutside(op),
)
/** A purchase stores its job's id without looking up the job. */
const named = tenants.filter(({ name }) => !name.startsWith('billing.buy-'))
const references = named.flatMap((op) =>
  Object.entries(referencesOf(op)).map(([field, noun]) => ({ name: op.name, op, field, noun })),
)
const lists = tenants.filter((op) => routeOf(op).method === 'GET' && !routeOf(op).path.includes(':'))

let owner: World
/** Another user with rows of their own, which stay as they are through every test. */
let me: World
let stranger: World
beforeAll(async () => {
  owner = await ready(await aWorld(gateway()), operationNamed('billing.purchase')!)
  me = await aWorld(gateway(), {})
  stranger = await aStranger(gateway())
})

const valueLike = (sample: unknown, id: string): unknown => (Array.isArray(sample) ? [id] : id)

/** The response of `op` to a user whose input has `id` in `field`. */
const sendNaming = (op: Operation, field: string, id: string) => {
  const sample = sampleOf(op, me.ids)
  const like = field.endsWith('Ids') ? [] : ''
  return me.send(op, { ...sample, [field]: valueLike(like, id) })
}

describe('another user’s row', () => {
  test.each(references)('is not found by $name in $field', async ({ op, field, noun }) => {
    const id = owner.ids[noun]!
    expect(id, `No operation made one of ${noun}: see aWorld.`).toBeDefined()
    const [before, mine] = [
      await rowsOf(gateway().core, owner.principal.userId),
      await rowsOf(gateway().core, me.principal.userId),
    ]
    const theirs = await sendNaming(op, field, id)
    const nobodys = await sendNaming(op, field, newId())
    expect(theirs.status, 'A row of another tenant answers like one that never was.').toBe(nobodys.status)
    if (theirs.status === 200) expect(theirs.body).toMatchObject({ total: 0, nextCursor: null })
    else expect(refusalOf(theirs).refused, theirs.text).toEqual([404, 'NOT_FOUND'])
    expect(await rowsOf(gateway().core, owner.principal.userId), 'Theirs is as it was.').toEqual(before)
    expect(await rowsOf(gateway().core, me.principal.userId), 'Nothing of mine points to it.').toEqual(mine)
  })
})

describe('another user’s data', () => {
  test.each(lists.map((op) => ({ name: op.name, op })))('is not shown by $name', async ({ op }) => {
    const { status, text } = await stranger.send(op)
    expect(status, text).toBe(200)
    for (const id of [...Object.values(owner.ids), owner.principal.userId]) expect(text).not.toContain(id)
  })
})

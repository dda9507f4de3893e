// What a request says besides its input is judged by every operation: conditions, and parameters that are given twice.
import { beforeAll, describe, expect, test } from 'vitest'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { pathParameters, routeOf, type Operation } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { useGateway } from '../gateway/harness.ts'
import { unlimited } from '../harness.ts'
import { refusalOf } from './answers.ts'
import { reachesOutside, sampleOf } from './samples.ts'
import { aWorld, rowsOf, SAMPLE_CONFIG, type World } from './world.ts'

const gateway = useGateway(SAMPLE_CONFIG, unlimited)
let world: World

beforeAll(async () => {
  world = await aWorld(gateway())
})

const propertiesOf = (op: Operation): Record<string, JsonSchema> =>
  jsonSchemaOf(op.input(), 'input').properties ?? {}
const methodOf = (op: Operation) => routeOf(op).method
const isList = (schema: JsonSchema): boolean =>
  schema.type === 'array' || (schema.anyOf ?? []).some((variant) => isList(variant))

/** The parameters of a query that hold one value. */
const singlesOf = (op: Operation): string[] => {
  const slots = pathParameters(routeOf(op).path)
  return Object.entries(propertiesOf(op))
    .filter(([name, schema]) => !slots.includes(name) && name !== 'expectedUpdatedAt' && !isList(schema))
    .map(([name]) => name)
}

const asked = operations
  .filter((op) => ['GET', 'DELETE'].includes(methodOf(op)))
  .flatMap((op) => singlesOf(op).map((name) => ({ op, name, of: op.name })))

describe('a parameter given twice', () => {
  test.each(asked)('$name is refused by $of', async ({ op, name }) => {
    const { method, path } = routeOf(op)
    const input = sampleOf(op, world.ids)
    const at = path.replace(/:(\w+)/g, (_, slot: string) => encodeURIComponent(String(input[slot])))
    const answer = await gateway().request(method, `${at}?${name}=1&${name}=1`, {
      headers: world.credential(op),
    })
    expect([answer.status, refusalOf(answer).message], answer.text).toEqual([
      400,
      expect.stringContaining(name),
    ])
  })
})

const writes = operations.filter((op) => methodOf(op) !== 'GET' && !reachesOutside(op))
const isVersioned = (op: Operation): boolean => 'expectedUpdatedAt' in propertiesOf(op)
const named = (ops: readonly Operation[]) => ops.map((op) => ({ name: op.name, op }))
const OLD = { 'if-match': '"2001-02-03T04:05:06.007Z"' }

describe('If-Match with a version that is gone', () => {
  test.each(named(writes.filter(isVersioned)))('is 412 from $name, and nothing changes', async ({ op }) => {
    const before = await rowsOf(gateway().core, world.principal.userId)
    const answer = await world.send(op, sampleOf(op, world.ids), OLD)
    expect([answer.status, refusalOf(answer).refused[1]], answer.text).toEqual([412, 'PRECONDITION_FAILED'])
    expect(await rowsOf(gateway().core, world.principal.userId)).toEqual(before)
  })

  test.each(named(writes.filter((op) => !isVersioned(op))))(
    'is 400 from $name, which has no version',
    async ({ op }) => {
      const before = await rowsOf(gateway().core, world.principal.userId)
      const answer = await world.send(op, sampleOf(op, world.ids), OLD)
      expect([answer.status, refusalOf(answer).message], answer.text).toEqual([
        400,
        expect.stringContaining('If-Match'),
      ])
      expect(await rowsOf(gateway().core, world.principal.userId)).toEqual(before)
    },
  )
})

// A value that is accepted without zod is one that zod accepts, and leaves as it is.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accepts } from '../../../core/kernel/accepts.ts'
import { deadlineIn, endIn, idIn, instantIn, text } from '../../../core/kernel/schema.ts'
import { jsonSchemaOf } from '../../../core/kernel/json-schema.ts'
import { zod } from '../../../core/kernel/zod.ts'

const z = zod()
const FIELDS = {
  id: idIn(z),
  instant: instantIn(z),
  end: endIn(z),
  deadline: deadlineIn(z),
  text: text(z, 20),
  url: z.url(),
  email: z
    .email()
    .transform((value) => value.toLowerCase())
    .meta({ format: 'email', 'x-transforms': true }),
}
const ID = '01a21243-7359-72e3-974b-99d166766294'
const AT = '2026-11-25T10:32:20.057Z'

const values = fc.oneof(
  fc.string(),
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31') }).map((date) => date.toISOString()),
  fc.constantFrom(
    ID,
    AT,
    AT.slice(0, 10),
    '2026-02-30T00:00:00.000Z',
    AT.replace('Z', '+02:00'),
    'a@B.example',
  ),
)

test.each(Object.entries(FIELDS))('what is accepted as %s is what zod makes of it', (_, field) => {
  const schema = jsonSchemaOf(field, 'input')
  fc.assert(
    fc.property(values, (value) => {
      if (accepts(schema, value)) expect(field.parse(value)).toBe(value)
    }),
  )
})

test('an id and an instant in their one spelling are accepted without zod, other spellings are left to it', () => {
  const [id, instant] = [jsonSchemaOf(FIELDS.id, 'input'), jsonSchemaOf(FIELDS.instant, 'input')]
  expect(accepts(id, ID)).toBe(true)
  expect(accepts(id, ID.toUpperCase())).toBe(false)
  expect(accepts(instant, AT)).toBe(true)
  for (const other of [
    AT.slice(0, 10),
    AT.toLowerCase(),
    AT.replace('Z', '+00:00'),
    '3026-11-25T10:32:20.057Z',
  ])
    expect(accepts(instant, other)).toBe(false)
})

// Every listed schema satisfies the strictest of the known hosts.
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { ROOM } from '../../surface/surfaces.ts'
import type { JsonSchema } from '../../../core/kernel/json-schema.ts'
import { TOOLS } from '../../../gateway/mcp/intelligence-tools.ts'
import { ALL_TOOLS, PIPELINE_TOOLS } from '../../../gateway/mcp/pipeline/tools.ts'
import { toolListing } from '../../../gateway/mcp/tool.ts'

const LISTS = [
  ['the pipeline', PIPELINE_TOOLS, 'brief'],
  ['pay over HTTP', TOOLS, 'full'],
  ['pay on stdio', TOOLS, 'brief'],
] as const

/** The keywords that hosts translate into their models' schema dialects. */
const KEYWORDS = [
  ...[
    'type',
    'description',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'enum',
    'const',
    'anyOf',
  ],
  ...[
    'format',
    'default',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
  ],
]

/** Every nested schema, with its path. */
function* within(schema: JsonSchema, path = ''): Generator<[string, JsonSchema]> {
  yield [path, schema]
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* within(field, `${path}.${name}`)
  if (schema.items) yield* within(schema.items, `${path}[]`)
  for (const branch of schema.anyOf ?? []) yield* within(branch, `${path}|`)
}

describe.each(LISTS)('%s', (_, tools, depth) => {
  const shown = tools.map((tool) => toolListing(tool, depth))
  const schemas = shown.flatMap(({ name, inputSchema, outputSchema }) => [
    [`${name} in`, inputSchema as JsonSchema] as const,
    ...(outputSchema ? [[`${name} out`, outputSchema as JsonSchema] as const] : []),
  ])

  test('names tools so that every host can add its prefix', () => {
    for (const { name, title, annotations } of shown) {
      expect(name).toMatch(/^[a-z][a-z_]{0,40}$/)
      expect(title).toBeTruthy()
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const)
        expect(typeof annotations![hint], `${name} ${hint}`).toBe('boolean')
    }
  })

  test('has JSON Schema 2020-12 with an object at the root', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: true, allowUnionTypes: true, formats: FORMATS })
    for (const [name, schema] of schemas) {
      expect(() => ajv.compile(schema as AnySchema), name).not.toThrow()
      expect([schema.type, schema.anyOf], name).toEqual(['object', undefined])
    }
  })

  test('uses no keyword that a model’s dialect lacks', () => {
    for (const [name, schema] of schemas)
      for (const [path, inner] of within(schema))
        expect(
          Object.keys(inner).filter((keyword) => !KEYWORDS.includes(keyword)),
          `${name} ${path}`,
        ).toEqual([])
  })

  test('gives each field one type, or one type and null', () => {
    for (const [name, schema] of schemas)
      for (const [path, { type, anyOf }] of within(schema)) {
        if (depth === 'brief') expect(Array.isArray(type), `${name} ${path}`).toBe(false)
        if (anyOf && depth === 'brief') expect(anyOf[1], `${name} ${path}`).toEqual({ type: 'null' })
      }
  })
})

const FORMATS = { uri: true, uuid: true, email: true, 'date-time': true, date: true } as const

test('all tools of a person’s own server together, the paid one included, leave room for the next field', () => {
  expect(ALL_TOOLS.map(({ name }) => name)).toContain('ask_assistant')
  const { taken, of } = ROOM()['Tokens of all tools']
  expect(taken).toBeLessThanOrEqual(of)
})

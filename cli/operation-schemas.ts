// JSON Schemas of all operations in one file: `crm call` parses flags with them, and reads run without loading zod.
import { jsonSchemaOf, type JsonSchema } from '../core/kernel/json-schema.ts'
import { operations } from '../core/operations.ts'

export interface OperationSchema {
  input: JsonSchema
  fields: string[]
}

/** The text of `dist/schemas.json`, one line per operation: see known-schemas.ts. */
export function schemasText(): string {
  const lines = operations.map((op) => {
    const input = jsonSchemaOf(op.input(), 'input')
    const schema: OperationSchema = { input, fields: fieldsOf(jsonSchemaOf(op.output(), 'output')) }
    return `${JSON.stringify(op.name)}:${JSON.stringify(schema)}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

function fieldsOf(output: JsonSchema): string[] {
  if (output.type === 'array') return Object.keys(output.items?.properties ?? {})
  const properties = output.properties ?? {}
  const rows =
    'nextCursor' in properties || 'next_cursor' in properties
      ? Object.values(properties).find(({ type }) => type === 'array')
      : undefined
  return Object.keys(rows?.items?.properties ?? properties)
}

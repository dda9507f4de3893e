// `crm call`: calls any operation, with flags parsed by its schema.
import { isRecord, must } from '../../core/kernel/narrow.ts'
import { isJsonText, parsed } from '../../core/kernel/json-text.ts'
import { convertFields, type JsonSchema } from '../../core/kernel/json-schema.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { type Command, misused, type Stdin } from '../command.ts'
import { filtered } from '../run-command.ts'
import { readJson } from './upload.ts'

async function fieldsOf(words: string[], schema: JsonSchema, stdin: Stdin): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (let at = 0; at < words.length; at += 1) {
    const [, name, attached] = /^--([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(words[at] ?? '') ?? []
    if (!name) misused(`“${words[at]}” is not a --field.`)
    const next = words[at + 1]
    const value = attached ?? (next === undefined || next.startsWith('--') ? 'true' : must(words[++at]))
    if (name === 'input') Object.assign(fields, await objectIn(value, stdin))
    else fields[camel(name, schema)] = value
  }
  return convertFields(schema, fields)
}

/** `linkedin-url` and `linkedinUrl` name the same field. */
const camel = (name: string, { properties = {} }: JsonSchema): string =>
  Object.hasOwn(properties, name) ? name : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const objectIn = async (file: string, stdin: Stdin): Promise<object> => {
  const value = await readJson(file, stdin)
  return isRecord(value) ? value : misused('--input must hold one JSON object.')
}

function find(operations: readonly Operation[], name: string): Operation {
  const found = operations.find((op) => op.name === name)
  if (found) return found
  const names = operations.map((op) => op.name)
  const guess = nearest(name, names)
  return misused(`There is no operation “${name}”.`, {
    hint: guess ? `Did you mean ${guess}?` : 'crm call lists them all.',
  })
}

function describe(op: Operation, { properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const about = [required.includes(name) ? 'Required.' : '', field.description ?? '', kindOf(field)]
    return `  --${name}  ${about.filter(Boolean).join(' ')}`.trimEnd()
  })
  return [op.summary, '', `Usage: crm call ${op.name} [--field value …]`, op.http, '', ...fields, ''].join(
    '\n',
  )
}

const kindOf = (field: JsonSchema): string =>
  field.enum ? `One of ${field.enum.join(', ')}.` : field.type === 'array' ? 'A comma list.' : ''

export const commands: Command[] = [
  {
    name: 'call',
    about: 'Call any operation by its name; without one, list them.',
    args: [
      { name: 'operation?', about: 'Such as jobs.list.' },
      { name: 'fields...?', about: '--field value …, or --input FILE (- for stdin).' },
    ],
    passThrough: true,
    examples: [
      'crm call',
      'crm call jobs.list --status applied --limit 5',
      'crm call jobs.create --input job.json',
    ],
    async run({ rest, client, out, stdin }) {
      const { operations } = await import('../../core/operations.ts')
      const { jsonSchemaOf } = await import('../../core/kernel/json-schema.ts')
      const at = rest.indexOf('--jq')
      const filter = at < 0 ? undefined : (rest[at + 1] ?? misused('--jq needs a filter.'))
      const [name, ...words] = (at < 0 ? rest : rest.toSpliced(at, 2)).filter((word) => word !== '--json')
      if (name === undefined) {
        const rows = operations.map(({ name, http, summary }) => ({ name, http, summary }))
        const page = { operations: rows, nextCursor: null, total: rows.length }
        return out.list(page, rows, OPERATION_COLUMNS, '')
      }
      const op = find(operations, name)
      const schema = jsonSchemaOf(op.input(), 'input')
      if (words.some((word) => word === '--help' || word === '-h')) return out.raw(describe(op, schema))
      const result = await client.call(op, await fieldsOf(words, schema, stdin))
      if (isJsonText(result) && filter === undefined) return out.pieces(result)
      const whole = isJsonText(result) ? await parsed(result) : client.envelopes.whole(result)
      if (filter !== undefined) return out.raw(await filtered([whole], filter))
      out.raw(`${JSON.stringify(whole, null, 2)}\n`)
    },
  },
]

const OPERATION_COLUMNS = [
  { title: 'OPERATION', value: ({ name }: { name: string }) => name },
  { title: 'HTTP', value: ({ http }: { http: string }) => http, yields: 1 },
  { title: 'WHAT IT DOES', value: ({ summary }: { summary: string }) => summary, yields: 2 },
]

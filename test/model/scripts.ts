// The scripts of the model server, by name: successful, faulty, and unresponsive. A model called
// `stub:<name>` runs one.
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import type { Asked } from './requests.ts'
import type { Speech } from './responses.ts'

/** One response of the server. */
export interface Move {
  say?: (asked: Asked) => Speech
  /** Delay before anything is sent. */
  delayMs?: number
  /** Delay between two events of a stream. */
  paceMs?: number
  status?: number
  headers?: Record<string, string>
  /** Sent as it is, instead of a generated response. */
  raw?: string
  /**
   * What happens to the body: cut off with its socket, stalled for ever, malformed, or cut within a
   * character.
   */
  fate?: 'cut' | 'silence' | 'malformed' | 'half'
}

/** The value of string fields in generated responses, readable when testing by hand. */
const LEAST_TEXT = 'As the data says.'

/** A minimal value that matches a schema. */
function leastOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return leastOf(schema.anyOf[0]!)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, leastOf(inner)]),
    )
  if (type === 'array') return [leastOf(schema.items ?? {})]
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  return type === 'null' ? null : LEAST_TEXT
}

/** The schema given in the prompt, if no protocol field contains it. */
const schemaIn = ({ schema, system }: Asked): JsonSchema => {
  const [, written = '{}'] = /JSON Schema, and nothing else: (\{[\s\S]*\})/.exec(system) ?? []
  return schema ?? (JSON.parse(written) as JsonSchema)
}

const answer = (asked: Asked): string => JSON.stringify(leastOf(schemaIn(asked)))

/** A JSON response where one is requested, otherwise a sentence. */
const normally = (asked: Asked): Speech => ({
  text:
    asked.schema || asked.wantsJson || asked.system.includes('JSON Schema')
      ? answer(asked)
      : 'Two jobs need you today.',
})

const refusing = (status: number, message: string, headers: Record<string, string> = {}): Move => ({
  status,
  headers,
  raw: JSON.stringify({ error: { type: 'stub_error', message } }),
})

const tool = (name: string, args: unknown): Move => ({
  say: (asked) =>
    asked.toolResults.length
      ? { text: 'Done.' }
      : { text: 'Let me do that.', calls: [{ name, arguments: args }] },
})

export const SCRIPTS: Readonly<Record<string, Move>> = {
  normal: { say: normally },
  slow: { say: normally, delayMs: 1_500, paceMs: 200 },
  fenced: { say: (asked) => ({ text: `\`\`\`json\n${answer(asked)}\n\`\`\`` }) },
  prose: { say: (asked) => ({ text: `Here is what I found: ${answer(asked)} I hope that helps!` }) },
  truncated: { say: (asked) => ({ text: answer(asked).slice(0, -5), ended: 'length' }) },
  refusal: { say: () => ({ text: 'I cannot help with that.', ended: 'refusal' }) },
  empty: { say: () => ({ text: '' }) },
  nonsense: { say: () => ({ text: 'I would rather talk about the weather.' }) },
  400: refusing(400, 'Bad request.'),
  401: refusing(401, 'Incorrect API key provided.'),
  429: refusing(429, 'Rate limit reached.', { 'retry-after': '17' }),
  get 'busy-until'() {
    const later = new Date(Date.now() + 20_000).toUTCString()
    return refusing(503, 'Overloaded.', { 'retry-after': later })
  },
  500: refusing(500, 'Internal error.'),
  529: refusing(529, 'Overloaded.'),
  cut: { say: normally, fate: 'cut' },
  silence: { say: normally, fate: 'silence' },
  malformed: { say: normally, fate: 'malformed' },
  half: { say: () => ({ text: '{"company":"Café"}' }), fate: 'half' },
  oversized: { say: () => ({ text: 'x'.repeat(10 * 1024 * 1024) }) },
  html: { raw: '<html><body>A proxy is in the way.</body></html>', headers: { 'content-type': 'text/html' } },
  save: tool('save_job', { company: 'Acme', role: 'Engineer' }),
  'bad-arguments': tool('save_job', { company: 7 }),
  'no-such-tool': tool('delete_everything', {}),
}

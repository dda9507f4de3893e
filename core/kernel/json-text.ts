// The schema of an answer that is sent in pieces, because it is too large for memory.
import { jsonSchemaOf } from './json-schema.ts'
import type { Z, Zod } from './zod.ts'

export type JsonText = AsyncIterable<string>

export const isJsonText = (value: unknown): value is JsonText =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The schema of an answer in pieces. OpenAPI shows the schema of the whole text. */
export const jsonText = (z: Zod, whole: Z.ZodType) =>
  z.custom<JsonText>(isJsonText).meta({ ...jsonSchemaOf(whole, 'output') })

export async function parsed(text: JsonText): Promise<unknown> {
  const pieces: string[] = []
  for await (const piece of text) pieces.push(piece)
  return JSON.parse(pieces.join(''))
}

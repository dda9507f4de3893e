// The schemas of all operations: one JSON line per operation, so that one can be read alone. The build writes the file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accepts } from '../core/kernel/accepts.ts'
import { once } from '../core/kernel/once.ts'
import { schemasText, type OperationSchema } from './operation-schemas.ts'

declare const SCHEMAS_FILE: string | undefined

const read = once(
  typeof SCHEMAS_FILE === 'string' ? () => readFileSync(join(__dirname, SCHEMAS_FILE), 'utf8') : schemasText,
)

export const readSchemas = (): Record<string, OperationSchema> =>
  // The build wrote this file.
  JSON.parse(read()) as Record<string, OperationSchema>

/** Parses one operation's line: parsing all took a third of a millisecond, and more with each operation. */
export function readSchema(operation: string): OperationSchema | undefined {
  const text = read()
  const key = `\n${JSON.stringify(operation)}:`
  const at = text.indexOf(key)
  if (at < 0) return undefined
  const line = text.slice(at + key.length, text.indexOf('\n', at + 1))
  return JSON.parse(line.replace(/,$/, '')) as OperationSchema // The build wrote this line.
}

/** Whether an input is certainly valid for an operation, as `Context.accepts` requires. */
export function acceptsInput(operation: string, input: unknown): boolean {
  const schema = readSchema(operation)
  return schema !== undefined && accepts(schema.input, input)
}

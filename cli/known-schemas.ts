// The schemas the build wrote beside the bundle.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationSchema } from './schemas.ts'

/** Schemas by the operation's name. */
export const readSchemas = (): Record<string, OperationSchema> =>
  JSON.parse(readFileSync(join(__dirname, 'schemas.json'), 'utf8')) as Record<string, OperationSchema>

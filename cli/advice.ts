// Explains why a database cannot be used, and what to do.
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { recordOf } from '../core/kernel/narrow.ts'
import { systemCause } from '../core/kernel/system-causes.ts'
import { messageOf, CrmError, problem } from '../core/kernel/errors.ts'
import type { Config } from '../core/config.ts'
import { redact } from '../core/kernel/log.ts'

/** The reason behind an error of the database, without secrets; '' if it has none. */
export function reasonOf({ code, cause }: CrmError): string {
  if (code !== 'database_unavailable' || !(cause instanceof Error)) return ''
  // A host with several addresses fails once for each, with an empty message around them.
  const [first]: unknown[] = cause instanceof AggregateError ? cause.errors : []
  return redact(messageOf(first ?? cause))
}

/** Adds a hint to errors of a database that the user configured, and explains system errors. */
export function withAdvice(error: CrmError, config: Config | undefined): CrmError {
  if (error.code === 'internal') return inPlainWords(error)
  if (error.code !== 'database_unavailable' || error.hint || !config?.databaseUrl) return error
  const reason = reasonOf(error)
  const hint = `${reason && `${reason}. `}Check DATABASE_URL; crm doctor shows its value.`
  return new CrmError(error.code, error.message, { hint, cause: error.cause })
}

function inPlainWords(error: CrmError): CrmError {
  const { path } = recordOf(error.cause)
  const cause = systemCause(
    error.cause,
    typeof path === 'string' ? dirname(path) : `temporary files (${tmpdir()})`,
  )
  return cause
    ? problem('failed', { problem: cause.reason }, { hint: cause.hint, cause: error.cause })
    : error
}

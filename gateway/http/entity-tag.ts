// Entity tags of single records: a record's version, so that a client can ask whether it moved on, or change it only if not.
import { first, must } from '../../core/kernel/must.ts'
import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { requireVersion } from '../../core/kernel/version.ts'
import { collectHeader } from './request-state.ts'

const isTagged = (output: unknown): output is Record<string, unknown> & { id: string; updatedAt: string } =>
  typeof output === 'object' && output !== null && 'updatedAt' in output && 'id' in output

/** What follows from other records and from time, and so changes without a new version. */
const FOLLOWING = ['lastContactedAt', 'previousSecretUntil', 'health'] as const

/** The version of a record, then a digest of what changes without one. Only the version counts for `If-Match`. */
export function entityTag(output: unknown): string | undefined {
  if (!isTagged(output)) return undefined
  const beside = FOLLOWING.map((field) => output[field] ?? null)
  if (beside.every((value) => value === null)) return `"${output.updatedAt}"`
  const digest = createHash('sha256').update(JSON.stringify(beside)).digest('base64url').slice(0, 11)
  return `"${output.updatedAt};${digest}"`
}

const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The versions that `If-Match` names; undefined when any is right. A weak tag names none. */
export function versionsIn(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return [...header.matchAll(TAG)]
    .filter(([, weak]) => !weak)
    .map(([, , tag]) => first(must(tag).split(';')))
    .filter((version) => INSTANT.test(version))
}

/** Whether `If-None-Match` names a tag, compared weakly as RFC 9110 has it. */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || [...header.matchAll(TAG)].some(([, , known]) => `"${known}"` === tag))

/**
 * Returns true, with status 304 set, if the client has it already; throws `record_changed` for a version that is
 * gone.
 */
export function isKnownRecord(req: Request, res: Response, output: unknown): boolean {
  const tag = entityTag(output)
  if (tag === undefined || !isTagged(output)) return false
  collectHeader(res, 'ETag', tag)
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  requireVersion('record', output, versionsIn(req.headers['if-match']))
  if (!isKnown(req.headers['if-none-match'], tag)) return false
  res.statusCode = 304
  return true
}

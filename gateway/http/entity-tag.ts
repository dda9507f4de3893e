// Entity tags of single records. A client can ask whether a record changed, or change it only if it did not.
import { first, must } from '../../core/kernel/narrow.ts'
import { hash } from 'node:crypto'
import type { Request, Response } from 'express'
import { requireVersion } from '../../core/kernel/version.ts'
import { collectHeader } from './request-state.ts'

const isTagged = (output: unknown): output is Record<string, unknown> & { id: string; updatedAt: string } =>
  typeof output === 'object' && output !== null && 'updatedAt' in output && 'id' in output

/** Fields derived from other records or the time, which change without a new version. */
const DERIVED_FIELDS = ['lastContactedAt', 'previousSecretUntil', 'health'] as const

/** A record's version, then a digest of `DERIVED_FIELDS`. `If-Match` only compares the version. */
export function entityTag(output: unknown): string | undefined {
  if (!isTagged(output)) return undefined
  const beside = DERIVED_FIELDS.map((field) => output[field] ?? null)
  if (beside.every((value) => value === null)) return `"${output.updatedAt}"`
  const digest = hash('sha256', JSON.stringify(beside), 'base64url').slice(0, 11)
  return `"${output.updatedAt};${digest}"`
}

const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The versions that `If-Match` names; undefined if it accepts any. Ignores weak tags. */
export function versionsIn(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return [...header.matchAll(TAG)]
    .filter(([, weak]) => !weak)
    .map(([, , tag]) => first(must(tag).split(';')))
    .filter((version) => INSTANT.test(version))
}

/** Whether `If-None-Match` names a tag, by the weak comparison of RFC 9110. */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || [...header.matchAll(TAG)].some(([, , known]) => `"${known}"` === tag))

/** Returns true and sets status 304 if the client already has the record. Throws `record_changed` for an outdated version. */
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

// Stores the text of a job's posting, with the time when it was read and earlier versions.
import { hash } from 'node:crypto'
import type { Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { Id, Instant, text, words, type Parsed, objectSchema } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import { lockJob } from './references.ts'
import * as store from './store.ts'
import { undoOf } from '../undo-handler.ts'

const MAX_CHARACTERS = 100_000
const MAX_VERSIONS = 20

const Version = objectSchema((z) => ({
  origin: z
    .enum(store.ORIGINS)
    .describe('Where it was read: a watched board, its page, a clip, pasted text.'),
  url: z.string().nullable(),
  at: Instant(),
  text: z.string(),
}))

export const JobPosting = objectSchema((z) => ({
  jobId: Id(),
  ...Version().shape,
  earlier: z.array(Version()).describe('Earlier versions, newest first.'),
}))

export const PostingIn = objectSchema((z) => ({
  text: words(z, MAX_CHARACTERS).describe('Plain text.'),
  url: text(z, 2_048).nullable().optional(),
  origin: z.enum(store.ORIGINS).optional().describe('Default: pasted.'),
}))
export type PostingIn = Parsed<typeof PostingIn>

/** Stores a posting's text with its job, unless it equals the newest version. Throws `job_not_found`. */
export async function keepPosting(tx: Transaction, jobId: string, input: PostingIn): Promise<void> {
  const { id } = await lockJob(tx, jobId)
  const userId = tx.principal.userId
  const body = input.text.trim()
  const digest = hash('sha256', body, 'buffer')
  if ((await store.findLatestDigest(tx.sql, userId, id))?.equals(digest)) return
  const { url = null, origin = 'pasted' } = input
  const row = { id: newId(), jobId: id, origin, url, body, at: isoOf(tx.clock.now()) }
  await store.insertPosting(tx.sql, userId, row, digest)
  await store.removeOlder(tx.sql, userId, id, MAX_VERSIONS)
}

export async function keptPosting({ sql, principal }: Context, jobId: string) {
  const rows = await store.listPostings(sql, principal.userId, jobId)
  const [latest, ...earlier] = rows.map(({ origin, url, at, body }) => ({ origin, url, at, text: body }))
  return latest && { jobId, ...latest, earlier }
}

export const keptPostingUndo = undoOf<store.KeptRow>({
  noun: 'kept-posting',
  groups: [['jobId']],
  nameOf: ({ at }) => `of ${at.slice(0, 10)}`,
  find: ({ sql, principal }, id) => store.findPostingForUpdate(sql, principal.userId, id),
  insert: ({ sql, principal }, row) =>
    store.insertPosting(sql, principal.userId, row, hash('sha256', row.body, 'buffer')),
  update: ({ sql, principal }, { jobId }, before) => store.movePosting(sql, principal.userId, before, jobId),
  remove: ({ sql, principal }, row) => store.removePosting(sql, principal.userId, row),
})

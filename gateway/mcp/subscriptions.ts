// What a client follows, and which of it is another since it was looked at last. The changes come from the mirror's log, so
// nothing is missed, whoever made them and in whichever process.
import { setTimeout } from 'node:timers/promises'
import { asCrmError } from '../../core/kernel/errors.ts'
import { type ChangePage, type RecordChange, listChanges } from '../../core/mirror/operations.ts'
import type { ToolContext } from './tool-context.ts'

export type Watching = (change: RecordChange) => boolean

export interface Following {
  resources: Map<string, Watching>
  /** How far the changes were read; undefined while nothing is followed. */
  cursor: string | undefined
}

export interface Looking {
  /** Reads the changes after a cursor, as whoever calls is allowed to at that time. */
  read(cursor: string): Promise<ChangePage>
  everyMs: number
  gone: AbortSignal
  closing?: AbortSignal | undefined
  ended(): void
}

const MAX_FOLLOWED = 200

export const createFollowing = (): Following => ({ resources: new Map(), cursor: undefined })

/** Follows a resource from now on; returns false if that would be too many. */
export async function subscribe(
  following: Following,
  ctx: ToolContext,
  uri: string,
  isChangedBy: Watching,
): Promise<boolean> {
  if (following.resources.size >= MAX_FOLLOWED && !following.resources.has(uri)) return false
  following.cursor ??= (await ctx.ask(listChanges, { cursor: 'now' })).nextCursor
  following.resources.set(uri, isChangedBy)
  return true
}

export function unsubscribe(following: Following, uri: string): void {
  following.resources.delete(uri)
  if (!following.resources.size) following.cursor = undefined
}

/** The followed resources that are others, as they change, until the client goes or `following` returns undefined. */
export async function* changedOf(
  following: () => Following | undefined,
  { read, everyMs, gone, closing }: Looking,
): AsyncGenerator<string> {
  const ended = closing ? AbortSignal.any([gone, closing]) : gone
  while (!ended.aborted) {
    const followed = following()
    if (!followed) return
    if (followed.cursor !== undefined) yield* await changedSince(followed, read)
    await setTimeout(everyMs, undefined, { signal: ended, ref: false }).catch(() => {})
  }
}

/** The followed resources that are others since the last look. After a month away that may be all of them. */
async function changedSince(following: Following, read: Looking['read']): Promise<string[]> {
  const changed = new Set<string>()
  for (let more = true; more && following.cursor !== undefined;) {
    const page = await read(following.cursor).catch(async (error: unknown) => {
      if (asCrmError(error).code !== 'cursor_expired') throw error
      for (const uri of following.resources.keys()) changed.add(uri)
      return read('now')
    })
    // What was unsubscribed meanwhile is no longer read.
    if (following.cursor !== undefined) following.cursor = page.nextCursor
    for (const [uri, isChangedBy] of following.resources) if (page.changes.some(isChangedBy)) changed.add(uri)
    more = page.more
  }
  return [...changed]
}

export const UPDATED = 'notifications/resources/updated'

// The resources that a client follows, and which of them changed since the last poll. The mirror's change log
// covers all users and processes.
import { setTimeout } from 'node:timers/promises'
import { asCrmError } from '../../core/kernel/errors.ts'
import { type ChangePage, type RecordChange, listChanges } from '../../core/mirror/operations.ts'
import type { ToolContext } from './tool.ts'

export type ChangeFilter = (change: RecordChange) => boolean

export interface FollowedResources {
  resources: Map<string, ChangeFilter>
  /** The position in the change log; undefined while the client follows nothing. */
  cursor: string | undefined
}

export interface PollOptions {
  /** Reads the changes after a cursor with the caller's current permissions. */
  read(cursor: string): Promise<ChangePage>
  everyMs: number
  gone: AbortSignal
  closing?: AbortSignal | undefined
  ended(): void
}

const MAX_FOLLOWED = 200

export const createFollowing = (): FollowedResources => ({ resources: new Map(), cursor: undefined })

/** Follows a resource from now on. Returns false if the client already follows too many. */
export async function subscribe(
  following: FollowedResources,
  ctx: ToolContext,
  uri: string,
  isChangedBy: ChangeFilter,
): Promise<boolean> {
  if (following.resources.size >= MAX_FOLLOWED && !following.resources.has(uri)) return false
  following.cursor ??= (await ctx.ask(listChanges, { cursor: 'now' })).nextCursor
  following.resources.set(uri, isChangedBy)
  return true
}

export function unsubscribe(following: FollowedResources, uri: string): void {
  following.resources.delete(uri)
  if (!following.resources.size) following.cursor = undefined
}

/** Yields changed resources until the client disconnects or `following` returns undefined. */
export async function* changedOf(
  following: () => FollowedResources | undefined,
  { read, everyMs, gone, closing }: PollOptions,
): AsyncGenerator<string> {
  const ended = closing ? AbortSignal.any([gone, closing]) : gone
  while (!ended.aborted) {
    const followed = following()
    if (!followed) return
    if (followed.cursor !== undefined) yield* await changedSince(followed, read)
    await setTimeout(everyMs, undefined, { signal: ended, ref: false }).catch(() => {})
  }
}

/** The followed resources that changed since the last poll; after a month away, possibly all. */
async function changedSince(following: FollowedResources, read: PollOptions['read']): Promise<string[]> {
  const changed = new Set<string>()
  for (let more = true; more && following.cursor !== undefined;) {
    const page = await read(following.cursor).catch(async (error: unknown) => {
      if (asCrmError(error).code !== 'cursor_expired') throw error
      for (const uri of following.resources.keys()) changed.add(uri)
      return read('now')
    })
    // The client may have unsubscribed meanwhile.
    if (following.cursor !== undefined) following.cursor = page.nextCursor
    for (const [uri, isChangedBy] of following.resources) if (page.changes.some(isChangedBy)) changed.add(uri)
    more = page.more
  }
  return [...changed]
}

export const UPDATED = 'notifications/resources/updated'

// MCP sessions over HTTP. Their ids are signed. If the client can answer questions, its session lives in this process,
// because one request must find another; elsewhere the client gets 404 and starts again. Every other session only names
// the client's recorded changes, so every replica accepts it.
import { recordOf } from '../../core/kernel/narrow.ts'
import type { Principal } from '../../core/kernel/context.ts'
import type { Clock } from '../../core/kernel/clock.ts'
import { canAsk, type ClientChannel } from './client-channel.ts'
import type { RunningCalls } from './cancellation.ts'
import { createFollowing, type FollowedResources } from './subscriptions.ts'
import { createSignedNames } from './work.ts'

export interface Session {
  id: string
  /** The credential that opened it. */
  owner: string
  /** Undefined for a name that this process has not opened. */
  capabilities: unknown
  /** The name that the client gave itself. */
  client?: string | undefined
  lines: Set<ClientChannel>
  running: RunningCalls
  following: FollowedResources
}

export type Sessions = ReturnType<typeof createSessions>

const MAX_PER_CREDENTIAL = 20
const MAX_SESSIONS = 10_000

const ownerOf = ({ userId, credential }: Principal): string => `${userId} ${credential.id ?? ''}`

/** Conversations have their own signatures: one that is gone must not pass for a mere name. */
const conversationSubject = (owner: string): string => `${owner} kept`
const handleSubject = (owner: string): string => `${owner} loose`

/** Marks work that a call without a session began. Its changes can be undone by their ids, without the handle. */
const PREFIX = 'w_'

/** Whether the client can answer requests during a call. */
const isConversational = (capabilities: unknown): boolean =>
  canAsk(capabilities) || recordOf(capabilities)['sampling'] !== undefined

export function createSessions(clock: Clock, key: Buffer) {
  const names = createSignedNames(key, clock)
  // In order of last use: `keep` moves a session to the end.
  const kept = new Map<string, Session>()

  const drop = (session: Session): void => {
    kept.delete(session.id)
    for (const line of session.lines) line.close()
  }

  const keep = (session: Session): Session => {
    kept.delete(session.id)
    kept.set(session.id, session)
    return session
  }

  const opened = (id: string, owner: string, capabilities?: unknown): Session => {
    const own = [...kept.values()].filter((session) => session.owner === owner)
    const [oldest] = own.length >= MAX_PER_CREDENTIAL ? own : kept.size >= MAX_SESSIONS ? kept.values() : []
    if (oldest) drop(oldest)
    return keep({
      ...{ id, owner, capabilities },
      lines: new Set(),
      running: new Map(),
      following: createFollowing(),
    })
  }

  /** The session of this credential; undefined if it has ended, belongs to another credential, or is in another process. */
  const find = (id: string, principal: Principal): Session | undefined => {
    const owner = ownerOf(principal)
    const session = kept.get(id)
    if (session) return session.owner === owner ? keep(session) : undefined
    return names.isValid(id, owner) ? opened(id, owner) : undefined
  }

  return {
    open(principal: Principal, capabilities: unknown): Session {
      const owner = ownerOf(principal)
      const subject = isConversational(capabilities) ? conversationSubject(owner) : owner
      return opened(names.make(subject), owner, capabilities)
    },
    find,
    /** Starts work outside of a session: the name under which its changes are recorded. */
    beginWork: (principal: Principal): string => `${PREFIX}${names.make(handleSubject(ownerOf(principal)))}`,
    /** Whether this credential was given this handle, as a session's id or by `beginWork`, in the last 30 days. */
    isWork(handle: string, principal: Principal): boolean {
      const owner = ownerOf(principal)
      if (handle.startsWith(PREFIX)) return names.isValid(handle.slice(PREFIX.length), handleSubject(owner))
      return names.isValid(handle, owner) || names.isValid(handle, conversationSubject(owner))
    },
    end(id: string, principal: Principal): boolean {
      const session = find(id, principal)
      if (!session) return false
      names.end(id)
      drop(session)
      return true
    },
  }
}

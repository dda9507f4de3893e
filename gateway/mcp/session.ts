// MCP sessions over HTTP, only for clients that can be asked questions,
// because only then does one request need to find another. They live in this
// process; a client with an unknown session gets 404 and starts a new one.
import { randomUUID } from 'node:crypto'
import type { Principal } from '../../core/kernel/context.ts'
import { MINUTE_MS, type Clock } from '../../core/kernel/clock.ts'
import type { ClientChannel } from './client-channel.ts'

export interface Session {
  id: string
  capabilities: unknown
  /** The channels of the requests in progress. */
  lines: Set<ClientChannel>
}

export interface Sessions {
  /** Starts a session; if the credential has too many, its oldest one is closed. */
  open(principal: Principal, capabilities: unknown): Session
  /**
   * The session of this credential; undefined if it has ended,
   * belongs to another credential, or is in another process.
   */
  find(id: string, principal: Principal): Session | undefined
  /** Ends a session; returns whether there was one. */
  end(id: string, principal: Principal): boolean
}

interface StoredSession extends Session {
  owner: string
  usedAt: number
}

const IDLE_MS = 30 * MINUTE_MS
/** Most sessions of one credential, and in total. */
const MAX_PER_CREDENTIAL = 20
const MAX_SESSIONS = 10_000

const ownerOf = ({ userId, credential }: Principal): string => `${userId} ${credential.id ?? ''}`

export function createSessions(clock: Clock): Sessions {
  // In order of last use: `find` moves a session to the end.
  const kept = new Map<string, StoredSession>()

  const drop = (session: StoredSession): void => {
    kept.delete(session.id)
    for (const line of session.lines) line.close()
  }

  const makeRoom = (owner: string): void => {
    const before = clock.now() - IDLE_MS
    for (const session of kept.values()) {
      if (session.usedAt > before) break
      drop(session)
    }
    const own = [...kept.values()].filter((session) => session.owner === owner)
    const [oldest] = own.length >= MAX_PER_CREDENTIAL ? own : kept.size >= MAX_SESSIONS ? kept.values() : []
    if (oldest) drop(oldest)
  }

  const find: Sessions['find'] = (id, principal) => {
    const session = kept.get(id)
    if (!session || session.owner !== ownerOf(principal)) return undefined
    if (session.usedAt <= clock.now() - IDLE_MS) return void drop(session)
    session.usedAt = clock.now()
    kept.delete(id)
    kept.set(id, session)
    return session
  }

  return {
    open(principal, capabilities) {
      const owner = ownerOf(principal)
      makeRoom(owner)
      const session = {
        id: randomUUID(),
        capabilities,
        lines: new Set<ClientChannel>(),
        owner,
        usedAt: clock.now(),
      }
      kept.set(session.id, session)
      return session
    },
    find,
    end(id, principal) {
      const session = find(id, principal)
      if (session) drop(session as StoredSession)
      return session !== undefined
    },
  }
}

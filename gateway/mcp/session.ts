// MCP sessions over HTTP. If the client can answer questions, its session lives in this process, because one request
// must find another. For an unknown session the client gets 404 and starts again. Every other session only names the
// client's recorded changes. Its id is signed instead of stored, so every replica accepts it.
import { recordOf } from '../../core/kernel/narrow.ts'
import type { Principal } from '../../core/kernel/context.ts'
import { MINUTE_MS, type Clock } from '../../core/kernel/clock.ts'
import { canAsk, type ClientChannel } from './client-channel.ts'
import type { Running } from './cancellation.ts'
import { createFollowing, type Following } from './subscriptions.ts'
import { createSignedNames, type SignedNames } from './work.ts'

export interface Session extends Memory {
  id: string
  capabilities: unknown
}

interface Memory {
  lines: Set<ClientChannel>
  running: Running
  following: Following
}

const createMemory = (): Memory => ({ lines: new Set(), running: new Map(), following: createFollowing() })

export interface Sessions {
  open(principal: Principal, capabilities: unknown): Session
  /** The session of this credential; undefined if it has ended, belongs to another credential, or is in another process. */
  find(id: string, principal: Principal): Session | undefined
  /** Starts work outside of a session: the name under which its changes are recorded. */
  beginWork(principal: Principal): string
  /** Whether this credential was given this handle, as a session's id or by `beginWork`, in the last 30 days. */
  isWork(handle: string, principal: Principal): boolean
  end(id: string, principal: Principal): boolean
}

interface StoredSession extends Session {
  owner: string
  usedAt: number
}

const IDLE_MS = 30 * MINUTE_MS
const MAX_PER_CREDENTIAL = 20
const MAX_SESSIONS = 10_000

const ownerOf = ({ userId, credential }: Principal): string => `${userId} ${credential.id ?? ''}`

/** Stored sessions have their own signatures: an ended one must not pass for a mere name. */
const sessionSubject = (owner: string): string => `${owner} kept`
const handleSubject = (owner: string): string => `${owner} loose`

/** Marks work that a call without a session began. Its changes can be undone by their ids, without the handle. */
const PREFIX = 'w_'

/** Whether the client can answer requests during a call. */
function isConversational(capabilities: unknown): boolean {
  return canAsk(capabilities) || recordOf(capabilities)['sampling'] !== undefined
}

/** Sessions that are only a name. If one is evicted, the client repeats its request. */
function createMemories() {
  const memories = new Map<string, Memory>()
  return {
    of(id: string): Memory {
      const memory = memories.get(id) ?? createMemory()
      memories.delete(id)
      memories.set(id, memory)
      const [oldest] = memories.keys()
      if (memories.size > MAX_SESSIONS && oldest !== undefined) memories.delete(oldest)
      return memory
    },
    forget: (id: string): void => void memories.delete(id),
  }
}

const workBy = (names: SignedNames): Pick<Sessions, 'beginWork' | 'isWork'> => ({
  beginWork: (principal) => `${PREFIX}${names.make(handleSubject(ownerOf(principal)))}`,
  isWork(handle, principal) {
    const owner = ownerOf(principal)
    if (handle.startsWith(PREFIX)) return names.isValid(handle.slice(PREFIX.length), handleSubject(owner))
    return names.isValid(handle, owner) || names.isValid(handle, sessionSubject(owner))
  },
})

function oneTooMany(kept: readonly StoredSession[], owner: string): StoredSession | undefined {
  const own = kept.filter((session) => session.owner === owner)
  return own.length >= MAX_PER_CREDENTIAL ? own[0] : kept.length >= MAX_SESSIONS ? kept[0] : undefined
}

export function createSessions(clock: Clock, key: Buffer): Sessions {
  const names = createSignedNames(key, clock)
  const named = createMemories()
  // In order of last use: `find` moves a session to the end.
  const kept = new Map<string, StoredSession>()

  const drop = (session: Session): void => {
    kept.delete(session.id)
    for (const line of session.lines) line.close()
  }

  const makeRoom = (owner: string): void => {
    const before = clock.now() - IDLE_MS
    for (const session of kept.values()) {
      if (session.usedAt > before) break
      drop(session)
    }
    const oldest = oneTooMany([...kept.values()], owner)
    if (oldest) drop(oldest)
  }

  const find: Sessions['find'] = (id, principal) => {
    const session = kept.get(id)
    if (!session && names.isValid(id, ownerOf(principal)))
      return { id, capabilities: undefined, ...named.of(id) }
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
      if (!isConversational(capabilities)) return { id: names.make(owner), capabilities, ...createMemory() }
      makeRoom(owner)
      const session = {
        id: names.make(sessionSubject(owner)),
        capabilities,
        ...createMemory(),
        owner,
        usedAt: clock.now(),
      }
      kept.set(session.id, session)
      return session
    },
    find,
    ...workBy(names),
    end(id, principal) {
      const session = find(id, principal)
      if (!session) return false
      names.end(id)
      named.forget(id)
      drop(session)
      return true
    },
  }
}

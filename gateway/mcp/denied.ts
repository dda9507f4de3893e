// Removes data that a caller may not read from operations' answers. Whichever tool asks, a record of
// a denied noun appears neither by name nor by id.
import { recordOf, first, must } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Scope } from '../../core/kernel/scope.ts'

type Allows = (scope: Scope) => boolean
type Fields = Readonly<Record<string, unknown>>

const FIELDS: Readonly<Record<string, string>> = {
  contactId: 'contacts',
  contactIds: 'contacts',
  contact: 'contacts',
  contacts: 'contacts',
  from: 'contacts',
  lastContactedAt: 'activities',
  jobId: 'jobs',
  jobIds: 'jobs',
  activities: 'activities',
  events: 'calendar',
}

const KINDS: Readonly<Record<string, string>> = {
  reconnect: 'contacts',
  prepare: 'calendar',
  thank: 'calendar',
  debrief: 'calendar',
  deadline: 'calendar',
  declined: 'offers',
  expired: 'offers',
  offered: 'offers',
  withdraw: 'offers',
  mail: 'inbox',
}

const ABOUT_JOBS = ['needsAttention', 'recentWins', 'suggestions']

const FOUND: Readonly<Record<string, string>> = {
  contact: 'contacts',
  activity: 'activities',
  event: 'calendar',
}

/** Fields that reveal nothing about a record beyond what its writer sent. */
const HARMLESS_FIELDS =
  /^(?:id|status|state|type|kind|priority|createdAt|updatedAt|occurredAt|startsAt|endsAt|rounds|base)$/

const nounOf = ({ access }: Pick<Operation, 'access'>): string => first(String(access).split(':'))

const mayRead = (noun: string, allows: Allows): boolean => allows(`${noun}:read`)

/** An operation's answer without data that the caller may not read. The caller's own `input` stays visible. */
export function withoutDenied<T>(op: Operation, answer: T, input: unknown, allows: Allows): T {
  const own = nounOf(op)
  const isBlind = op.effect !== 'read' && !mayRead(own, allows)
  // The type stays the same: only list entries, optional fields and nullable fields are removed.
  return stripped(isBlind ? onlyOwn(answer, recordOf(input)) : answer, allows) as T
}

export const mayName = (op: Operation, allows: Allows): boolean => mayRead(nounOf(op), allows)

function onlyOwn(value: unknown, input: Fields): unknown {
  if (Array.isArray(value)) return value.map((each) => onlyOwn(each, input))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      // Reports that a duplicate exists, but not which record.
      if (name === 'possibleDuplicates') return [name, Array.isArray(inner) && inner.length ? [{}] : []]
      if (name in input || HARMLESS_FIELDS.test(name)) return [name, inner]
      if (Array.isArray(inner)) return [name, isRecords(inner) ? onlyOwn(inner, input) : []]
      return [name, typeof inner === 'boolean' || typeof inner === 'number' ? inner : null]
    }),
  )
}

const isRecords = (value: readonly unknown[]): boolean =>
  value.some((each) => typeof recordOf(each)['id'] === 'string')

function stripped(value: unknown, allows: Allows): unknown {
  if (Array.isArray(value)) return value.map((each) => stripped(each, allows))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const noun = Object.hasOwn(FIELDS, name) ? must(FIELDS[name]) : undefined
    if (noun && !mayRead(noun, allows)) return [name, Array.isArray(inner) ? [] : null]
    if (name === 'changes' && Array.isArray(inner) && !mayRead('contacts', allows))
      return [name, inner.filter((each) => !String(each).startsWith('contact '))]
    return [name, stripped(Array.isArray(inner) ? rowsFor(name, inner, allows) : inner, allows)]
  })
  return Object.fromEntries(entries)
}

function rowsFor(name: string, rows: readonly unknown[], allows: Allows): readonly unknown[] {
  if (name === 'results')
    return rows.filter((row) => {
      const noun = FOUND[String(recordOf(row)['type'])]
      return !noun || mayRead(noun, allows)
    })
  if (!ABOUT_JOBS.includes(name)) return rows
  return rows.filter((row) => {
    const { kind, jobId } = recordOf(row)
    const noun = KINDS[String(kind)]
    if (noun && !mayRead(noun, allows)) return false
    return jobId === null || mayRead('jobs', allows)
  })
}

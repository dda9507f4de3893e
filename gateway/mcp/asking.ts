// Runs a tool's operations for every transport. Removes data that the caller may not read, and cleans and
// remembers foreign text, so that the result can mark it.
import { asCrmError, CrmError, fail } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { createForeignText, oneLine, type ForeignText } from './foreign-text.ts'
import type { AskUser } from './client-channel.ts'
import { confirmer, type ConfirmationSubject } from './confirmation.ts'
import { nounOf } from './pipeline/needs.ts'
import { SCOPE_NOUNS } from '../../core/kernel/record.ts'
import { askOf, type ToolContext } from './tool.ts'
import { recordOf, isKeyOf } from '../../core/kernel/narrow.ts'
import type { Scope } from '../../core/kernel/scope.ts'

/** Published pay contains no foreign text, and many calls share one answer. */
const isOurs = ({ access }: Operation): boolean => String(access).startsWith('intelligence:')

export interface TransportDetails extends Omit<ToolContext, 'ask' | 'foreign' | 'changeIds' | 'confirm'> {
  tool: string
  args: Record<string, unknown>
  /** Only called when a change needs confirmation. */
  seal(): Pick<ConfirmationSubject, 'key' | 'subject' | 'spent'>
  question: AskUser | undefined
}

/** What an operation answered, and the id of its change. */
export type OperationAnswer = { output: unknown; changeId?: string | undefined }

export function toolContextOf(
  run: (op: Operation, input: unknown) => Promise<OperationAnswer>,
  { tool, args, seal, question, ...occasion }: TransportDetails,
): ToolContext {
  const { allows, signal, now, round } = occasion
  const foreign = createForeignText()
  const changeIds: string[] = []
  const ask = async (op: Operation, input: unknown): Promise<unknown> => {
    // A cancelled call makes no further changes.
    if (op.effect !== 'read' && signal().aborted) fail('failed', { problem: 'The call was cancelled.' })
    const { output, changeId } = await run(op, input).catch((thrown: unknown) => {
      throw discreet(asCrmError(thrown), foreign, mayRead(nounOf(op.access), allows))
    })
    if (changeId) changeIds.push(changeId)
    return isOurs(op) ? output : foreign.receive(withoutDenied(op, output, input, allows))
  }
  return {
    ...occasion,
    changeIds,
    foreign,
    ask: askOf(ask),
    confirm: (read) => confirmer({ ...seal(), tool, args, now, question, round })(read),
  }
}

const UNNAMED = 'That is in the way of a record which you may not read.'

/** The error without the names that the caller may not read. Other names are cleaned. */
function discreet(error: CrmError, foreign: ForeignText, mayNameIt: boolean): CrmError {
  // The names of scopes are ours.
  if (error.details === undefined || error.code === 'scope_missing') return error
  const { code, hint, issues, retryAfterSeconds, requestId, cause } = error
  const rest = { hint, issues, retryAfterSeconds, requestId, cause }
  if (!mayNameIt) return new CrmError(code, UNNAMED, rest)
  // Each candidate has its own line. Their names were cleaned when they were read.
  const message = code === 'ambiguous' ? error.message : oneLine(error.message)
  return new CrmError(code, message, { ...rest, details: foreign.receive(error.details) })
}

type Allows = (scope: Scope) => boolean
type Fields = Readonly<Record<string, unknown>>

/** The noun of each name. */
const nounsOf = (named: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(named).flatMap(([noun, names]) => names.map((name) => [name, noun])))

const FIELDS = nounsOf({
  contacts: ['contactId', 'contactIds', 'contact', 'contacts', 'from'],
  activities: ['lastContactedAt', 'activities'],
  jobs: ['jobId', 'jobIds'],
  calendar: ['events'],
})

const KINDS = nounsOf({
  contacts: ['reconnect'],
  calendar: ['prepare', 'thank', 'debrief', 'due', 'deadline'],
  offers: ['declined', 'expired', 'offered', 'withdraw'],
  inbox: ['mail'],
})

const ABOUT_JOBS = ['needsAttention', 'recentWins', 'suggestions']

/** Fields that reveal nothing about a record beyond what its writer sent. */
const HARMLESS_FIELDS =
  /^(?:id|status|state|type|kind|priority|createdAt|updatedAt|occurredAt|startsAt|endsAt|rounds|base)$/

const mayRead = (noun: string, allows: Allows): boolean => allows(`${noun}:read`)

/** An operation's answer without data that the caller may not read. The caller's own `input` stays visible. */
function withoutDenied<T>(op: Operation, answer: T, input: unknown, allows: Allows): T {
  const own = nounOf(op.access)
  const isBlind = op.effect !== 'read' && !mayRead(own, allows)
  // The type stays the same: only list entries, optional fields and nullable fields are removed.
  return stripped(isBlind ? onlyOwn(answer, recordOf(input)) : answer, allows) as T
}

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

/** A number only says how many there are, and the text `from` of a figure names its source. */
const tellsNothing = (name: string, value: unknown): boolean =>
  typeof value === 'number' || (name === 'from' && typeof value === 'string')

/** An empty list or null. A sender is always a record, so its parts are null. */
function emptied(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (name !== 'from') return null
  return Object.fromEntries(Object.keys(recordOf(value)).map((part) => [part, null]))
}

function stripped(value: unknown, allows: Allows): unknown {
  if (Array.isArray(value)) return value.map((each) => stripped(each, allows))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const noun = FIELDS.get(name)
    if (noun && !tellsNothing(name, inner) && !mayRead(noun, allows)) return [name, emptied(name, inner)]
    if (name === 'changes' && Array.isArray(inner) && !mayRead('contacts', allows))
      return [name, inner.filter((each) => !String(each).startsWith('contact '))]
    return [name, stripped(Array.isArray(inner) ? rowsFor(name, inner, allows) : inner, allows)]
  })
  return Object.fromEntries(entries)
}

function rowsFor(name: string, rows: readonly unknown[], allows: Allows): readonly unknown[] {
  if (name === 'results')
    return rows.filter((row) => {
      const type = String(recordOf(row)['type'])
      return !isKeyOf(SCOPE_NOUNS, type) || mayRead(SCOPE_NOUNS[type], allows)
    })
  // A sender's address may be what decided.
  if (name === 'evidence' && !mayRead('contacts', allows))
    return rows.filter((row) => !String(recordOf(row)['quote']).includes('@'))
  if (!ABOUT_JOBS.includes(name)) return rows
  return rows.filter((row) => {
    const { kind, jobId } = recordOf(row)
    const noun = KINDS.get(String(kind))
    if (noun && !mayRead(noun, allows)) return false
    return jobId === null || mayRead('jobs', allows)
  })
}

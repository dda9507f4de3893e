// Shows the result of an edit, so that the user notices a wrong record or a misread date at once.
import { several } from '../../core/kernel/amounts.ts'
import { isInstant, spokenOf } from '../../core/kernel/record.ts'
import { fit } from '../ui/width.ts'
import { momentText } from '../ui/time.ts'

const WIDEST = 40

const LONG = new Set(['notes', 'description', 'body'])

function deadlineText(deadline: string): string {
  // Shows the end of a day as a date.
  const text = momentText(deadline, 'long').replace(/ 23:59 \S+$/, '')
  return `deadline ${text}${Date.parse(deadline) < Date.now() ? ', which is past' : ''}`
}

function fieldText(field: string, value: unknown): string {
  const name = spokenOf(field === 'appendNotes' ? 'notes' : field)
  if (LONG.has(field)) return name
  if (field.endsWith('Ids') && Array.isArray(value)) {
    const noun = field.slice(0, -'Ids'.length)
    return value.length ? several(value.length, noun) : `no ${noun}s`
  }
  if (value === null || (Array.isArray(value) && !value.length)) return `no ${name}`
  if (Array.isArray(value)) return `${name} ${value.join(', ')}`
  if (typeof value !== 'string' || field.endsWith('Id')) return name
  if (field === 'deadline') return deadlineText(value)
  if (isInstant(field)) return `${name} ${momentText(value, 'long')}`
  return `${name} ${fit(value, WIDEST)}`
}

/** `deadline Fri 4 Dec 2026; next step Call`: the changed fields with their new values. */
export function changedText(change: object, record: object): string {
  const now = new Map<string, unknown>(Object.entries(record))
  return Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([field]) => fieldText(field, now.get(field)))
    .join('; ')
}

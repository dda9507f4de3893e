// The state of a small form: each field is a line of text or a choice.
import { must } from '../../../core/kernel/must.ts'
import type { JobDetails, Fields } from './port.ts'
import { edited, lineOf, textOf, type TextLine } from './text-line.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly line: TextLine
  /** The allowed values, chosen with the arrow keys. */
  readonly choices?: readonly string[]
}

export interface Form {
  readonly kind: 'add' | 'edit' | 'note'
  readonly title: string
  /** The job it edits; null for a new one. */
  readonly id: string | null
  readonly version: string
  readonly fields: readonly Field[]
  readonly at: number
  /** The initial values, so that only changes are sent. */
  readonly first: Fields
  readonly isSaving: boolean
}

const field = (name: string, label: string, value = '', choices?: readonly string[]): Field => ({
  name,
  label,
  line: lineOf(value),
  ...(choices && { choices }),
})

const formOf = (kind: Form['kind'], title: string, id: string | null, fields: readonly Field[]): Form => ({
  kind,
  title,
  id,
  version: '',
  fields,
  at: 0,
  first: valuesOf(fields),
  isSaving: false,
})

const valuesOf = (fields: readonly Field[]): Fields =>
  Object.fromEntries(fields.map(({ name, line }) => [name, textOf(line).trim()]))

/** The local day of an instant, with its time unless the day ends with it: `2026-03-13`, `2026-03-13 17:00`. */
function dayOf(iso: string): string {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`
  return time === '23:59' ? day : `${day} ${time}`
}

const STATUS_CHOICES = ['saved', 'applied', 'screening', 'interviewing']

export const addForm = (status: string): Form =>
  formOf('add', 'Add a job', null, [
    field('company', 'Company'),
    field('role', 'Role'),
    field('location', 'Location'),
    field('salary', 'Salary'),
    field('url', 'Posting'),
    field('deadline', 'Deadline'),
    field('status', 'Status', STATUS_CHOICES.includes(status) ? status : 'saved', STATUS_CHOICES),
  ])

export const editForm = ({ job }: Pick<JobDetails, 'job'>): Form => ({
  ...formOf('edit', `Edit ${job.company} — ${job.role}`, job.id, [
    field('company', 'Company', job.company),
    field('role', 'Role', job.role),
    field('location', 'Location', job.location ?? ''),
    field('salary', 'Salary', job.salary ?? ''),
    field('url', 'Posting', job.url ?? ''),
    field('priority', 'Priority', job.priority ?? '', ['', 'high', 'medium', 'low']),
    field('nextStep', 'Next step', job.nextStep ?? ''),
    field('deadline', 'Deadline', job.deadline ? dayOf(job.deadline) : ''),
    field('tags', 'Tags', job.tags.join(', ')),
    field('notes', 'Notes', job.notes ?? ''),
  ]),
  version: job.updatedAt,
})

const LOGGED = [
  'note',
  'email',
  'call',
  'message',
  'meeting',
  'interview',
  'follow-up',
  'application',
  'other',
]

export const noteForm = (id: string, name: string): Form =>
  formOf('note', `Log about ${name}`, id, [field('title', 'What'), field('type', 'Kind', 'note', LOGGED)])

/** The fields to save: all of a new record, only the changed ones of an existing record. */
export function fieldsToSave(form: Form): Fields {
  const values = valuesOf(form.fields)
  if (form.kind !== 'edit') return Object.fromEntries(Object.entries(values).filter(([, value]) => value))
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== form.first[name]))
}

/** The form after a key press; `save` if the key saves it, undefined if the key has no effect. */
export function typed(form: Form, press: string, text: string): Form | 'save' | undefined {
  const last = form.fields.length - 1
  if (press === 'ctrl-s' || (press === 'enter' && form.at === last)) return 'save'
  if (press === 'enter' || press === 'tab' || press === 'down')
    return { ...form, at: press === 'enter' ? form.at + 1 : (form.at + 1) % form.fields.length }
  if (press === 'up' || press === 'shift-tab') return { ...form, at: (form.at + last) % form.fields.length }
  const field = must(form.fields[form.at])
  const changed = field.choices ? chosen(field, field.choices, press, text) : textIn(field, press, text)
  return changed && { ...form, fields: form.fields.map((each, at) => (at === form.at ? changed : each)) }
}

function textIn(field: Field, press: string, text: string): Field | undefined {
  const line = edited(field.line, press, text)
  return line && { ...field, line }
}

/** Arrows and space cycle through the choices; a letter goes to the next choice that starts with it. */
function chosen(field: Field, choices: readonly string[], press: string, text: string): Field | undefined {
  const now = choices.indexOf(textOf(field.line))
  const to = (at: number) => ({
    ...field,
    line: lineOf(must(choices[(at + choices.length) % choices.length])),
  })
  if (press === 'left') return to(now - 1)
  if (press === 'right' || text === ' ') return to(now + 1)
  if (!text) return undefined
  const order = choices.map((_, step) => (now + 1 + step) % choices.length)
  const found = order.find((at) => must(choices[at]).startsWith(text.toLowerCase()))
  return found === undefined ? undefined : to(found)
}

// The state of a small form: each field is a line of text or a choice. A form becomes a command of the terminal.
import { ACTIVITY, ACTIVITY_TYPES } from '../../../core/activities/fields.ts'
import { EVENT, EVENT_TYPES } from '../../../core/calendar/fields.ts'
import { JOB } from '../../../core/jobs/fields.ts'
import type { Fields as Declared, Noun } from '../../../core/kernel/record.ts'
import { OFFER } from '../../../core/offers/fields.ts'
import { must } from '../../../core/kernel/must.ts'
import { dayOf } from '../../ui/time.ts'
import { edited, lineOf, textOf, type Limits, type Refused, type TextLine } from '../text-line.ts'
import type { Fields, Item, JobDetails } from './records.ts'

interface Field extends Limits {
  readonly name: string
  readonly label: string
  readonly line: TextLine
  readonly choices?: readonly string[]
}

export interface Form {
  readonly kind: 'add' | 'edit' | 'note' | 'event' | 'eventEdit' | 'offer'
  readonly title: string
  /** The record it is about; '' for a new one. */
  readonly id: string
  /** The version of that job. */
  readonly version: string
  readonly fields: readonly Field[]
  readonly at: number
  readonly first: Fields
  readonly isSaving: boolean
  /** Whether Esc was pressed. Pressing it again drops the typed text. */
  readonly isLeaving: boolean
}

const field = (name: string, label: string, value = '', choices?: readonly string[]): Field => ({
  name,
  label,
  line: lineOf(value),
  ...(choices && { choices }),
})

/** Longer texts have several lines. */
const LONGEST_LINE = 500

function formOf(
  kind: Form['kind'],
  title: string,
  id: string,
  noun: Noun<Declared>,
  lines: readonly Field[],
): Form {
  const fields = lines.map((line) => {
    const max = noun.fields[line.name]?.max
    return { ...line, max, isLong: max !== undefined && max > LONGEST_LINE }
  })
  const first = valuesOf(fields)
  return { kind, title, id, version: '', fields, at: 0, first, isSaving: false, isLeaving: false }
}

const valuesOf = (fields: readonly Field[]): Fields =>
  Object.fromEntries(fields.map(({ name, line }) => [name, textOf(line).trim()]))

const STATUS_CHOICES = ['saved', 'applied', 'screening', 'interviewing']

export const addForm = (status: string): Form =>
  formOf('add', 'Add a job', '', JOB, [
    field('company', 'Company'),
    field('role', 'Role'),
    field('location', 'Location'),
    field('salary', 'Salary'),
    field('url', 'Posting'),
    field('deadline', 'Deadline'),
    field('status', 'Status', STATUS_CHOICES.includes(status) ? status : 'saved', STATUS_CHOICES),
  ])

export const editForm = ({ job }: Pick<JobDetails, 'job'>): Form => ({
  ...formOf('edit', `Edit ${job.company} — ${job.role}`, job.id, JOB, [
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

/** The kinds that a user logs; crm logs the others itself. */
const LOGGED_TYPES = ACTIVITY_TYPES.filter((type) => !['offer', 'rejection', 'status-change'].includes(type))

export const noteForm = ({ jobId, title }: Item): Form =>
  formOf('note', `Log about ${title}`, jobId ?? '', ACTIVITY, [
    field('title', 'What'),
    field('type', 'Kind', 'note', LOGGED_TYPES),
    field('at', 'When'),
    field('body', 'Details'),
  ])

export const eventForm = (item: Item | undefined): Form =>
  formOf('event', item?.jobId ? `Add an event for ${item.title}` : 'Add an event', item?.jobId ?? '', EVENT, [
    field('title', 'What', item?.jobId ? 'Interview' : ''),
    field('at', 'When'),
    field('for', 'How long', '1h'),
    field('type', 'Kind', item?.jobId ? 'interview' : 'other', EVENT_TYPES),
    field('location', 'Where'),
    field('notes', 'Notes'),
  ])

export const eventEditForm = ({ id, title, values = {} }: Item): Form =>
  formOf('eventEdit', `Edit ${title}`, id, EVENT, [
    field('title', 'What', values['title']),
    field('at', 'When', values['at']),
    field('for', 'How long'),
    field('type', 'Kind', values['type'], EVENT_TYPES),
    field('location', 'Where', values['location']),
    field('notes', 'Notes', values['notes']),
  ])

export const offerForm = ({ jobId, title }: Item): Form =>
  formOf('offer', `Add an offer from ${title}`, jobId ?? '', OFFER, [
    field('base', 'Base'),
    field('bonus', 'Bonus'),
    field('equity', 'Equity'),
    field('signing', 'Signing'),
    field('deadline', 'Answer by'),
    field('level', 'Level'),
    field('notes', 'Notes'),
  ])

export const isChanged = ({ fields, first }: Form): boolean =>
  Object.entries(valuesOf(fields)).some(([name, value]) => value !== first[name])

/** The fields to save: all of a new record, only the changed ones of an existing record. */
export function fieldsToSave({ kind, fields, first }: Form): Fields {
  const isEdit = kind === 'edit' || kind === 'eventEdit'
  return Object.fromEntries(
    Object.entries(valuesOf(fields)).filter(([name, value]) => (isEdit ? value !== first[name] : value)),
  )
}

/** The command that saves a form. Editing a job is a separate call, because it must name the version. */
export function commandOf(form: Form): string[] {
  const { company = '', role = '', title = '', ...rest } = fieldsToSave(form)
  const flags = (fields: Fields) => Object.entries(fields).map(([name, value]) => `--${name}=${value}`)
  if (form.kind === 'add') return ['jobs', 'add', ...flags(rest), '--', company, role]
  if (form.kind === 'note') return ['activities', 'log', ...flags(rest), '--', form.id, title]
  if (form.kind === 'offer') return ['offers', 'add', ...flags(rest), '--', form.id]
  if (form.kind === 'event')
    return ['calendar', 'add', ...flags({ ...rest, ...(form.id && { job: form.id }) }), '--', title]
  return ['calendar', 'edit', ...flags({ ...rest, ...(title && { title }) }), '--', form.id]
}

/** The form after a key press; `save` if the key saves it; undefined if the key has no effect. */
export function afterKey(form: Form, press: string, text: string): Form | Refused | 'save' | undefined {
  const last = form.fields.length - 1
  if (press === 'ctrl-s' || (press === 'enter' && form.at === last)) return 'save'
  if (press === 'enter' || press === 'tab' || press === 'down')
    return { ...form, at: press === 'enter' ? form.at + 1 : (form.at + 1) % form.fields.length }
  if (press === 'up' || press === 'shift-tab') return { ...form, at: (form.at + last) % form.fields.length }
  const field = must(form.fields[form.at])
  const changed = field.choices ? chosen(field, field.choices, press, text) : textIn(field, press, text)
  if (!changed || 'refused' in changed) return changed
  return { ...form, fields: form.fields.map((each, at) => (at === form.at ? changed : each)) }
}

function textIn(field: Field, press: string, text: string): Field | Refused | undefined {
  const line = edited(field.line, press, text, field)
  return line && 'refused' in line ? line : line && { ...field, line }
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

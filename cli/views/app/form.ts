// The forms: a line of text or a choice for each declared field. A form becomes a command of the terminal, so a line has the name of its flag.
import { ACTIVITY, ACTIVITY_TYPES } from '../../../core/activities/fields.ts'
import { EVENT } from '../../../core/calendar/fields.ts'
import { JOB } from '../../../core/jobs/fields.ts'
import { longLast, type Fields as Declared, type Noun } from '../../../core/kernel/record.ts'
import { TERMS } from '../../../core/offers/fields.ts'
import { must } from '../../../core/kernel/narrow.ts'
import { fieldFlags, typedFields } from '../../commands/flags.ts'
import { dayOf } from '../../ui/time.ts'
import { fit } from '../../ui/width.ts'
import { edited, lineOf, textOf, type Limits, type RefusedText, type TextLine } from '../text-line.ts'
import type { Fields, Item, JobDetails } from './records.ts'

interface Field extends Limits {
  readonly name: string
  readonly label: string
  readonly line: TextLine
  readonly choices?: readonly string[] | undefined
  /** The letters typed of a choice. */
  readonly typed?: string
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

const ownLine = (name: string, label: string, value = '', choices?: readonly string[]): Field => {
  const line = lineOf(value)
  return { name, label, line, choices }
}

/** Longer texts have several lines. */
const LONGEST_LINE = 500

/** A line for each field that has a flag of its own and no line yet; long texts last. */
function declaredLines(noun: Noun<Declared>, record: object, but: readonly string[]): Field[] {
  const fields = typedFields(noun, fieldFlags(noun, but), record)
  const ids = fields.map(({ id }) => id)
  const order = longLast(noun, ids)
  return fields
    .sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
    .map(({ name, text, field: { of, fallback, max } }) => {
      const choices = of && fallback === undefined ? ['', ...of] : of
      return { ...ownLine(name, capital(name.replaceAll('-', ' ')), text || fallback, choices), max }
    })
}

const capital = (text: string): string =>
  text === 'url' ? 'URL' : text.charAt(0).toUpperCase() + text.slice(1)

interface About extends Pick<Form, 'kind' | 'title'> {
  id?: string | null
  version?: string
  record?: object
  /** Lines before and after those of the declared fields. */
  own?: readonly Field[]
  last?: readonly Field[]
}

function formOf(noun: Noun<Declared>, { id, record = {}, own = [], last = [], ...about }: About): Form {
  const but = own.map(({ name }) => name)
  const fields = [...own, ...declaredLines(noun, record, but), ...last].map((line) => {
    const max = line.max ?? noun.fields[line.name]?.max
    return { ...line, max, isLong: max !== undefined && max > LONGEST_LINE }
  })
  const first = valuesOf(fields)
  return { version: '', ...about, id: id ?? '', fields, at: 0, first, isSaving: false, isLeaving: false }
}

const valuesOf = (fields: readonly Field[]): Fields =>
  Object.fromEntries(fields.map(({ name, line }) => [name, textOf(line).trim()]))

const STATUS_CHOICES = ['saved', 'applied', 'screening', 'interviewing']

export function addForm(column: string): Form {
  const status = STATUS_CHOICES.find((each) => each === column) ?? 'saved'
  const last = [ownLine('status', 'Status', status, STATUS_CHOICES)]
  return formOf(JOB, { kind: 'add', title: 'Add a job', last })
}

export function editForm({ job }: Pick<JobDetails, 'job'>): Form {
  const title = `Edit ${job.company} — ${job.role}`
  return formOf(JOB, { kind: 'edit', title, id: job.id, version: job.updatedAt, record: job })
}

/** The kinds that a user logs; crm logs the others itself. */
const LOGGED_TYPES = ACTIVITY_TYPES.filter((type) => !['offer', 'rejection', 'status-change'].includes(type))

export const noteForm = ({ jobId, title }: Item): Form =>
  formOf(ACTIVITY, {
    ...{ kind: 'note', title: `Log about ${title}`, id: jobId },
    own: [ownLine('title', 'What'), ownLine('type', 'Kind', 'note', LOGGED_TYPES), ownLine('at', 'When')],
  })

const eventLines = (title: string, at: string, length: string): Field[] => [
  ...[ownLine('title', 'What', title), ownLine('at', 'When', at), ownLine('for', 'How long', length)],
]

export const eventForm = (item: Item | undefined): Form =>
  formOf(EVENT, {
    ...{ kind: 'event', title: item?.jobId ? `Add an event for ${item.title}` : 'Add an event' },
    ...{ id: item?.jobId ?? null, record: item?.jobId ? { type: 'interview' } : {} },
    own: eventLines(item?.jobId ? 'Interview' : '', '', '1h'),
  })

export const eventEditForm = ({ id, title, event }: Item): Form =>
  formOf(EVENT, {
    ...{ kind: 'eventEdit', title: `Edit ${title}`, id, record: event ?? {} },
    own: eventLines(title, event ? dayOf(event.startsAt) : '', ''),
  })

export const offerForm = ({ jobId, title }: Item): Form =>
  formOf(TERMS, {
    ...{ kind: 'offer', title: `Add an offer from ${title}`, id: jobId },
    own: ['base', 'bonus', 'equity', 'signing'].map((name) => ownLine(name, capital(name))),
  })

export const isChanged = ({ fields, first }: Form): boolean =>
  Object.entries(valuesOf(fields)).some(([name, value]) => value !== first[name])

/** The fields to save: all of a new record, only the changed ones of an existing record. */
export function fieldsToSave({ kind, fields, first }: Form): Fields {
  const isEdit = kind === 'edit' || kind === 'eventEdit'
  return Object.fromEntries(
    Object.entries(valuesOf(fields)).filter(([name, value]) => (isEdit ? value !== first[name] : value)),
  )
}

/** A message of the command, with the form's labels in place of flags. */
export const withLabels = ({ fields }: Form, text: string): string =>
  text.replace(/--([a-z-]+)/g, (flag, named) => fields.find(({ name }) => name === named)?.label ?? flag)

const REQUIRED: Partial<Record<Form['kind'], readonly string[]>> = {
  ...{ add: ['company', 'role'], event: ['title', 'at'], offer: ['base'] },
}

/** The place of a line that must be filled, and is not; -1 if there is none. */
export const missingIn = ({ kind, fields }: Form): number =>
  fields.findIndex(({ name, line }) => REQUIRED[kind]?.includes(name) && !textOf(line).trim())

/** Puts the typed values into a form over the job's new version. Returns the form and a message with both sides' values. */
export function rebased(form: Form, details: Pick<JobDetails, 'job'>): { form: Form; text: string } {
  const [theirs, typed] = [editForm(details), fieldsToSave(form)]
  const news = Object.entries(theirs.first).filter(([name, value]) => value !== form.first[name])
  const told = (fields: readonly (readonly [string, string])[]) =>
    fields.map(([name, value]) => `${name} “${fit(value, 40)}”`).join(', ')
  const now = news.length ? `It now says ${told(news)}.` : 'Its other records or its status changed.'
  const fields = theirs.fields.map((field) => {
    const mine = typed[field.name]
    return mine === undefined ? field : { ...field, line: lineOf(mine) }
  })
  return {
    form: { ...theirs, fields, at: form.at },
    text: `${form.title.replace('Edit ', '')} was changed meanwhile, so nothing was saved. ${now} You typed ${told(Object.entries(typed))}; Ctrl-S saves that.`,
  }
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
export function afterKey(form: Form, press: string, text: string): Form | RefusedText | 'save' | undefined {
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

function textIn(field: Field, press: string, text: string): Field | RefusedText | undefined {
  const line = edited(field.line, press, text, field)
  return line && 'refused' in line ? line : line && { ...field, line }
}

/** Arrows and space cycle through the choices. Letters go to the choice that they begin, and one alone to the next such choice. */
function chosen(field: Field, choices: readonly string[], press: string, text: string): Field | undefined {
  const now = choices.indexOf(textOf(field.line))
  const to = (at: number, typed = ''): Field => ({
    ...{ ...field, typed },
    line: lineOf(must(choices[(at + choices.length) % choices.length])),
  })
  if (press === 'left') return to(now - 1)
  if (press === 'right' || text === ' ') return to(now + 1)
  if (!text) return undefined
  const begunBy = (word: string, from: number): number | undefined =>
    choices
      .map((_, step) => (from + step) % choices.length)
      .find((at) => must(choices[at]).startsWith(word.toLowerCase()))
  const typed = `${field.typed ?? ''}${text}`
  const whole = field.typed ? begunBy(typed, Math.max(0, now)) : undefined
  if (whole !== undefined) return to(whole, typed)
  const next = begunBy(text, now + 1)
  return next === undefined ? undefined : to(next, text)
}

// Renders one job as lines of text: fields, pay compared with the market, contacts, timeline.
import { clean, painted } from '../../ui/table.ts'
import { fit, padded, widthOf } from '../../ui/width.ts'
import { wrapped } from '../../ui/wrap.ts'
import { PAINTS } from '../../ui/status.ts'
import { lookOf, windowed, type Drawing } from './drawing.ts'
import type { Document, JobDetails } from './port.ts'
import type { Mode } from './state.ts'

type JobMode = Extract<Mode, { kind: 'job' }>

/** The job view, scrolled to `top`. */
export function jobLines(mode: JobMode, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const { company, role } = mode.card
  const head = painted(fit(clean(`${company} — ${role}`), width), 'bold', lookOf(drawing))
  return [head, ...windowed(textOf(mode, drawing), mode.reading?.top ?? mode.top, rows - 2)]
}

/** The open document, else the job. */
const textOf = (mode: JobMode, drawing: Drawing): string[] =>
  mode.reading ? textOfDocument(mode, mode.reading.at, drawing) : textOfJob(mode, drawing)

function textOfDocument({ details }: JobMode, at: number, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  if (!details) return ['', 'Reading …']
  const { documents } = details
  const document = documents[at]
  if (!document) return ['', ...indented(['No documents yet: a posting, a brief, a long note.'], width)]
  const place = documents.length > 1 ? `  ${at + 1} of ${documents.length}` : ''
  const title = painted(fit(`${clean(titleOf(document, drawing))}${place}`, width), 'bold', lookOf(drawing))
  return [title, '', ...indented(document.text.split('\n'), width)]
}

const titleOf = ({ title, at }: Document, { dateOf }: Pick<Drawing, 'dateOf'>): string =>
  at ? `${title}, ${dateOf(at)}` : title

/** The largest scroll position. */
export const lastTopOf = (mode: JobMode, drawing: Drawing): number =>
  Math.max(0, textOf(mode, drawing).length - (drawing.size.rows - 2))

function textOfJob({ details, market }: JobMode, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  const look = lookOf(drawing)
  if (!details) return ['', 'Reading …']
  const section = (title: string, lines: string[]) =>
    lines.length ? ['', painted(title, 'bold', look), ...lines] : []
  return [
    ...facts(details, drawing),
    ...section('Pay compared with the market', indented(market ?? ['Loading …'], width)),
    ...section('People', indented(people(details), width)),
    ...section('Ahead', indented(ahead(details, drawing), width)),
    ...section('Documents (d reads them)', indented(documents(details, drawing), width)),
    ...section('Timeline', timeline(details, drawing)),
    ...section('Notes', indented((details.job.notes ?? '').split('\n').filter(Boolean), width)),
  ]
}

/** Lines indented by two columns and wrapped. */
const indented = (lines: readonly string[], width: number): string[] =>
  lines.flatMap((line) => wrapped(clean(line), width - 2).map((part) => `  ${fit(part, width - 2)}`))

/** `applied since 3 Mar`; only the status when its date is not known. */
export const sinceOf = (
  { status, statusChangedAt }: JobDetails['job'],
  { dateOf }: Pick<Drawing, 'dateOf'>,
): string => (statusChangedAt === null ? status : `${status} since ${dateOf(statusChangedAt)}`)

function facts({ job }: JobDetails, drawing: Drawing): string[] {
  const look = lookOf(drawing)
  const rows: [string, string | null][] = [
    ['status', sinceOf(job, drawing)],
    ['location', job.location],
    ['salary', job.salary],
    ['priority', job.priority],
    ['next step', job.nextStep],
    ['deadline', job.deadline && drawing.dateOf(job.deadline)],
    ['tags', job.tags.join(', ')],
    ['posting', job.url],
  ]
  const labels = Math.max(...rows.map(([label]) => widthOf(label)))
  return rows.flatMap(([label, value]) => {
    if (!value) return []
    const shown = fit(clean(value), drawing.size.columns - labels - 2)
    const paint = label === 'status' ? PAINTS[job.status] : undefined
    return [`${painted(padded(label, labels), 'dim', look)}  ${painted(shown, paint, look)}`]
  })
}

const people = ({ contacts }: JobDetails): string[] =>
  contacts.map(({ name, title, type, email, phone }) =>
    [name, title ?? type, email, phone].filter(Boolean).join(', '),
  )

const documents = (details: JobDetails, drawing: Drawing): string[] =>
  details.documents.map((document) => titleOf(document, drawing))

const ahead = ({ events }: JobDetails, { dateOf }: Drawing): string[] =>
  events.map(({ startsAt, title, type, location }) =>
    [dateOf(startsAt), title === type ? title : `${type}: ${title}`, location].filter(Boolean).join(', '),
  )

/** Status history and activities as one timeline, latest first. */
function timeline({ job, activities }: JobDetails, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  const look = lookOf(drawing)
  const moves = job.history.map(({ at, status, note }) => ({ at, what: status, said: note ?? '', status }))
  const logged = activities.map(({ occurredAt, type, title, body }) => ({
    at: occurredAt,
    what: type,
    said: [title, body].filter(Boolean).join(': '),
    status: undefined,
  }))
  const all = [...moves, ...logged].sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1))
  const dates = Math.max(0, ...all.map(({ at }) => widthOf(drawing.dateOf(at))))
  return all.map(({ at, what, said, status }) => {
    const start = `  ${padded(drawing.dateOf(at), dates)}  `
    const text = fit(clean(said ? `${what} — ${said}` : what), Math.max(4, width - widthOf(start)))
    return `${painted(start, 'dim', look)}${painted(text, status && PAINTS[status], look)}`
  })
}

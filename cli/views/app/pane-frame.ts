// Draws the details of an entry and of its job: pay, people, events, documents, history.
import { JOB } from '../../../core/jobs/fields.ts'
import { ofKind } from '../../../core/kernel/record.ts'
import { detailsOf, recordLines } from '../../ui/columns.ts'
import { clean, painted, type Line } from '../../ui/table.ts'
import { fit, padded, widthOf, broken } from '../../ui/width.ts'
import { PAINTS } from '../../ui/status.ts'
import { windowed, type Drawing } from './drawing.ts'
import type { Pane } from './state.ts'
import type { Document, JobDetails } from './records.ts'

/** The title, and the lines that fit from the scroll position on. */
export function paneLines(pane: Pane, isReading: boolean, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const title = fit(`${isReading ? '› ' : ''}${clean(pane.item.title)}`, width)
  const head = painted(title, isReading ? 'inverse' : 'bold', drawing)
  return [head, ...windowed(textOf(pane, drawing), pane.document?.top ?? pane.top, rows - 1)]
}

export const lastTopOf = (pane: Pane, drawing: Drawing): number =>
  Math.max(0, textOf(pane, drawing).length - (drawing.size.rows - 1))

const textOf = (pane: Pane, drawing: Drawing): string[] =>
  pane.document ? textOfDocument(pane, pane.document.at, drawing) : textOfItem(pane, drawing)

function textOfDocument({ job }: Pane, at: number, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  if (!job) return ['', 'Reading …']
  const document = job.documents[at]
  if (!document) return ['', ...indented(['No documents yet: a posting, a brief, a long note.'], width)]
  const place = job.documents.length > 1 ? `  ${at + 1} of ${job.documents.length}` : ''
  const title = painted(fit(`${clean(titleOf(document, drawing))}${place}`, width), 'bold', drawing)
  return [title, '', ...indented(document.text.split('\n'), width)]
}

const titleOf = ({ title, at }: Document, { dateOf }: Pick<Drawing, 'dateOf'>): string =>
  at ? `${title}, ${dateOf(at)}` : title

function textOfItem({ item, job, market }: Pane, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  const own = factLines(item.facts, drawing)
  if (item.jobId === null) return own
  if (!job) return [...own, '', 'Reading …']
  const section = (title: string, lines: string[]) =>
    lines.length ? ['', painted(fit(title, width), 'bold', drawing), ...lines] : []
  const name =
    item.kind === 'job'
      ? []
      : ['', painted(fit(clean(`${job.job.company} — ${job.job.role}`), width), 'bold', drawing)]
  return [
    ...own,
    ...name,
    ...jobFacts(job, drawing),
    ...section('Ahead', indented(ahead(job, drawing), width)),
    ...section('Pay compared with the market', indented(market ?? ['Reading …'], width)),
    ...section('People', indented(people(job), width)),
    ...section('Documents (d reads them)', indented(documents(job, drawing), width)),
    ...section('Timeline', timeline(job, drawing)),
    ...section('Notes', indented((job.job.notes ?? '').split('\n').filter(Boolean), width)),
  ]
}

const indented = (lines: readonly string[], width: number): string[] =>
  lines.flatMap((line) => broken(clean(line), Math.max(10, width - 2)).map((part) => `  ${part}`))

function factLines(
  facts: readonly (Line | readonly [label: string, text: string, status: string])[],
  drawing: Drawing,
): string[] {
  const known = facts.filter(([, text]) => text)
  const labels = Math.max(0, ...known.map(([label]) => widthOf(label)))
  return known.flatMap(([label, text, status]) =>
    String(text)
      .split('\n')
      .flatMap((line) => broken(clean(line), Math.max(10, drawing.size.columns - labels - 2)))
      .map((part, at) => {
        const paint = Object.entries(PAINTS).find(([name]) => name === status)?.[1]
        return `${painted(padded(at ? '' : label, labels), 'dim', drawing)}  ${painted(part, paint, drawing)}`
      }),
  )
}

/** Its notes are a section, and its posting is a document. */
const JOB_DETAILS = detailsOf(JOB).filter((name) => !ofKind(JOB, 'notes', 'text').includes(name))

function jobFacts({ job }: JobDetails, drawing: Drawing): string[] {
  const { status, statusChangedAt: at } = job
  // Only the status if its date is not known.
  const since = at === null ? status : `${status} since ${drawing.dateOf(at)}`
  const details = recordLines(JOB, job, JOB_DETAILS, { when: drawing.dateOf, nameOf: () => undefined })
  return factLines([['status', since, status], ...details], drawing)
}

const people = ({ contacts }: JobDetails): string[] =>
  contacts.map(({ name, title, type, email, phone }) =>
    [name, title ?? type, email, phone].filter(Boolean).join(', '),
  )

const documents = (job: JobDetails, drawing: Drawing): string[] =>
  job.documents.map((document) => titleOf(document, drawing))

const ahead = ({ events }: JobDetails, { whenOf }: Drawing): string[] =>
  events.map(({ startsAt, title, type, location }) =>
    [whenOf(startsAt), title === type ? title : `${type}: ${title}`, location].filter(Boolean).join(', '),
  )

/** Status history and activities as one timeline, latest first. */
function timeline({ job, activities }: JobDetails, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  // A move without a date follows its predecessor.
  let latest = ''
  const moves = job.history.map(({ at, status, note }) => {
    latest = at ?? latest
    return { at, order: latest, what: status, said: note ?? '', status }
  })
  const logged = activities.map(({ occurredAt, type, title, body }) => ({
    at: occurredAt,
    order: occurredAt,
    what: type,
    said: [title, body].filter(Boolean).join(': '),
    status: undefined,
  }))
  const all = [...moves.reverse(), ...logged].sort((one, other) =>
    one.order === other.order ? 0 : one.order < other.order ? 1 : -1,
  )
  const dates = Math.max(0, ...all.map(({ at }) => widthOf(drawing.dateOf(at))))
  return all.map(({ at, what, said, status }) => {
    const start = `  ${padded(drawing.dateOf(at), dates)}  `
    const text = fit(clean(said ? `${what} — ${said}` : what), Math.max(4, width - widthOf(start)))
    return `${painted(start, 'dim', drawing)}${painted(text, status && PAINTS[status], drawing)}`
  })
}

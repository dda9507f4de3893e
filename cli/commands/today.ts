// `crm` alone, and `crm today`: what matters now on one screen, most urgent first. An empty home shows how to begin.
import { several } from '../../core/kernel/amounts.ts'
import { existsSync } from 'node:fs'
import type { CalendarEvent } from '../../core/calendar/fields.ts'
import { localZone } from '../../core/kernel/clock.ts'
import { folded } from '../../core/kernel/folded.ts'
import { isOneOf, must } from '../../core/kernel/narrow.ts'
import { STATUS_GROUPS, type Job } from '../../core/jobs/fields.ts'
import { listSuggestions, summarise } from '../../core/pipeline/operations.ts'
import type { Figures } from '../../core/pipeline/summary.ts'
import { daysAgoIn, type Suggestion } from '../../core/pipeline/suggestion.ts'
import { listProposals } from '../../core/inbox/queries.ts'
import { listPostings } from '../../core/watch/posting-operations.ts'
import type { Command, Client } from '../command.ts'
import { clean, painted, type Look, type Names } from '../ui/table.ts'
import { fit, padded } from '../ui/width.ts'
import { jobsOf } from './references.ts'
import { rememberShown, suggestionText } from './next.ts'
import { listEvents } from '../../core/calendar/operations.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { localDay, momentText } from '../ui/time.ts'

/** The most lines in total: a screen of 24 without the prompt and the command. */
const MAX_LINES = 20
const MAX_SHOWN = 8
const MAX_SUGGESTIONS = 25

/** `today 10:00`. The end of a day is shown as the day. */
const timeText = (iso: string): string => momentText(iso).replace(/ 23:59$/, '')

const wordsOf = (text: string): string => folded(text).replace(/[^a-z]+/g, ' ')

function eventText({ startsAt, title, type, location, jobId }: CalendarEvent, companies: Names): string {
  const company = jobId ? companies.get(jobId) : undefined
  const isTold = !company || title.toLowerCase().includes(company.toLowerCase())
  // A title may begin with its kind: “Interview: Acme, Chef”.
  const isNamed = type === 'other' || wordsOf(title).startsWith(wordsOf(type))
  const what = isNamed ? title : `${type}: ${title}`
  return `${padded(timeText(startsAt), 14)}  ${[what, isTold ? null : company, location].filter(Boolean).join(', ')}`
}

function stepText({ company, role, nextStep, deadline }: Step): string {
  const by = deadline ? `, by ${timeText(deadline)}` : ''
  const late = deadline && Date.parse(deadline) < Date.now() ? ' (overdue)' : ''
  return `${company} — ${role}${nextStep ? `: ${nextStep}` : ''}${by}${late}`
}

/** The rows of each part that fit: at least two per part, so that a long part does not hide later ones. */
function partLines(parts: ReturnType<typeof partsOf>, room: number, look: Look): string[] {
  let roomLeft = room
  const least = parts.map(({ rows }) => {
    const count = Math.min(rows.length, 2)
    if (!count || count + 2 > roomLeft) return 0
    roomLeft -= count + 2
    return count
  })
  return parts.flatMap(({ title, rows, total, most }, at) => {
    const first = must(least[at])
    if (!first) return []
    const count = first + Math.min(roomLeft, Math.min(rows.length, most) - first)
    roomLeft -= count - first
    const of = count < total ? ` (${count} of ${total})` : ''
    return ['', painted(`${title}${of}`, 'bold', look), ...rows.slice(0, count).map((row) => `  ${row}`)]
  })
}

type Advice = { suggestions: Suggestion[]; total: number }

function partsOf(entries: Entries, { suggestions, total }: Advice, companies: Names, look: Look) {
  const { events, eventsTotal, due, nextSteps, waiting } = entries
  const fitted = (text: string) => (look.isTerminal ? fit(clean(text), look.width - 2) : clean(text))
  // Due next steps are already listed above.
  const attention = suggestions.flatMap((one, at) =>
    one.kind === 'step' ? [] : [suggestionText(one, at, look)],
  )
  const part = (title: string, rows: string[], most: number, total = rows.length) => ({
    ...{ title, rows: rows.map(fitted), total, most },
  })
  const coming = events.map((event) => eventText(event, companies))
  const idle = waiting.jobs.map(({ company, role, days }) => `${company} — ${role}, ${days} days`)
  return [
    part('Due', due.map(stepText), 3),
    part('Calendar', coming, 6, eventsTotal),
    {
      title: 'Needs attention',
      rows: attention,
      ...{ total: total - suggestions.length + attention.length, most: MAX_SHOWN },
    },
    part('Next steps', nextSteps.map(stepText), 3),
    part('Waiting for an answer', idle, 3, waiting.total),
  ]
}

const WAYS: readonly (readonly [command: string, about: string])[] = [
  ['crm add "Acme" "Staff Engineer"', 'add a job'],
  ['crm add https://jobs.example.com/1', 'add a job by the address of its posting'],
  ['crm jobs import jobs.csv', 'import a list: CSV, Excel, JSON, LinkedIn'],
  ['crm inbox scan mail.mbox', 'read what your mail says about your search'],
  ['crm demo', 'play with a sample search'],
]

/** How to begin, in at most twelve lines at 80 columns. */
const beginText = (look: Look): string =>
  [
    'Your job search, in the terminal. There is nothing here yet. Begin with one of:',
    '',
    ...WAYS.map(([command, about]) =>
      look.width < 80
        ? `  ${painted(command, 'bold', look)}`
        : `  ${painted(padded(command, 34), 'bold', look)}  ${about}`,
    ),
    '',
    'crm --help shows the commands you need every day.',
  ].join('\n')

/** The total of a list; undefined if the token may not read it, or on an older gateway. */
const totalOf = (page: Promise<{ total: number }>): Promise<number> =>
  page.then(({ total }) => total).catch(() => 0)

const command: Command = {
  name: 'today',
  hidden: true,
  about: 'Show today, tomorrow and what comes next: deadlines, events, next steps, unanswered applications.',
  fields: [
    'total',
    'events',
    'eventsTotal',
    'due',
    'nextSteps',
    'waiting',
    'suggestions',
    'inbox',
    'postings',
  ],
  examples: ['crm', 'crm today --json suggestions'],
  async run({ config, client, out }) {
    const { look } = out
    const isNew = config.server === null && config.databaseUrl === null && !existsSync(config.home)
    // Reading would create the database.
    if (isNew && !out.json) return out.done({}, beginText(look))
    const [{ summary }, page, { companies, ...entries }, inbox, postings] = await Promise.all([
      client.call(summarise, {}),
      client.call(listSuggestions, { limit: MAX_SUGGESTIONS }),
      readEntries(client, new Date()),
      totalOf(client.call(listProposals, { limit: 1 })),
      totalOf(client.call(listPostings, { limit: 1 })),
    ])
    const suggestions = page.suggestions.slice(0, 3)
    const answer = { total: summary.total, ...entries, suggestions, inbox, postings }
    if (out.json) return out.done(answer, '')
    rememberShown({ config, out }, page.suggestions)
    const parts = partsOf(entries, page, companies, look)
    const counts = [
      ...(inbox ? [`${inbox} from your inbox: ${painted('crm inbox list', 'bold', look)}`] : []),
      ...(postings ? [`${several(postings, 'new posting')}: ${painted('crm watch new', 'bold', look)}`] : []),
    ]
    const isEmpty = !summary.total && !counts.length && parts.every(({ rows }) => !rows.length)
    if (isEmpty) return out.done(answer, beginText(look))
    const head = summary.total ? inPlayLines(summary) : ['No jobs yet: crm add "Acme" "Engineer"']
    const start = page.total ? 'crm next 1 begins with the first. ' : ''
    const foot = ['', ...counts, `${start}crm board, crm ls, crm --help`]
    const body = partLines(parts, MAX_LINES - head.length - foot.length, look)
    out.done(answer, [...head, ...body, ...foot].join('\n'))
  },
}

/** The number of open jobs by status. After an acceptance, the result of the search. */
function inPlayLines({ total, byStatus }: Figures): string[] {
  const open = total - byStatus.rejected - byStatus.withdrawn - byStatus.accepted
  return [
    `${open} of ${several(total, 'job')} in play, ${byStatus.interviewing} interviewing, ${byStatus.offer} with an offer.`,
    ...(byStatus.accepted ? [`${byStatus.accepted} accepted: crm stats tells the story.`] : []),
  ]
}

export type Step = ReturnType<typeof stepOf>

export type Entries = Omit<Awaited<ReturnType<typeof readEntries>>, 'companies'>

const MAX_ENTRIES = 100
const MAX_COMING = 4
const COMING_DAYS = 8
const MAX_WAITING = 5
const WAITING_DAYS = 7

export async function readEntries(client: Client, now: Date) {
  const after = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString()
  const [start, end, week] = [after(0), after(2), after(COMING_DAYS)]
  const open = { status: ['open' as const], sort: 'deadline', limit: MAX_ENTRIES }
  const [{ events }, coming, { jobs: dated }, { jobs: planned }, unanswered] = await Promise.all([
    client.call(listEvents, { from: start, to: end, limit: MAX_ENTRIES }),
    client.call(listEvents, { from: end, limit: MAX_ENTRIES }),
    client.call(listJobs, { ...open, dueBefore: week }),
    client.call(listJobs, { ...open, planned: true }),
    client.call(listJobs, { idleDays: WAITING_DAYS, sort: 'applied', limit: MAX_WAITING }),
  ])
  const isTask = ({ type }: CalendarEvent) => type === 'follow-up' || type === 'deadline'
  const ids = [...events, ...coming.events].map(({ jobId }) => jobId)
  const jobs = await jobsOf(client, ids)
  const closed = new Set(jobs.flatMap(({ id, status }) => (isOneOf(STATUS_GROUPS.closed, status) ? id : [])))
  const isOpen = (event: CalendarEvent) => !isTask(event) || !closed.has(event.jobId ?? '')
  const near = events.filter((event) => event.startsAt < end && isOpen(event))
  // An event that still runs at the end of tomorrow began before that.
  const later = coming.events.filter((event) => event.startsAt >= end && isOpen(event))
  const due = dated.filter(({ deadline }) => deadline !== null && deadline < end)
  const isDated = new Set(dated.map(({ id }) => id))
  const daysAgo = daysAgoIn(localZone(), now.getTime())
  const waiting = unanswered.jobs.map(({ id, company, role, appliedAt }) => ({
    ...{ id, company, role, appliedAt },
    days: daysAgo(appliedAt ?? ''),
  }))
  return {
    // All of today and tomorrow, with deadlines first on each day; then later ones. A closed job calls for nothing.
    events: [...near.sort(byDay), ...later.slice(0, MAX_COMING)],
    companies: new Map(jobs.map(({ id, company }) => [id, company])),
    eventsTotal: near.length + later.length + coming.total - coming.events.length,
    // Open jobs with a deadline in the past, today or tomorrow, earliest first.
    due: due.map(stepOf),
    // Other open jobs with a next step or a deadline within a week, those with a deadline first.
    nextSteps: [...dated.slice(due.length), ...planned.filter(({ id }) => !isDated.has(id))].map(stepOf),
    waiting: { total: unanswered.total, jobs: waiting },
  }
}

const stepOf = ({ id, company, role, nextStep, deadline }: Job) => ({
  ...{ id, company, role, nextStep, deadline },
})

const rank = ({ type }: CalendarEvent): number => (type === 'deadline' ? 0 : 1)

const byDay = (one: CalendarEvent, other: CalendarEvent): number =>
  localDay(one.startsAt).localeCompare(localDay(other.startsAt)) ||
  rank(one) - rank(other) ||
  one.startsAt.localeCompare(other.startsAt)

export const commands: Command[] = [command]

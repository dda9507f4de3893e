// `crm today`, and `crm` alone on a terminal: what needs attention, upcoming dates, next steps.
import type { CalendarEvent } from '../../core/calendar/event.ts'
import { listSuggestions, summarise } from '../../core/pipeline/operations.ts'
import type { Figures } from '../../core/pipeline/summary.ts'
import type { Client } from '../client.ts'
import { listPostings } from '../../core/watch/operations.ts'
import type { Command, Group } from '../command.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { clean, painted, type Look } from '../ui/table.ts'
import { fit } from '../ui/width.ts'
import { localZone } from './inputs.ts'
import { renderNext } from './next.ts'
import { jobCompanies } from './references.ts'
import { readEntries, type Entries, type Step } from './today-entries.ts'

const MAX_ROWS = 3

/** The company of each job by its id. */
type Companies = ReadonlyMap<string, string>

/** Entries by day, one per line, each day under its name. */
function daysText(events: readonly CalendarEvent[], companies: Companies, now: Date, look: Look): string {
  const days = new Map<string, CalendarEvent[]>()
  for (const event of events) {
    const day = showInstant(event.startsAt, now, localZone(), 'date')
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
    .map(
      ([day, rows]) =>
        `${title(capital(day), look)}${rows.map((event) => eventLine(event, companies, look)).join('')}`,
    )
    .join('')
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const title = (text: string, look: Look): string => `\n${painted(text, 'bold', look)}\n`

const line = (text: string, look: Look): string => `  ${fit(clean(text), look.width - 2)}\n`

function eventLine(
  { startsAt, title: name, type, location, jobId }: CalendarEvent,
  companies: Companies,
  look: Look,
): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(
    Date.parse(startsAt),
  )
  const company = jobId ? companies.get(jobId) : undefined
  const isTold = !company || name.toLowerCase().includes(company.toLowerCase())
  const what = [
    name === type || type === 'other' ? name : `${type}: ${name}`,
    isTold ? null : company,
    location,
  ]
    .filter(Boolean)
    .join(', ')
  const isWholeDay = time === '00:00' || (type === 'deadline' && time === '23:59')
  return line(`${isWholeDay ? '     ' : time}  ${what}`, look)
}

/** `today 17:00`; a deadline on a day ends with it, and is that day. */
const byText = (deadline: string, now: Date): string =>
  showInstant(deadline, now, localZone()).replace(/ 23:59$/, '')

/** `Acme — Chef: send the menu, by friday`. */
function stepLine({ company, role, nextStep, deadline }: Step, now: Date, look: Look): string {
  const by = deadline ? `, by ${byText(deadline, now)}` : ''
  const late = deadline && Date.parse(deadline) < now.getTime() ? ' (overdue)' : ''
  return line(`${company} — ${role}${nextStep ? `: ${nextStep}` : ''}${by}${late}`, look)
}

function waitingText({ total, jobs }: Entries['waiting'], look: Look): string {
  if (!total) return ''
  const rows = jobs.map(({ company, role, days }) => line(`${company} — ${role}, ${days} days`, look))
  const more =
    total > jobs.length ? line(`and ${total - jobs.length} more: crm ls -s applied --sort applied`, look) : ''
  return `${title('Waiting for an answer', look)}${rows.join('')}${more}`
}

/** Everything of the day, for people. */
function entriesText(
  { events, due, nextSteps, waiting }: Entries,
  companies: Companies,
  now: Date,
  look: Look,
): string {
  const steps = (name: string, rows: readonly Step[]) =>
    rows.length ? `${title(name, look)}${rows.map((step) => stepLine(step, now, look)).join('')}` : ''
  return [
    steps('Due', due),
    daysText(events, companies, now, look),
    steps('Next steps', nextSteps),
    waitingText(waiting, look),
  ].join('')
}

const WAYS = [
  ['crm board', 'work in the pipeline'],
  ['crm next', 'everything that waits'],
  ['crm jobs add "Acme" "Engineer"', 'add a job'],
  ['crm stats', 'how it goes'],
  ['crm --help', 'everything else'],
] as const

/** Example commands, without their descriptions on narrow terminals. */
const waysText = (look: Look): string =>
  WAYS.map(([command, about]) => {
    const shown = painted(look.width < 60 ? command : command.padEnd(31), 'bold', look)
    return look.width < 60 ? `  ${shown}\n` : `  ${shown}  ${about}\n`
  }).join('')

/** How many changes mail proposes; none for a token that may not read them. */
async function pendingProposals(client: Client): Promise<number> {
  const { listProposals } = await import('../../core/inbox/operations.ts')
  const page = await client.call(listProposals, { limit: 1 }).catch(() => null)
  return page?.total ?? 0
}

/** New postings on watched boards; none for a narrow token, or an older gateway. */
const newPostings = (client: Client): Promise<number> =>
  client.call(listPostings, { limit: 1 }).then(
    ({ total }) => total,
    () => 0,
  )

const command: Command = {
  name: 'today',
  about: 'Show today and tomorrow: deadlines, events, what waits, and next steps.',
  fields: ['total', 'events', 'due', 'nextSteps', 'waiting', 'suggestions', 'inbox', 'postings'],
  examples: ['crm', 'crm today --json suggestions'],
  async run({ client, out }) {
    const now = new Date()
    const [{ summary }, { suggestions }, entries, inbox, postings] = await Promise.all([
      client.call(summarise, {}),
      client.call(listSuggestions, { limit: MAX_ROWS }),
      readEntries(client, now),
      pendingProposals(client),
      newPostings(client),
    ])
    const answer = { total: summary.total, ...entries, suggestions, inbox, postings }
    const { look } = out
    const companies: Companies = out.json
      ? new Map()
      : await jobCompanies(
          client,
          entries.events.map(({ jobId }) => jobId),
        )
    const counts = [
      ...(postings
        ? [
            `\n${postings} new posting${postings === 1 ? '' : 's'}: ${painted('crm watch new', 'bold', look)}\n`,
          ]
        : []),
      ...(inbox ? [`\n${inbox} from your inbox: ${painted('crm inbox list', 'bold', look)}\n`] : []),
    ]
    if (!summary.total) {
      const parts = [
        'No jobs yet.\n',
        ...counts,
        entriesText(entries, companies, now, look),
        title('Begin', look),
      ]
      return out.done(answer, `${parts.join('')}${waysText(look)}`.trimEnd())
    }
    const parts = [
      inPlayText(summary),
      ...counts,
      entriesText(entries, companies, now, look),
      title(suggestions.length ? 'Needs attention' : 'Nothing else waits for you.', look),
      renderNext(suggestions, look),
      title('Go on', look),
      waysText(look),
    ]
    out.done(answer, parts.join('').trimEnd())
  },
}

/** How many jobs are open, and how far they are; after an acceptance, what the search came to. */
function inPlayText({ total, byStatus }: Figures): string {
  const open = total - byStatus.rejected - byStatus.withdrawn - byStatus.accepted
  const accepted = byStatus.accepted ? `${byStatus.accepted} accepted: crm stats tells the story.\n` : ''
  return `${open} of ${total} jobs in play, ${byStatus.interviewing} interviewing, ${byStatus.offer} with an offer.\n${accepted}`
}

export const group: Group = { name: 'today', about: 'What needs attention today.', commands: [command] }

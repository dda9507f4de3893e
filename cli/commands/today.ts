// `crm today`, and `crm` alone on a terminal: what needs attention, upcoming dates, next steps.
import { listEvents } from '../../core/calendar/operations.ts'
import type { CalendarEvent } from '../../core/calendar/record.ts'
import { listSuggestions, summarise } from '../../core/pipeline/operations.ts'
import type { Client } from '../client.ts'
import { listPostings } from '../../core/watch/operations.ts'
import type { Command, Group } from '../command.ts'
import { showInstant } from '../../core/kernel/natural-dates.ts'
import { clean, painted, type Look } from '../ui/table.ts'
import { fit } from '../ui/width.ts'
import { localZone } from './inputs.ts'
import { renderNext } from './next.ts'

const MAX_ROWS = 3

/** Upcoming dates, one per line. */
function datesText(events: readonly CalendarEvent[], look: Look): string {
  return events
    .map(({ startsAt, title, type, location }) => {
      const when = showInstant(startsAt, new Date(), localZone())
      const what = [title === type ? title : `${type}: ${title}`, location].filter(Boolean).join(', ')
      return `  ${fit(`${when}  ${clean(what)}`, look.width - 2)}\n`
    })
    .join('')
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
  about: 'Show today: what needs attention, upcoming dates, and next steps.',
  fields: ['total', 'suggestions', 'events', 'inbox', 'postings'],
  examples: ['crm', 'crm today --json suggestions'],
  async run({ client, out }) {
    const [{ summary }, { suggestions }, { events }, inbox, postings] = await Promise.all([
      client.call(summarise, {}),
      client.call(listSuggestions, { limit: MAX_ROWS }),
      client.call(listEvents, { limit: MAX_ROWS }),
      pendingProposals(client),
      newPostings(client),
    ])
    const waiting = [
      ...(postings
        ? [
            `\n${postings} new posting${postings === 1 ? '' : 's'}: ${painted('crm watch new', 'bold', out.look)}\n`,
          ]
        : []),
      ...(inbox ? [`\n${inbox} from your inbox: ${painted('crm inbox list', 'bold', out.look)}\n`] : []),
    ]
    const title = (text: string) => `\n${painted(text, 'bold', out.look)}\n`
    if (!summary.total) {
      const said = ['No jobs yet.\n', ...waiting, title('Begin')].join('')
      const answer = { total: 0, suggestions, events, inbox, postings }
      return out.done(answer, `${said}${waysText(out.look)}`.trimEnd())
    }
    const active = summary.total - summary.byStatus.rejected - summary.byStatus.withdrawn
    const parts = [
      `${active} of ${summary.total} jobs in play, ${summary.byStatus.interviewing} interviewing, ${summary.byStatus.offer} with an offer.\n`,
      ...waiting,
      ...(events.length ? [title('Coming'), datesText(events, out.look)] : []),
      title(suggestions.length ? 'Needs attention' : 'Nothing waits for you.'),
      renderNext(suggestions, out.look),
      title('Go on'),
      waysText(out.look),
    ]
    out.done({ total: summary.total, suggestions, events, inbox, postings }, parts.join('').trimEnd())
  },
}

export const group: Group = { name: 'today', about: 'What needs attention today.', commands: [command] }

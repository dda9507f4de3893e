// Converts each kind of record to an entry of the app: a line, and the facts of its details.
import { type CalendarEvent, EVENT } from '../../core/calendar/fields.ts'
import type { Proposal } from '../../core/inbox/proposal.ts'
import type { Offer } from '../../core/offers/fields.ts'
import type { Suggestion } from '../../core/pipeline/suggestion.ts'
import { payText, baseText } from '../../core/reading/compensation.ts'
import type { SearchHit } from '../../core/search/operations.ts'
import { placeText } from '../../core/watch/found-posting.ts'
import type { WatchedPosting } from '../../core/watch/watch.ts'
import { termLines, termsText } from '../ui/offer.ts'
import { EVENT_PAINTS, OFFER_PAINTS, PRIORITY_PAINTS } from '../ui/status.ts'
import { detailsOf, recordLines } from '../ui/columns.ts'
import type { Line, Names } from '../ui/table.ts'
import { localTime, withDays } from '../ui/time.ts'
import { commandOf } from './next.ts'
import type { Entries, Step } from './today.ts'
import type { AppPort, Item } from '../views/app/records.ts'

type Times = Pick<AppPort, 'dateOf' | 'whenOf' | 'agoOf'>

const PLAIN = {
  ...{ section: '', lead: '', about: '', tail: '', paint: undefined, url: null, facts: [] },
} as const satisfies Partial<Item>

const facts = (...lines: Line[]): Item['facts'] =>
  lines.flatMap(([label, text]) => (text ? [[label, String(text)] as const] : []))

const ofSuggestion = (
  { id, jobId, title, reason, action, dueAt, priority }: Suggestion,
  { dateOf }: Times,
): Item => ({
  ...PLAIN,
  ...{ kind: 'suggestion', id, jobId, section: 'Needs attention', title, about: withDays(reason) },
  lead: priority === 'medium' ? 'soon' : priority === 'high' ? 'now' : 'later',
  paint: PRIORITY_PAINTS[priority],
  command: commandOf(action),
  facts: facts(['why', withDays(reason)], ['due', dateOf(dueAt)], ['t runs', commandOf(action)]),
})

/** The local time of an event. One at midnight has none. */
const timeOf = (iso: string): string => localTime(iso).replace('00:00', 'all day')

export const ofEvent = (event: CalendarEvent, names: Names, { dateOf, whenOf }: Times): Item => {
  const { id, jobId, type, title, startsAt, endsAt, location, timeZone } = event
  const job = jobId ? (names.get(jobId) ?? '') : ''
  const until = endsAt && whenOf(endsAt)
  return {
    ...PLAIN,
    ...{ kind: 'event', id, jobId, section: capital(dateOf(startsAt)), title, lead: timeOf(startsAt) },
    paint: EVENT_PAINTS[type],
    about: [type === 'other' ? '' : type, job, location].filter(Boolean).join(', '),
    facts: facts(
      ['when', [whenOf(startsAt), until].filter(Boolean).join(' to ')],
      ['zone', timeZone],
      ...recordLines(EVENT, event, detailsOf(EVENT), { when: whenOf, nameOf: () => undefined }),
    ),
    event,
  }
}

const ofStep = (step: Step, section: string, { dateOf }: Times): Item => ({
  ...PLAIN,
  ...{ kind: 'job', id: step.id, jobId: step.id, section, title: `${step.company} — ${step.role}` },
  ...{ lead: dateOf(step.deadline).replace('?', ''), paint: section === 'Due' ? 'red' : undefined },
  about: step.nextStep ?? '',
})

/** The Today view has the sections and the order of `crm`. Suggestions come in the order of `crm next`. */
export const ofToday = (
  { suggestions, total }: { suggestions: readonly Suggestion[]; total: number },
  entries: Entries,
  names: Names,
  times: Times,
): Item[] => [
  ...entries.due.map((step) => ofStep(step, 'Due', times)),
  ...withCount(
    entries.events.map((event) => ofEvent(event, names, times)),
    entries.eventsTotal - entries.events.length,
    (of) => `, ${of} events`,
  ),
  // Due next steps are listed above.
  ...withCount(
    suggestions.filter(({ kind }) => kind !== 'step').map((one) => ofSuggestion(one, times)),
    total - suggestions.length,
  ),
  ...entries.nextSteps.map((step) => ofStep(step, 'Next steps', times)),
  ...withCount(
    entries.waiting.jobs.map((job): Item => ({
      ...PLAIN,
      ...{ kind: 'job', id: job.id, jobId: job.id, section: 'Waiting for an answer' },
      ...{ title: `${job.company} — ${job.role}`, lead: `${job.days} d` },
    })),
    entries.waiting.total - entries.waiting.jobs.length,
  ),
]

/** Says in the heading of the last that there are `more`. */
function withCount(items: Item[], more: number, said = (of: string) => ` (${of})`): Item[] {
  const last = items.at(-1)?.section
  const of = more ? said(`${items.length} of ${items.length + more}`) : ''
  return items.map((item) => (item.section === last ? { ...item, section: `${item.section}${of}` } : item))
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const ofProposal = (proposal: Proposal, { agoOf, whenOf }: Times): Item => {
  const { id, jobId, company, role, from, subject, changes, evidence, sentAt, status, event, pay } = proposal
  return {
    ...PLAIN,
    ...{ kind: 'proposal', id, jobId, lead: status ?? '', paint: 'cyan', tail: agoOf(sentAt) },
    title: `${company ?? from.name} — ${role ?? subject}`,
    about: changes.map(withDays).join('; '),
    facts: facts(
      ['does', changes.map(withDays).join('\n')],
      ['from', [from.name, from.email].filter(Boolean).join(', ')],
      ['subject', subject],
      ['sent', whenOf(sentAt)],
      ['event', event && whenOf(event.startsAt)],
      ['pay', pay],
      ...evidence.map(({ quote, why }) => ['because', `“${quote}” (${why})`] as const),
    ),
  }
}

export const ofPosting = (posting: WatchedPosting, { agoOf, dateOf }: Times): Item => {
  const { id, jobId, company, role, remote, pay, why, url, postedAt, firstSeenAt, board } = posting
  const [at, location] = [postedAt ?? firstSeenAt, placeText(posting.location, remote)]
  return {
    ...PLAIN,
    ...{ kind: 'posting', id, jobId, title: `${company} — ${role}`, tail: agoOf(at), url },
    about: [location, pay && payText(pay), why.join('; ')].filter(Boolean).join(' · '),
    facts: facts(
      ['place', location],
      ['pay', pay && payText(pay)],
      ['fits', why.join('\n')],
      ['posted', dateOf(at)],
      ['board', board],
      ['page', url],
    ),
  }
}

export const ofOffer = (offer: Offer, names: Names, { dateOf, whenOf }: Times): Item => ({
  ...PLAIN,
  kind: 'offer',
  id: offer.id,
  jobId: offer.jobId,
  title: names.get(offer.jobId) ?? 'A job that is gone',
  ...{ lead: offer.status, paint: OFFER_PAINTS[offer.status], about: baseText(offer.base) },
  tail: offer.deadline ? dateOf(offer.deadline) : '',
  facts: facts(
    ['status', offer.status],
    ['answer by', offer.deadline && whenOf(offer.deadline)],
    ...termLines(offer, offer.base.currency),
    ...offer.rounds.map(({ at, by, terms }): Line => {
      const said = [dateOf(at), termsText(terms, offer.base.currency), terms.note]
      return [`${by === 'me' ? 'you' : 'they'} said`, said.filter(Boolean).join(' — ')]
    }),
  ),
})

const FOUND: Record<SearchHit['type'], string> = {
  ...{ job: 'Jobs', contact: 'People', activity: 'Notes and calls', event: 'Events', offer: 'Offers' },
}

export function ofFound(results: readonly SearchHit[], { dateOf }: Times): Item[] {
  const kinds = [...new Set(results.map(({ type }) => type))]
  return kinds.flatMap((kind) =>
    results
      .filter(({ type }) => type === kind)
      .map(({ type, id, jobId, title, about, snippet, at }): Item => ({
        ...PLAIN,
        ...{ kind: type, id, jobId: type === 'job' ? id : jobId, section: FOUND[type], title },
        ...{ about: [...new Set([about, snippet])].filter(Boolean).join(' · '), tail: dateOf(at) },
        facts: facts(['about', about], ['text', snippet]),
      })),
  )
}

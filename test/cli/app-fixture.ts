// The app without a terminal: an invented search behind its data access, keys in, lines out.
import { STATUSES } from '../../core/jobs/fields.ts'
import { ofEvent, ofFound, ofOffer, ofPosting, ofProposal, ofToday } from '../../cli/commands/app-items.ts'
import { agoOf } from '../../cli/ui/time.ts'
import { readAll, runEffect, type Change, type EffectContext } from '../../cli/views/app/effects.ts'
import { frameOf, viewportOf } from '../../cli/views/app/frame.ts'
import { following, reduce } from '../../cli/views/app/reducer.ts'
import type { Effect } from '../../cli/views/app/steps.ts'
import { firstState, type State } from '../../cli/views/app/state.ts'
import { keyParser } from '../../cli/views/keyboard.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { cardOf, type Board } from '../../core/pipeline/board.ts'
import type { AppPort, Item, ListName } from '../../cli/views/app/records.ts'

export const NOW = Date.parse('2026-03-11T13:30:00Z')
const at = (days: number): string => new Date(NOW + days * 86_400_000).toISOString()

const times = {
  dateOf: (iso: string | null) => (iso === null ? '?' : showInstant(iso, new Date(NOW), 'UTC', 'date')),
  whenOf: (iso: string) => showInstant(iso, new Date(NOW), 'UTC'),
  agoOf: (iso: string | null) => agoOf(iso, NOW),
}

type Row = readonly [company: string, role: string, status: Board['columns'][number]['status'], more?: object]

const ROWS: readonly Row[] = [
  ['Tidewater Games', 'Engine Programmer', 'saved', { priority: 'low', deadline: at(2), salary: '75/hr' }],
  ['東京電力株式会社', 'ソフトウェアエンジニア 👩‍💻', 'saved'],
  ...Array.from({ length: 9 }, (_, n): Row => [`Firm ${n + 1}`, 'Backend Engineer', 'applied']),
  ['Lumen Maps', 'Backend Engineer', 'screening', { tags: ['remote', 'maps'] }],
  ['Northwind Robotics', 'Staff Software Engineer', 'interviewing', { priority: 'high', location: 'San Francisco' }],
  ['Bluefin Health', 'Senior Engineer', 'offer', { offers: 1, salary: '$180k-210k', payMax: 210_000 }],
  ['Quarry', 'Chef', 'rejected'],
] // prettier-ignore

const idOf = (place: number): string => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`

const cardAt = ([company, role, status, more]: Row, place: number) =>
  cardOf({
    ...{ id: idOf(place), company, role, location: null, salary: null, priority: null, tags: [] },
    ...{ statusChangedAt: at(-place), updatedAt: at(-place), deadline: null, offers: 0, appliedAt: null },
    ...{ status, payMin: null, payMax: null, payPeriod: null, ...more },
  })

export const boardOf = (rows: readonly Row[]): Board => ({
  total: rows.length,
  columns: STATUSES.map((status) => {
    const cards = rows.flatMap((row, place) => (row[2] === status ? [cardAt(row, place)] : []))
    return { status, total: cards.length, cards }
  }),
})

const NAMES = new Map([[idOf(12), 'Northwind Robotics — Staff Software Engineer'], [idOf(13), 'Bluefin Health — Senior Engineer']]) // prettier-ignore

const EVENT = {
  ...{
    id: idOf(101),
    jobId: idOf(12),
    contactId: null,
    type: 'interview' as const,
    title: 'Onsite',
    startsAt: at(1),
  },
  ...{
    endsAt: null,
    timeZone: 'UTC',
    location: '500 Mission Street',
    notes: null,
    createdAt: at(-1),
    updatedAt: at(-1),
  },
} as const

// Of each record what the lists use of it.
const LISTS: Record<ListName, Item[]> = {
  today: ofToday(
    { suggestions: [{ id: 'stale:1', kind: 'stale', jobId: idOf(11), contactId: null, title: 'Ask Lumen Maps for the next step', reason: 'Moved to screening 9 days ago.', action: { tool: 'jobs.status', arguments: { id: idOf(11), status: 'interviewing' } }, dueAt: at(0), priority: 'high' }], total: 1 },
    { events: [EVENT], eventsTotal: 1, due: [], nextSteps: [{ id: idOf(0), company: 'Tidewater Games', role: 'Engine Programmer', nextStep: 'Write the cover letter', deadline: at(2) }], waiting: { total: 1, jobs: [{ id: idOf(2), company: 'Firm 1', role: 'Backend Engineer', appliedAt: at(-9), days: 9 }] } },
    NAMES,
    times,
  ),
  inbox: ['Acme', 'Globex'].map((company, n) => ofProposal({ id: idOf(110 + n), jobId: null, company, role: 'Cook', from: { name: company, email: `jobs@${company.toLowerCase()}.example` }, subject: 'Application received', changes: ['adds the job as applied'], evidence: [{ quote: 'We have received your application', why: 'says so' }], sentAt: at(-1 - n), status: 'applied', event: null, pay: null } as never, times)),
  postings: [ofPosting({ id: idOf(120), jobId: null, company: 'Initech', role: 'Platform Engineer', location: 'Bergen', pay: null, why: ['the title has engineer'], url: 'https://initech.example/1', postedAt: at(-2), firstSeenAt: at(-1), board: 'greenhouse:initech' } as never, times)],
  calendar: [ofEvent(EVENT, NAMES, times)],
  offers: [ofOffer({ id: idOf(130), jobId: idOf(13), status: 'received', base: { amount: 195_000, currency: 'USD', period: 'year' }, bonus: { percent: 10, kind: 'target' }, equity: null, benefits: [], deadline: at(2), rounds: [] } as never, NAMES, times)],
  search: ofFound([{ type: 'job', id: idOf(12), title: 'Northwind Robotics — Staff Software Engineer', about: 'interviewing', jobId: null, snippet: null, marks: [], at: at(-1) }, { type: 'contact', id: idOf(140), title: 'Robin Vale', about: 'Northwind', jobId: null, snippet: null, marks: [], at: at(-3) }], times),
} // prettier-ignore

/** The data access over the invented search; `said` has every change that was asked for. */
export function fakePort(board: Board = boardOf(ROWS)): AppPort & { said: string[] } {
  const said: string[] = []
  const did = async (text: string): Promise<string> => `Did ${said.push(text) ? text : ''}.`
  return {
    ...times,
    said,
    board: async () => board,
    list: async (name, words) =>
      name === 'search' && !words
        ? { items: [], total: 0 }
        : { items: LISTS[name], total: LISTS[name].length },
    mark: async () => '1',
    open: async (id) =>
      ({
        job: { ...board.columns.flatMap(({ cards }) => cards).find((card) => card.id === id), id, status: 'applied', history: [{ at: at(-9), status: 'applied', note: null }, { at: at(-12), status: 'saved', note: null }], notes: 'They like Rust.', nextStep: null, url: 'https://jobs.example/1' },
        activities: [{ occurredAt: at(-3), type: 'call', title: 'Rang them', body: null }],
        contacts: [{ name: 'Robin Vale', title: null, type: 'recruiter', email: 'robin@example.com', phone: null }],
        events: [],
        documents: [{ title: 'Posting', at: null, text: Array.from({ length: 60 }, (_, n) => `Duty ${n + 1}: cook 東京 style.`).join('\n') }, { title: 'Notes', at: null, text: 'They like Rust.' }],
      }) as never, // prettier-ignore
    market: async () => ['Senior Engineer, nationwide: median $170,000 a year.'],
    standing: async () => '▲',
    move: async (ids, status) => {
      await did(`move ${ids.length} to ${status}`)
      return at(0)
    },
    edit: async (id, fields) => did(`edit ${id.slice(-2)} ${JSON.stringify(fields)}`),
    take: async (items) => did(`take ${items.length}`),
    dismiss: async (items) => did(`dismiss ${items.length}`),
    finish: async (id) => did(`finish ${id.slice(-2)}`),
    snooze: async (id) => did(`snooze ${id}`),
    undo: async () => ({ text: await did('undo'), jobId: null, isQuestion: false }),
    browse: async (url) => Boolean(await did(`browse ${url}`)),
    find: async () => [idOf(14)],
    run: async (argv) => {
      await did(`run ${argv.join(' ')}`)
      return {
        isDone: true,
        lines: argv[0] === 'jobs' && argv[1] === 'list' ? ['ID  COMPANY', '1   Acme'] : ['Done it.'],
      }
    },
    needsTerminal: () => false,
    handOver: () => {},
    complete: async (words) =>
      [['jobs', 'The jobs you follow.'], ['calendar', 'Interviews, calls, deadlines.'], ['Acme Inc', 'Chef'], ['Ed "Bo" Ray', 'Acme']].filter(([word]) => word!.startsWith(words.at(-1) ?? '')) as never, // prettier-ignore
    remember: ({ view }) => void said.push(`remember ${view}`),
  }
}

export interface Session {
  state(): State
  /** Types keys as a terminal sends them. */
  type(keys: string): Promise<void>
  lines(): string[]
  resize(columns: number, rows: number): void
  hasEnded(): boolean
}

/** A session of the app of this size. */
export async function openApp(
  size: { columns: number; rows: number },
  port: AppPort,
  color = false,
): Promise<Session> {
  let state = firstState()
  let ended = false
  const parser = keyParser()
  const drawing = () => ({ ...times, size, color })
  const viewport = () => viewportOf(state, drawing(), new Date(NOW).toISOString())
  const pending: Effect[] = []
  const doing: EffectContext = {
    port,
    latest: () => state,
    columns: () => size.columns,
    handOver: (work) => work(),
    apply(change: Change) {
      const step = following({ state: change(state), effects: [] }, viewport())
      state = step.state
      pending.push(...step.effects)
    },
  }
  const settle = async () => {
    for (let effect = pending.shift(); effect; effect = pending.shift()) {
      if (effect.do === 'end') ended = true
      await runEffect(effect, doing)
    }
  }
  await readAll(doing).catch(() => {})
  await settle()
  return {
    state: () => state,
    async type(keys) {
      for (const press of [...parser.push(keys), ...parser.flush()]) {
        const step = reduce(state, press, viewport())
        state = step.state
        pending.push(...step.effects)
        await settle()
      }
    },
    lines: () => frameOf(state, drawing()),
    resize: (columns, rows) => void (size = { columns, rows }),
    hasEnded: () => ended,
  }
}

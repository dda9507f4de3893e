// The reducer: a state and a key give the next state and its effects. It handles the keys of lists and details.
import { STATUSES } from '../../../core/jobs/fields.ts'
import { must } from '../../../core/kernel/narrow.ts'
import type { Press } from '../keyboard.ts'
import { lineOf, textOf } from '../text-line.ts'
import { addForm, editForm, eventEditForm, eventForm, noteForm, offerForm } from './form.ts'
import { actionOf, type Action } from './keys.ts'
import { inFilter, inForm, inMove, inPalette, inText } from './overlays.ts'
import { VIEWS, type Item, type View } from './records.ts'
import {
  beside,
  chosenOf,
  columnOf,
  filtered,
  jobOf,
  keyOf,
  reordered,
  stepped,
  targetsOf,
  withNextFact,
  without,
  type Pane,
  type State,
} from './state.ts'
import {
  doing,
  fill,
  LIST,
  moveTo,
  palette,
  say,
  scrolled,
  searching,
  still,
  to,
  WALKS,
  type Step,
  type Viewport,
} from './steps.ts'

/** The state after a key. Clears the last message; the details follow the selection. */
export function reduce(before: State, press: Press, around: Viewport): Step {
  return following(pressed({ ...before, message: null }, press, around), around)
}

/** Next to the list, the details are always those of the selected entry. */
export function following({ state, effects }: Step, { isWide }: Pick<Viewport, 'isWide'>): Step {
  const item = chosenOf(state)
  const isSame = item && state.pane && keyOf(state.pane.item) === keyOf(item)
  if (state.isReading || !isWide || isSame) return { state, effects }
  if (!item) return { state: { ...state, pane: null }, effects }
  return { state: { ...state, pane: paneOf(item) }, effects: [...effects, { do: 'look', item }] }
}

const paneOf = (item: Item): Pane => ({ item, job: null, market: null, top: 0, document: null })

function pressed(state: State, press: Press, around: Viewport): Step {
  const { mode } = state
  switch (mode.kind) {
    case 'filter':
      return inFilter(state, press)
    case 'form':
      return inForm(state, mode.form, press)
    case 'palette':
      return inPalette(state, mode, press)
    case 'ask':
      if (press.press !== 'y') return to(state, LIST)
      return doing(
        { ...state, mode: LIST, marked: new Set() },
        mode.lines ? { do: 'remove', lines: mode.lines } : { do: 'undo', isSure: true },
      )
    case 'move':
      return inMove(state, mode, press, around)
    case 'help':
    case 'output':
      return inText(state, mode, press, around)
    case 'list': {
      const action = actionOf(press.press)
      if (!action) return still(state)
      if (state.isReading && state.pane) return inPane(state, state.pane, action, press, around)
      return inList(state, action, press, around)
    }
  }
}

type Handler = (state: State, press: Press, around: Viewport) => Step

/** Handlers of keys in a list, which precede the general ones. */
const IN_LIST: Partial<Record<Action, Handler>> = {
  left: (state) => still(sideways(state, -1)),
  right: (state) => still(sideways(state, 1)),
  open(state) {
    const item = chosenOf(state)
    if (!item) return nothingHere(state)
    if (isShown(state, item)) return still({ ...state, isReading: true })
    return doing({ ...state, pane: paneOf(item), isReading: true }, { do: 'look', item })
  },
  mark(state) {
    const item = chosenOf(state)
    if (!item) return still(state)
    const marked = new Set(state.marked)
    if (!marked.delete(keyOf(item))) marked.add(keyOf(item))
    return still(stepped({ ...state, marked }, (at) => at + 1))
  },
  back(state) {
    if (state.marked.size) return still({ ...state, marked: new Set() })
    return textOf(state.filters[state.view]) ? searching(filtered(state, lineOf(''))) : still(state)
  },
  documents(state) {
    const item = chosenOf(state)
    if (!item?.jobId) return nothingHere(state)
    const known = isShown(state, item) ? state.pane : null
    const pane = { ...(known ?? paneOf(item)), document: { at: 0, top: 0 } }
    return doing({ ...state, pane, isReading: true }, ...(known ? [] : [{ do: 'look' as const, item }]))
  },
}

const isShown = ({ pane }: State, item: Item): boolean => pane !== null && keyOf(pane.item) === keyOf(item)

function inList(state: State, action: Action, press: Press, around: Viewport): Step {
  const walk = WALKS[action]
  if (walk) return still(stepped(state, (at, count) => walk(at, count, around.page.entries)))
  return (IN_LIST[action] ?? anywhere(action))(state, press, around)
}

function sideways(state: State, by: number): State {
  if (state.view !== 'board') return state
  return { ...state, focus: Math.max(0, Math.min(state.focus + by, state.columns.length - 1)) }
}

function inPane(state: State, pane: Pane, action: Action, press: Press, around: Viewport): Step {
  const walk = WALKS[action]
  const shown = (change: Partial<Pane>) => still({ ...state, pane: { ...pane, ...change } })
  const { document } = pane
  if (document) {
    if (action === 'back' || action === 'documents') return shown({ document: null })
    if (walk) return shown({ document: { ...document, top: scrolled(document.top, walk, around) } })
    if (action === 'left' || action === 'right') {
      const last = Math.max(0, (pane.job?.documents.length ?? 0) - 1)
      const at = Math.max(0, Math.min(document.at + (action === 'left' ? -1 : 1), last))
      return at === document.at ? still(state) : shown({ document: { at, top: 0 } })
    }
  }
  if (walk) return shown({ top: scrolled(pane.top, walk, around) })
  if (action === 'back' || action === 'left')
    return still({ ...state, isReading: false, pane: around.isWide ? pane : null })
  if (action === 'documents') return shown({ document: { at: 0, top: 0 } })
  return IN_LIST[action] ? still(state) : anywhere(action)(state, press, around)
}

const nothingHere = (state: State): Step => say(state, 'There is nothing here.')

const ANYWHERE: Partial<Record<Action, Handler>> = {
  view: (state, { press }) => entering(state, must(VIEWS[Number(press) - 1])),
  nextView: (state) => entering(state, viewBeside(state, 1)),
  previousView: (state) => entering(state, viewBeside(state, VIEWS.length - 1)),
  filter: (state) => to({ ...state, isReading: false }, { kind: 'filter' }),
  palette: (state) => palette(state, lineOf('')),
  sort: (state) => doing(reordered(state), { do: 'remember' }),
  columns: (state) => doing(withNextFact(state), { do: 'remember' }),
  help: (state) => to(state, { kind: 'help', top: 0 }),
  quit: (state) => doing(state, { do: 'end' }),
  undo: (state) => doing(state, { do: 'undo', isSure: false }),
  reload: (state) => doing(state, { do: 'reload' }),
  add: (state) => adding(state),
  event: (state) => fill(state, eventForm(targetsOf(state).map((one) => jobOf(state, one))[0])),
}

const viewBeside = ({ view }: State, by: number): View =>
  must(VIEWS[(VIEWS.indexOf(view) + by) % VIEWS.length])

/** Handles a key that needs no selected entry; other keys go to the selected ones. */
const anywhere = (action: Action): Handler =>
  ANYWHERE[action] ?? ((state, _, around) => withTargets(state, action, around))

/** Shows a view. The search starts with its last words. */
function entering(before: State, view: View): Step {
  const state: State = {
    ...before,
    view,
    isReading: false,
    pane: before.view === view ? before.pane : null,
    marked: before.view === view ? before.marked : new Set(),
  }
  const isAsking = view === 'search' && !textOf(state.filters.search)
  return doing({ ...state, mode: isAsking ? { kind: 'filter' } : LIST }, { do: 'remember' })
}

function adding(state: State): Step {
  const targets = targetsOf(state)
  if (state.view === 'inbox' || state.view === 'postings') {
    if (!targets.length) return nothingHere(state)
    return doing(without(state, targets), { do: 'take', items: targets })
  }
  const one = targets[0]
  if (state.view === 'calendar') return fill(state, eventForm(undefined))
  if (state.view === 'offers')
    return one ? fill(state, offerForm(jobOf(state, one))) : palette(state, lineOf('offers add '))
  const status = state.view === 'board' ? columnOf(state)?.status : undefined
  return fill(state, addForm(status ?? 'saved'))
}

interface Targets {
  items: readonly Item[]
  one: Item
  around: Viewport
}

/** Handlers of keys for the marked entries, or the selected one. */
const ON_ENTRIES: Partial<Record<Action, (state: State, targets: Targets) => Step>> = {
  browse: (state, { one }) => doing(state, { do: 'browse', item: one }),
  take: (state, { one }) =>
    one.command === undefined
      ? say(state, 'Today’s suggestions have a step to take; this has none.')
      : palette(state, lineOf(one.command.replace(/^crm /, ''))),
  snooze: (state, { one, items }) =>
    one.kind === 'suggestion'
      ? doing(without(state, items), { do: 'snooze', items })
      : say(state, 'Only suggestions can be hidden for a week.'),
  remove: (state, { items }) => removing(state, items),
  edit: (state, { one }) => editing(state, one),
}

const ON_JOBS: typeof ON_ENTRIES = {
  note: (state, { one }) => fill(state, noteForm(one)),
  offer: (state, { one }) => fill(state, offerForm(one)),
  done: (state, { one }) => doing(state, { do: 'finish', item: one }),
  move: (state, { items, one }) =>
    to(state, { kind: 'move', items, at: Math.max(0, STATUSES.indexOf(one.status ?? 'saved')) }),
  moveLeft: (state, targets) => movedBeside(state, targets, -1),
  moveRight: (state, targets) => movedBeside(state, targets, 1),
}

function withTargets(state: State, action: Action, around: Viewport): Step {
  const items = targetsOf(state)
  const one = items[0]
  if (!one) return nothingHere(state)
  const handle = ON_ENTRIES[action] ?? ON_JOBS[action]
  if (!handle) return still(state)
  if (ON_JOBS[action] && one.jobId === null) return say(state, 'This belongs to no job.')
  const meant = ON_JOBS[action] ? items.map((item) => jobOf(state, item)) : items
  return handle(state, { items: meant, one: must(meant[0]), around })
}

function editing(state: State, one: Item): Step {
  if (one.kind === 'event') return fill(state, eventEditForm(one))
  if (one.kind === 'offer' || one.kind === 'contact')
    return palette(state, lineOf(`${one.kind}s edit ${one.id} `))
  if (one.jobId === null) return say(state, 'This belongs to no job.')
  if (state.pane?.job?.job.id === one.jobId) return fill(state, editForm(state.pane.job))
  return doing(state, { do: 'edit', item: one })
}

function movedBeside(state: State, { items, one, around }: Targets, by: number): Step {
  if (!one.status) return say(state, 'Press m: its status is not shown here.')
  // The status beside that of the first may be behind that of another.
  const isMixed = items.some(({ jobId, status }) => jobId !== null && status !== one.status)
  return isMixed
    ? say(state, 'Press m: their statuses differ.')
    : moveTo(state, items, beside(one.status, by), around)
}

const REMOVALS: Partial<Record<Item['kind'], string>> = {
  event: 'calendar',
  offer: 'offers',
  contact: 'contacts',
  activity: 'activities',
}

function removing(state: State, items: readonly Item[]): Step {
  const [one] = items
  if (one?.kind === 'proposal' || one?.kind === 'posting')
    return doing(without(state, items), { do: 'dismiss', items })
  const lines = removalsOf(items)
  if (!one || !lines.length) return say(state, 'There is nothing to remove here: z hides a suggestion.')
  const what = items.length > 1 ? `${items.length} entries` : one.title
  return to(state, { kind: 'ask', question: `removes ${what}`, lines })
}

/** The commands that remove entries. Jobs share one command, so that one undo brings them back. */
function removalsOf(items: readonly Item[]): string[][] {
  const jobs = items.filter(({ kind }) => kind === 'job').map(({ id }) => id)
  const others = items.flatMap(({ kind, id }) => {
    const noun = REMOVALS[kind]
    return noun ? [[noun, 'rm', id, '--yes']] : []
  })
  return [...(jobs.length ? [['jobs', 'rm', ...jobs, '--yes']] : []), ...others]
}

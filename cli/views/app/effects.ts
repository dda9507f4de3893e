// Runs the effects of keys against the data, and turns answers into state changes.
import { asCrmError, messageOf } from '../../../core/kernel/errors.ts'
import { textOf } from '../text-line.ts'
import { commandOf, editForm, fieldsToSave, rebased, withLabels, type Form } from './form.ts'
import { wordsIn } from './overlays.ts'
import type { Effect } from './steps.ts'
import {
  choosing,
  keyOf,
  returning,
  versionKey,
  versioned,
  withBoard,
  withFound,
  withList,
  withProblem,
  type Mode,
  type State,
} from './state.ts'
import { LISTS, type AppPort, type Card, type Item, type ListName } from './records.ts'

export type Change = (state: State) => State

export interface EffectContext {
  port: AppPort
  apply(change: Change): void
  latest(): State
  columns(): number
  /** Gives the terminal to a command, and takes it back. */
  handOver(work: () => void): void
}

/** The limit per column when the whole board is read: in effect, all cards. */
const ALL_CARDS = 5_000

export const successText =
  (text: string, isBad = false): Change =>
  (state) => ({ ...state, message: { text, isBad } })

async function readList(name: ListName, { port, apply, latest }: EffectContext): Promise<void> {
  const { foreseen } = latest()
  const words = textOf(latest().filters.search)
  const isOld = (state: State) =>
    state.foreseen !== foreseen || (name === 'search' && textOf(state.filters.search) !== words)
  await port.list(name, words).then(
    (listed) => apply((state) => (isOld(state) ? state : withList(state, name, listed))),
    (error: unknown) => apply((state) => withProblem(state, name, messageOf(error))),
  )
}

export async function readBoard({ port, apply, latest }: EffectContext): Promise<void> {
  const { foreseen } = latest()
  const board = await port.board(ALL_CARDS)
  apply((state) => (state.foreseen === foreseen ? withBoard(state, board) : state))
}

/** Reads all views, the current one first. The board's cards show events of the calendar. Keeps the message on the screen. */
export async function readAll(doing: EffectContext): Promise<void> {
  const { view } = doing.latest()
  const first = view === 'board' ? 'calendar' : view
  await readList(first, doing)
  await readBoard(doing)
  for (const name of LISTS) if (name !== first) await readList(name, doing)
  await refreshPane(doing)
}

/** Reads all again after a change. If that fails, the change was still made, so the screen only says that it may be old. */
const readAgain = (doing: EffectContext): Promise<void> =>
  readAll(doing).catch(() => doing.apply((state) => ({ ...state, isAway: true })))

/** Adapts a sentence of the terminal: without ids, and with the key that undoes the change. */
const undoable = (sentence: string): string =>
  `${sentence.replace(/ \([0-9a-f]{8}\)/g, '').replace(/ crm undo [^.]*\./, '')} u undoes it.`

const UNDOABLE = /^(?:jobs|contacts|activities|calendar|offers|webhooks|watch) rm /

/** Whether undo takes back what the user agreed to. A revoked token or a cancelled plan stays so. */
const isUndoable = (commands: readonly (readonly string[])[], said: string): boolean =>
  said.includes(' crm undo ') || commands.every((argv) => UNDOABLE.test(argv.join(' ')))

/** Effects that the screen shows at once and reverts on an error. */
const REVERTED = new Set<Effect['do']>(['move', 'undo', 'take', 'dismiss', 'snooze'])

/** Runs an effect. A failure shows a message and reloads reverted data. */
export async function runEffect(effect: Effect, doing: EffectContext): Promise<void> {
  const { apply } = doing
  try {
    await perform(effect, doing)
  } catch (error) {
    apply(successText(messageOf(error), true))
    apply(inForm((form) => ({ ...form, isSaving: false })))
    if (REVERTED.has(effect.do)) await readAgain(doing)
    if ('items' in effect)
      effect.items.slice(0, 1).forEach((item) => apply((state) => returning(state, item)))
  }
}

async function perform(effect: Effect, doing: EffectContext): Promise<void> {
  const { port, apply, latest } = doing
  const done = async (sentence: string) => {
    apply(successText(undoable(sentence)))
    await readAgain(doing)
  }
  switch (effect.do) {
    case 'end':
      return
    case 'remember': {
      const { view, order, fact } = latest()
      return port.remember({ view, order, fact })
    }
    case 'reload':
      return readAll(doing)
    case 'undo': {
      const { text, jobId, isQuestion } = await port.undo(effect.isSure)
      if (isQuestion)
        return apply((state) => ({ ...state, mode: { kind: 'ask', question: text, lines: null } }))
      apply(successText(text))
      await readAgain(doing)
      return jobId ? apply((state) => choosing(state, jobId)) : undefined
    }
    case 'look':
      return look(effect.item, doing)
    case 'edit': {
      const details = await port.open(effect.item.jobId ?? '')
      return apply((state) => ({ ...state, mode: { kind: 'form', form: editForm(details) } }))
    }
    case 'browse':
      return browse(effect.item, doing)
    case 'finish':
      return done(await port.finish(effect.item.jobId ?? ''))
    case 'move':
      return move(effect, doing)
    case 'take':
    case 'dismiss':
      return done(await port[effect.do](effect.items))
    case 'snooze':
      for (const { id } of effect.items) apply(successText(await port.snooze(id)))
      return readAgain(doing)
    case 'save':
      return save(effect.form, doing)
    case 'find': {
      const ids = await port.find(effect.words)
      return apply((state) => withFound(state, effect.words, ids))
    }
    case 'search':
      // Search only for the latest words.
      return textOf(latest().filters.search) === effect.words ? readList('search', doing) : undefined
    case 'complete':
      return complete(effect.words, doing)
    case 'run':
      return run(effect.argv, doing)
    case 'remove':
      return remove(effect.lines, doing)
  }
}

async function browse({ url, jobId }: Item, { port, apply }: EffectContext): Promise<void> {
  const address = url ?? (jobId && (await port.open(jobId)).job.url)
  if (!address) return apply(successText('It has no address. e adds one.'))
  apply(successText((await port.browse(address)) ? `Opened ${address}` : address))
}

async function remove(commands: readonly (readonly string[])[], doing: EffectContext): Promise<void> {
  let said = ''
  for (const argv of commands) {
    const ran = await doing.port.run(argv, doing.columns())
    // A sentence may take several lines.
    said = ran.lines.join(' ')
    if (!ran.isDone) throw new Error(said)
  }
  // Several commands are removals: `noun rm ID … --yes`.
  const count = commands.reduce((sum, argv) => sum + argv.length - 3, 0)
  const text = commands.length > 1 ? `Removed ${count}.` : said || 'Done.'
  doing.apply(successText(isUndoable(commands, text) ? undoable(text) : text))
  await readAgain(doing)
}

async function move({ items, status }: Extract<Effect, { do: 'move' }>, doing: EffectContext): Promise<void> {
  const { port, apply, latest } = doing
  const ids = items.flatMap(({ jobId }) => jobId ?? [])
  const cards = latest().columns.flatMap((column) => column.items)
  const card = ids.length === 1 ? cards.find(({ id }) => id === ids[0])?.card : undefined
  const version = await port.move(ids, status, card?.updatedAt ?? null)
  if (card) apply((state) => versioned(state, card.id, version))
  else await readBoard(doing)
  await refreshPane(doing)
}

const inPane =
  (item: Item, change: (pane: NonNullable<State['pane']>) => Partial<NonNullable<State['pane']>>): Change =>
  (state) =>
    state.pane && keyOf(state.pane.item) === keyOf(item)
      ? { ...state, pane: { ...state.pane, ...change(state.pane) } }
      : state

/** Reads the details of an entry, unless another was selected meanwhile. */
async function look(item: Item, { port, apply, latest }: EffectContext): Promise<void> {
  const isOpen = () => latest().pane && keyOf(latest().pane!.item) === keyOf(item)
  if (!item.jobId || !isOpen()) return
  const job = await port.open(item.jobId)
  apply(inPane(item, () => ({ job })))
  if (!isOpen()) return
  const market = await port.market(job.job).catch((error: unknown) => [messageOf(error)])
  apply(inPane(item, () => ({ market })))
}

/** Reads the details again after a change, and closes those of a job that is gone. */
async function refreshPane({ port, apply, latest }: EffectContext): Promise<void> {
  const { pane } = latest()
  if (!pane?.item.jobId) return
  const job = await port.open(pane.item.jobId).catch(() => null)
  if (job) return apply(inPane(pane.item, () => ({ job })))
  apply((state) => ({ ...state, pane: null, isReading: false }))
}

async function complete(text: string, { port, apply }: EffectContext): Promise<void> {
  const { words, last } = wordsIn(text)
  const found = await port.complete(last === '' ? [...words, ''] : words)
  apply((state) =>
    state.mode.kind === 'palette' && state.mode.line.before === text
      ? { ...state, mode: { ...state.mode, found, at: -1 } }
      : state,
  )
}

async function run(argv: readonly string[], doing: EffectContext): Promise<void> {
  const { port, apply } = doing
  if (port.needsTerminal(argv)) {
    doing.handOver(() => port.handOver(argv))
    return readAll(doing)
  }
  const title = `crm ${argv.join(' ')}`
  apply((state) => ({ ...state, mode: { kind: 'output', title, lines: null, top: 0 } }))
  const { isDone, lines, question } = await port.run(argv, doing.columns())
  const after = (mode: Mode, message: State['message'] = null) =>
    apply((state) => ({ ...state, mode, message }))
  if (question !== undefined)
    after({ kind: 'ask', question: `runs ${question}`, lines: [[...argv, '--yes']] })
  else if (lines.length < 2) after({ kind: 'list' }, { text: lines[0] ?? 'Done.', isBad: !isDone })
  else after({ kind: 'output', title, lines, top: 0 })
  await readAgain(doing)
}

/** Saves a form. Closes it after the board has the change, so that the next key applies to the board. */
async function save(form: Form, doing: EffectContext): Promise<void> {
  const { port, apply, latest } = doing
  const known = new Set(latest().columns.flatMap(({ items }) => items.map(({ id }) => id)))
  let sentence: string
  if (form.kind === 'edit')
    sentence = await port
      .edit(form.id, fieldsToSave(form), form.version)
      .catch((error: unknown) => failSaving(error, form, doing))
  else {
    const { isDone, lines } = await port.run(commandOf(form), doing.columns())
    sentence = lines.join(' ')
    if (!isDone) throw new Error(withLabels(form, sentence))
  }
  // The change is saved. If the board cannot be read, the form closes too, or it would be saved again.
  const board = await port.board(ALL_CARDS).catch(() => null)
  apply((state) => {
    const closed: State = { ...state, mode: state.mode.kind === 'form' ? { kind: 'list' } : state.mode }
    const next = board ? withBoard(closed, board) : closed
    const cards = form.kind === 'add' ? board?.columns.flatMap((column) => column.cards) : undefined
    const fresh = cards?.find(({ id }) => !known.has(id))
    const chosen = fresh ? choosing(next, fresh.id) : next
    return { ...chosen, message: { text: undoable(sentence), isBad: false } }
  })
  await readAgain(doing)
}

/** Fails with the error. A job that others changed meanwhile is said with both sides, and can be saved again. */
async function failSaving(error: unknown, form: Form, { port, apply }: EffectContext): Promise<never> {
  const { kind, message } = asCrmError(error)
  if (kind !== 'precondition') throw new Error(withLabels(form, message), { cause: error })
  const mine = rebased(form, await port.open(form.id))
  apply(inForm(() => mine.form))
  throw new Error(mine.text)
}

/** Changes the open form, unless it was closed meanwhile. */
const inForm =
  (change: (form: Form) => Form): Change =>
  (state) =>
    state.mode.kind === 'form' ? { ...state, mode: { kind: 'form', form: change(state.mode.form) } } : state

export async function readStandings(cards: readonly Card[], { port, apply, latest }: EffectContext) {
  const wanted = cards.filter((card) => card.yearlyPay !== null && !latest().standings.has(versionKey(card)))
  if (!wanted.length) return
  const reads = wanted.map(async (card) => [versionKey(card), await port.standing(card)] as const)
  const found = await Promise.all(reads)
  apply((state) => ({ ...state, standings: new Map([...state.standings, ...found]) }))
}

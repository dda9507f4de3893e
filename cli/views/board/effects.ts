// Runs the board's effects against the pipeline, and turns their results into state changes.
import { must } from '../../../core/kernel/must.ts'
import type { Effect } from './reducer.ts'
import type { Board, Card } from '../../../core/pipeline/board.ts'
import { editForm, fieldsToSave, type Form } from './form.ts'
import type { BoardPort, JobDetails } from './port.ts'
import { MAX_LISTED, withWaiting } from './waiting.ts'
import { choosing, loaded, versioned, withFound, type Mode, type State } from './state.ts'

export type Change = (state: State) => State

/** The limit per column when loading the whole board: in effect, all cards. */
const ALL_CARDS = 5_000

const withMessage =
  (text: string, isBad = false): Change =>
  (state) => ({ ...state, message: { text, isBad } })

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Loads the board and what waits; a message on screen is kept. The first cards wait for nothing else. */
export async function reading(
  port: Pick<BoardPort, 'board' | 'waiting'>,
  first?: Promise<Board>,
): Promise<Change> {
  if (first) {
    const board = await first
    return (state) => loaded(state, board)
  }
  const [board, found] = await Promise.all([port.board(ALL_CARDS), port.waiting(MAX_LISTED)])
  return (state) => withWaiting(loaded(state, board), found)
}

/** What is shown before its answer, and taken back where it fails. */
const REVERTED = new Set<Effect['do']>(['move', 'undo', 'take', 'dismiss'])

/**
 * Runs an effect and passes each state change to `apply`. A failure
 * shows a message, and reloads the board after what was shown at once.
 */
export async function runEffect(
  effect: Effect,
  port: BoardPort,
  apply: (change: Change) => void,
): Promise<void> {
  try {
    await perform(effect, port, apply)
  } catch (error) {
    apply(withMessage(reasonOf(error), true))
    apply(unsaved)
    if (REVERTED.has(effect.do)) apply(await reading(port).catch(() => (state: State) => state))
  }
}

async function perform(effect: Effect, port: BoardPort, apply: (change: Change) => void): Promise<void> {
  if (effect.do === 'reload' || effect.do === 'waiting') return apply(await reading(port))
  if (effect.do === 'take' || effect.do === 'dismiss') return decide(effect, port, apply)
  if (effect.do === 'open') return open(effect.card.id, port, apply)
  if (effect.do === 'edit') {
    const details = await port.open(effect.card.id)
    return apply((state) => ({ ...state, mode: { kind: 'form', form: editForm(details), back: state.mode } }))
  }
  if (effect.do === 'move') {
    const { card, status } = effect
    const version = await port.move(card.id, status, versionOf(card, apply))
    apply((state) => versioned(state, card.id, version))
    return refresh(effect.card.id, port, apply)
  }
  if (effect.do === 'find') {
    const ids = await port.find(effect.words)
    return apply((state) => withFound(state, effect.words, ids))
  }
  if (effect.do === 'undo') return undo(port, apply)
  if (effect.do === 'save') return save(effect.form, port, apply)
}

/** The version of a card now: a move of ours just before may have made a new one. */
function versionOf({ id, updatedAt }: Card, apply: (change: Change) => void): string {
  let version = updatedAt
  apply((state) => {
    version = state.columns.flatMap(({ cards }) => cards).find((card) => card.id === id)?.updatedAt ?? version
    return state
  })
  return version
}

async function open(id: string, port: BoardPort, apply: (change: Change) => void): Promise<void> {
  const details = await port.open(id)
  apply(inJob(id, (mode) => ({ ...mode, details })))
  const market = await port.market(details.job).catch((error: unknown) => [reasonOf(error)])
  apply(inJob(id, (mode) => ({ ...mode, market })))
}

type JobMode = Extract<Mode, { kind: 'job' }>

/** Changes the view of this job, if it is still open. */
const inJob =
  (id: string, change: (mode: JobMode) => JobMode): Change =>
  (state) =>
    state.mode.kind === 'job' && state.mode.card.id === id ? { ...state, mode: change(state.mode) } : state

/** Reloads the board and the job that is open, after a change by somebody else. */
export async function catchUp(port: BoardPort, apply: (change: Change) => void): Promise<void> {
  apply(await reading(port))
  const open: string[] = []
  apply((state) => {
    if (state.mode.kind === 'job') open.push(state.mode.card.id)
    return state
  })
  for (const id of open) await refresh(id, port, apply)
}

/** Reloads a job that is open, after a change to it. */
async function refresh(id: string, port: BoardPort, apply: (change: Change) => void): Promise<void> {
  let isOpen = false
  apply((state) => {
    isOpen = state.mode.kind === 'job' && state.mode.card.id === id
    return state
  })
  if (!isOpen) return
  const details: JobDetails = await port.open(id)
  apply(inJob(id, (mode) => ({ ...mode, details })))
}

async function undo(port: BoardPort, apply: (change: Change) => void): Promise<void> {
  const sentence = await port.undo()
  apply(await reading(port))
  apply(withMessage(sentence))
  const open: string[] = []
  apply((state) => {
    if (state.mode.kind === 'job') open.push(state.mode.card.id)
    return state
  })
  for (const id of open) {
    const details = await port.open(id).catch(() => null)
    // The undo may have removed the open job.
    if (details) apply(inJob(id, (mode) => ({ ...mode, details })))
    else apply((state) => ({ ...state, mode: { kind: 'board' } }))
  }
}

async function decide(
  { do: verb, one }: Extract<Effect, { do: 'take' | 'dismiss' }>,
  port: BoardPort,
  apply: (change: Change) => void,
): Promise<void> {
  const { said } = await port[verb](one)
  apply(await reading(port))
  apply(withMessage(`${said} u takes it back.`))
}

async function save(form: Form, port: BoardPort, apply: (change: Change) => void): Promise<void> {
  const fields = fieldsToSave(form)
  const { id, said } =
    form.kind === 'add'
      ? await port.add(fields)
      : form.kind === 'edit'
        ? await port.edit(must(form.id), fields, form.version)
        : await port.log(must(form.id), fields)
  const read = await reading(port)
  // In a single change, so that the next key applies to the new job.
  apply((state) => {
    const closed = state.mode.kind === 'form' ? { ...state, mode: state.mode.back } : state
    const fresh = read(closed)
    const next = form.kind === 'add' ? choosing(fresh, id) : fresh
    return { ...next, message: { text: `${said} u takes it back.`, isBad: false } }
  })
  if (form.kind !== 'add') await refresh(id, port, apply)
}

/** After a failed save, the form can be edited again. */
const unsaved: Change = (state) =>
  state.mode.kind === 'form'
    ? { ...state, mode: { ...state.mode, form: { ...state.mode.form, isSaving: false } } }
    : state

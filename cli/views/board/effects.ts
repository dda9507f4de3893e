// Runs the board's effects against the pipeline, and turns their results into state changes.
import type { Effect } from './reducer.ts'
import type { Board } from '../../../core/pipeline/board.ts'
import { editForm, fieldsToSave, type Form } from './form.ts'
import type { BoardPort, JobDetails } from './port.ts'
import { choosing, loaded, type Mode, type State } from './state.ts'

export type Change = (state: State) => State

/** All cards of each column. */
const ALL_CARDS = 5_000

const says =
  (text: string, isBad = false): Change =>
  (state) => ({ ...state, message: { text, isBad } })

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Reads the board. A message that stands is kept. */
export const reading = async (port: Pick<BoardPort, 'board'>, first?: Promise<Board>): Promise<Change> => {
  const board = await (first ?? port.board(ALL_CARDS))
  return (state) => loaded(state, board)
}

/** Runs an effect and passes each state change to `apply`; a failure shows a message and reloads the board. */
export async function runEffect(
  effect: Effect,
  port: BoardPort,
  apply: (change: Change) => void,
): Promise<void> {
  try {
    await perform(effect, port, apply)
  } catch (error) {
    apply(says(reasonOf(error), true))
    apply(unsaved)
    if (effect.do === 'move' || effect.do === 'undo')
      apply(await reading(port).catch(() => (state: State) => state))
  }
}

async function perform(effect: Effect, port: BoardPort, apply: (change: Change) => void): Promise<void> {
  if (effect.do === 'reload') return apply(await reading(port))
  if (effect.do === 'open') return open(effect.card.id, port, apply)
  if (effect.do === 'edit') {
    const dossier = await port.open(effect.card.id)
    return apply((state) => ({ ...state, mode: { kind: 'form', form: editForm(dossier), back: state.mode } }))
  }
  if (effect.do === 'move') {
    await port.move(effect.card.id, effect.status)
    return refresh(effect.card.id, port, apply)
  }
  if (effect.do === 'undo') return undo(port, apply)
  if (effect.do === 'save') return save(effect.form, port, apply)
}

async function open(id: string, port: BoardPort, apply: (change: Change) => void): Promise<void> {
  const dossier = await port.open(id)
  apply(inJob(id, (mode) => ({ ...mode, dossier })))
  const market = await port.market(dossier.job).catch((error: unknown) => [reasonOf(error)])
  apply(inJob(id, (mode) => ({ ...mode, market })))
}

type JobMode = Extract<Mode, { kind: 'job' }>

/** Changes the view of this job, if it is still what is shown. */
const inJob =
  (id: string, change: (mode: JobMode) => JobMode): Change =>
  (state) =>
    state.mode.kind === 'job' && state.mode.card.id === id ? { ...state, mode: change(state.mode) } : state

/** A job that is open is read again, for what was done to it. */
async function refresh(id: string, port: BoardPort, apply: (change: Change) => void): Promise<void> {
  let isOpen = false
  apply((state) => {
    isOpen = state.mode.kind === 'job' && state.mode.card.id === id
    return state
  })
  if (!isOpen) return
  const dossier: JobDetails = await port.open(id)
  apply(inJob(id, (mode) => ({ ...mode, dossier })))
}

async function undo(port: BoardPort, apply: (change: Change) => void): Promise<void> {
  const sentence = await port.undo()
  apply(await reading(port))
  apply(says(sentence))
  const open: string[] = []
  apply((state) => {
    if (state.mode.kind === 'job') open.push(state.mode.card.id)
    return state
  })
  for (const id of open) {
    const dossier = await port.open(id).catch(() => null)
    // What is open may just have been undone away.
    if (dossier) apply(inJob(id, (mode) => ({ ...mode, dossier })))
    else apply((state) => ({ ...state, mode: { kind: 'board' } }))
  }
}

async function save(form: Form, port: BoardPort, apply: (change: Change) => void): Promise<void> {
  const fields = fieldsToSave(form)
  const { id, said } =
    form.kind === 'add'
      ? await port.add(fields)
      : form.kind === 'edit'
        ? await port.edit(form.id!, fields)
        : await port.log(form.id!, fields)
  const read = await reading(port)
  // In one step: the next key is meant for the job that was just made.
  apply((state) => {
    const closed = state.mode.kind === 'form' ? { ...state, mode: state.mode.back } : state
    const fresh = read(closed)
    const next = form.kind === 'add' ? choosing(fresh, id) : fresh
    return { ...next, message: { text: `${said} u takes it back.`, isBad: false } }
  })
  if (form.kind !== 'add') await refresh(id, port, apply)
}

/** A form that could not be saved can be changed and tried again. */
const unsaved: Change = (state) =>
  state.mode.kind === 'form'
    ? { ...state, mode: { ...state.mode, form: { ...state.mode.form, isSaving: false } } }
    : state

// Undo of mood entries and snoozed suggestions.
import { must } from '../kernel/must.ts'
import { undoHandler, type UndoState } from '../database/undo-handler.ts'
import { changed } from '../database/transaction.ts'
import { isId } from '../kernel/id.ts'
import * as store from './store.ts'

interface Snooze {
  suggestionId: string
  until: string
}

async function putOff({ tx }: UndoState, snooze: Snooze, before: Snooze | null): Promise<void> {
  await store.insertSnooze(tx.sql, tx.principal.userId, snooze.suggestionId, snooze.until)
  changed(tx, 'snooze', snooze.suggestionId, before, snooze)
}

const findSnooze = ({ tx }: UndoState, id: string): Promise<Snooze | undefined> =>
  store.findSnooze(tx.sql, tx.principal.userId, id)

/** Undo of snoozed suggestions. */
export const snoozeUndo = undoHandler<Snooze>({
  groups: [['until']],
  nameOf: ({ suggestionId }) => `suggestion ${suggestionId}`,
  find: findSnooze,
  async restore(undoing, record) {
    await putOff(undoing, record, null)
    return true
  },
  async change(undoing, id, fields) {
    const before = must(await findSnooze(undoing, id))
    await putOff(undoing, { ...before, ...fields }, before)
  },
  async remove(undoing, id) {
    const before = must(await findSnooze(undoing, id))
    await store.removeSnooze(undoing.tx.sql, undoing.tx.principal.userId, id)
    changed(undoing.tx, 'snooze', id, before, null)
    return true
  },
})

const findMood = async ({ tx }: UndoState, id: string): Promise<store.MoodRow | undefined> =>
  isId(id) ? store.findMood(tx.sql, tx.principal.userId, id) : undefined

/** Undo of mood entries. */
export const moodUndo = undoHandler<store.MoodRow>({
  groups: [['mood'], ['labels'], ['note']],
  nameOf: ({ mood }) => `“${mood}”`,
  find: findMood,
  async restore({ tx }, mood) {
    await store.insertMood(tx.sql, tx.principal.userId, mood)
    changed(tx, 'mood', mood.id, null, mood)
    return true
  },
  change: async () => {},
  async remove(undoing, id) {
    const before = await findMood(undoing, id)
    await store.removeMood(undoing.tx.sql, undoing.tx.principal.userId, id)
    changed(undoing.tx, 'mood', id, before, null)
    return true
  },
})

// The reversers of mood entries and snoozed suggestions.
import type { StoredRecord, Reverser, UndoState } from '../database/reverser.ts'
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

/** The reverser for snoozed suggestions. */
export const snoozeReverser: Reverser = {
  scopes: 'me',
  groups: [['until']],
  nameOf: ({ suggestionId }) => `suggestion ${String(suggestionId)}`,
  find: async (undoing, id) => {
    const row = await findSnooze(undoing, id)
    return row && { ...row }
  },
  async restore(undoing, record) {
    await putOff(undoing, record as unknown as Snooze, null)
    return true
  },
  async change(undoing, id, fields) {
    const before = (await findSnooze(undoing, id))!
    await putOff(undoing, { ...before, ...fields }, before)
  },
  async remove(undoing, id) {
    const before = (await findSnooze(undoing, id))!
    await store.removeSnooze(undoing.tx.sql, undoing.tx.principal.userId, id)
    changed(undoing.tx, 'snooze', id, before, null)
    return true
  },
}

async function findMood({ tx }: UndoState, id: string): Promise<StoredRecord | undefined> {
  const row = isId(id) ? await store.findMood(tx.sql, tx.principal.userId, id) : undefined
  return row && { ...row }
}

/** The reverser for mood entries. */
export const moodReverser: Reverser = {
  scopes: 'me',
  groups: [['mood'], ['labels'], ['note']],
  nameOf: ({ mood }) => `mood “${String(mood)}”`,
  find: findMood,
  async restore({ tx }, record) {
    const mood = record as unknown as store.MoodRow
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
}

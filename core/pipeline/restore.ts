// Undo of mood entries and snoozed suggestions.
import { undoOf } from '../undo-handler.ts'
import type { Transaction } from '../database/transaction.ts'
import { shortId } from '../kernel/id.ts'
import type { Parsed } from '../kernel/schema.ts'
import * as store from './store.ts'

type Snooze = Parsed<typeof store.Snooze>

const putOff = ({ sql, principal }: Transaction, { suggestionId, until }: Snooze) =>
  store.insertSnooze(sql, principal.userId, suggestionId, until)

export const snoozeUndo = undoOf<Snooze>({
  noun: 'snooze',
  groups: [['until']],
  nameOf: ({ suggestionId }) => `suggestion about ${shortId(suggestionId)}`,
  find: ({ sql, principal }, id) => store.findSnooze(sql, principal.userId, id),
  insert: putOff,
  update: putOff,
  remove: ({ sql, principal }, { suggestionId }) => store.removeSnooze(sql, principal.userId, suggestionId),
})

export const moodUndo = undoOf<store.Mood>({
  noun: 'mood',
  groups: [['mood'], ['labels'], ['note']],
  nameOf: ({ mood }) => `“${mood}”`,
  find: ({ sql, principal }, id) => store.findMood(sql, principal.userId, id),
  insert: ({ sql, principal }, mood) => store.insertMood(sql, principal.userId, mood),
  update: () => Promise.resolve(),
  remove: ({ sql, principal }, { id }) => store.removeMood(sql, principal.userId, id),
})

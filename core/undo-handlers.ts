// The nouns that undo can restore. Others are never undone, such as credentials and accounts: a revoked token stays revoked.
import type { UndoHandlers } from './undo-handler.ts'

/** In the order of restoring: parents first. Removing goes backwards. */
export const UNDO_HANDLERS: UndoHandlers = {
  job: { scopes: 'jobs', load: async () => (await import('./jobs/restore.ts')).jobUndo },
  contact: { scopes: 'contacts', load: async () => (await import('./contacts/restore.ts')).contactUndo },
  activity: {
    scopes: 'activities',
    load: async () => (await import('./activities/restore.ts')).activityUndo,
  },
  event: { scopes: 'calendar', load: async () => (await import('./calendar/restore.ts')).eventUndo },
  offer: { scopes: 'offers', load: async () => (await import('./offers/restore.ts')).offerUndo },
  webhook: { scopes: 'webhooks', load: async () => (await import('./webhooks/restore.ts')).webhookUndo },
  board: { scopes: 'watch', load: async () => (await import('./watch/restore.ts')).boardUndo },
  posting: { scopes: 'watch', load: async () => (await import('./watch/restore.ts')).postingUndo },
  'kept-posting': {
    scopes: 'jobs',
    load: async () => (await import('./jobs/kept-posting.ts')).keptPostingUndo,
  },
  snooze: { scopes: 'me', load: async () => (await import('./pipeline/restore.ts')).snoozeUndo },
  mood: { scopes: 'me', load: async () => (await import('./pipeline/restore.ts')).moodUndo },
  proposal: { scopes: 'inbox', load: async () => (await import('./inbox/restore.ts')).proposalUndo },
}

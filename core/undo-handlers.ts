// The nouns that undo can restore. Others, such as credentials and accounts, are never undone: a revoked token stays
// revoked.
import { activityUndo } from './activities/restore.ts'
import { eventUndo } from './calendar/restore.ts'
import { contactUndo } from './contacts/restore.ts'
import type { UndoHandlers } from './database/undo-handler.ts'
import { proposalUndo } from './inbox/restore.ts'
import { keptPostingUndo } from './jobs/restore-posting.ts'
import { jobUndo } from './jobs/restore.ts'
import { offerUndo } from './offers/restore.ts'
import { moodUndo, snoozeUndo } from './pipeline/restore.ts'
import { boardUndo, postingUndo } from './watch/restore.ts'
import { webhookUndo } from './webhooks/restore.ts'

/** In restore order: parents come first, and are removed last. */
export const UNDO_HANDLERS: UndoHandlers = {
  job: jobUndo,
  contact: contactUndo,
  activity: activityUndo,
  event: eventUndo,
  offer: offerUndo,
  webhook: webhookUndo,
  board: boardUndo,
  posting: postingUndo,
  'kept-posting': keptPostingUndo,
  snooze: snoozeUndo,
  mood: moodUndo,
  proposal: proposalUndo,
}

// The nouns that undo can restore. Others, such as credentials and accounts, are never undone: a revoked token stays
// revoked.
import { activityReverser } from './activities/restore.ts'
import { eventReverser } from './calendar/restore.ts'
import { contactReverser } from './contacts/restore.ts'
import type { Reversers } from './database/reverser.ts'
import { proposalReverser } from './inbox/restore.ts'
import { keptPostingReverser } from './jobs/restore-posting.ts'
import { jobReverser } from './jobs/restore.ts'
import { offerReverser } from './offers/restore.ts'
import { moodReverser, snoozeReverser } from './pipeline/restore.ts'
import { postingReverser } from './watch/restore.ts'
import { webhookReverser } from './webhooks/restore.ts'

/** In restore order: parents come first, and are removed last. */
export const REVERSERS: Reversers = {
  job: jobReverser,
  contact: contactReverser,
  activity: activityReverser,
  event: eventReverser,
  offer: offerReverser,
  webhook: webhookReverser,
  posting: postingReverser,
  'kept-posting': keptPostingReverser,
  snooze: snoozeReverser,
  mood: moodReverser,
  proposal: proposalReverser,
}

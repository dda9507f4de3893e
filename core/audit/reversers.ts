// Which nouns an undo can put back. What is not here — credentials, accounts — is not undone: a revoked token stays so.
import { activityReverser } from '../activities/restore.ts'
import { eventReverser } from '../calendar/restore.ts'
import { contactReverser } from '../contacts/restore.ts'
import type { Reverser } from '../database/reverser.ts'
import { jobReverser } from '../jobs/restore.ts'
import { moodReverser, snoozeReverser } from '../pipeline/restore.ts'
import { webhookReverser } from '../webhooks/restore.ts'

/** In the order in which rows are put back: what others belong to comes first, and is taken away last. */
export const REVERSERS: Readonly<Record<string, Reverser>> = {
  job: jobReverser,
  contact: contactReverser,
  activity: activityReverser,
  event: eventReverser,
  webhook: webhookReverser,
  snooze: snoozeReverser,
  mood: moodReverser,
}

export const UNDOABLE = Object.keys(REVERSERS)

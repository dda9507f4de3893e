// Default facts for the rules; a test overrides only what it is about.
import { DAY_MS, HOUR_MS, isoOf } from '../../../core/kernel/clock.ts'
import { newId } from '../../../core/kernel/id.ts'
import type { NearEvent } from '../../../core/pipeline/event-rules.ts'
import type { QuietJob } from '../../../core/pipeline/stale-rules.ts'
import type { SilentContact } from '../../../core/pipeline/suggestions.ts'

export const NOW = Date.parse('2026-11-20T12:00:00Z')
export const daysAgo = (days: number): string => isoOf(NOW - days * DAY_MS)
const inHours = (hours: number): string => isoOf(NOW + hours * HOUR_MS)

/** A job in a status, quiet for this many days. */
export const quiet = (
  status: QuietJob['status'],
  days: number,
  changes: Partial<QuietJob> = {},
): QuietJob => ({
  id: newId(),
  company: 'Acme',
  role: 'Engineer',
  status,
  priority: null,
  statusChangedAt: daysAgo(days),
  touchedAt: daysAgo(days),
  followUps: 0,
  contactId: null,
  ...changes,
})

/** An event that begins in this many hours; negative ones began in the past. */
export const near = (
  type: NearEvent['type'],
  hours: number,
  changes: Partial<NearEvent> = {},
): NearEvent => ({
  id: newId(),
  type,
  title: 'Onsite',
  startsAt: inHours(hours),
  endsAt: null,
  jobId: newId(),
  contactId: null,
  company: 'Acme',
  role: 'Engineer',
  thanked: false,
  debriefed: false,
  ...changes,
})

export const silent = (days: number, changes: Partial<SilentContact> = {}): SilentContact => ({
  id: newId(),
  name: 'Jane',
  lastContactedAt: daysAgo(days),
  createdAt: daysAgo(200),
  jobId: newId(),
  company: 'Acme',
  role: 'Engineer',
  ...changes,
})

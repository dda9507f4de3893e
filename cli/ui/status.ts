// The colours of statuses and kinds, the same in every list and view.
import type { CalendarEvent } from '../../core/calendar/fields.ts'
import type { Status } from '../../core/jobs/fields.ts'
import type { OfferStatus } from '../../core/offers/fields.ts'
import type { Suggestion } from '../../core/pipeline/suggestion.ts'
import type { Paint } from './table.ts'

export const PAINTS: Partial<Record<Status, Paint>> = {
  applied: 'blue',
  screening: 'cyan',
  interviewing: 'yellow',
  offer: 'green',
  accepted: 'green',
  rejected: 'dim',
  withdrawn: 'dim',
}

export const EVENT_PAINTS: Partial<Record<CalendarEvent['type'], Paint>> = {
  ...{ interview: 'yellow', deadline: 'red', call: 'cyan' },
}

export const OFFER_PAINTS: Record<OfferStatus, Paint> = {
  ...{ received: 'yellow', countered: 'cyan', accepted: 'green', declined: 'dim', expired: 'dim' },
}

export const PRIORITY_PAINTS: Record<Suggestion['priority'], Paint> = {
  high: 'red',
  medium: 'yellow',
  low: 'dim',
}

// The colour of each status, the same in every list and view.
import type { Status } from '../../core/jobs/status.ts'
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

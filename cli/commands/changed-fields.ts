// What an edit made of a job, so that a misunderstood date or salary is seen at once.
import { keysOf } from '../../core/kernel/narrow.ts'
import type { Job } from '../../core/jobs/job.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { fit } from '../ui/width.ts'
import { localZone } from './inputs.ts'

const WIDEST = 40

/** The fields that are short enough to be said, in the order of the flags. */
const SAID = {
  company: 'company',
  role: 'role',
  location: 'location',
  salary: 'salary',
  url: 'address',
  priority: 'priority',
  nextStep: 'next step',
} as const satisfies Partial<Record<keyof Job, string>>

function deadlineText(deadline: string | null): string {
  if (deadline === null) return 'no deadline'
  const now = new Date()
  const day = showInstant(deadline, now, localZone(), 'long')
  // The end of a day is the day.
  const said = day.replace(/ 23:59 \S+$/, '')
  return `deadline ${said}${Date.parse(deadline) < now.getTime() ? ', which is past' : ''}`
}

/** `deadline Fri 4 Dec 2026, next step “Call”`; '' when only what is not said, like notes, was changed. */
export function changedText(change: Readonly<Partial<Record<keyof Job, unknown>>>, job: Job): string {
  const is = (field: keyof Job): boolean => change[field] !== undefined
  const plain = keysOf(SAID)
    .filter(is)
    .map((field) => {
      const value = job[field]
      return value === null ? `no ${SAID[field]}` : `${SAID[field]} ${fit(value, WIDEST)}`
    })
  return [
    ...plain,
    ...(is('tags') ? [job.tags.length ? `tags ${job.tags.join(', ')}` : 'no tags'] : []),
    ...(is('deadline') ? [deadlineText(job.deadline)] : []),
    ...(is('notes') ? ['notes'] : []),
    ...(is('description') ? ['description'] : []),
  ].join('; ')
}

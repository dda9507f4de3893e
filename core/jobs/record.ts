// A job as the API returns it, from its row.
import type { Job } from './job.ts'
import type { ShownRow } from './store.ts'

/** Converts a row to the API's record. */
export function jobOf(row: ShownRow): Job {
  const { payMin: min, payMax: max, payCurrency: currency, payPeriod: period } = row
  return {
    id: row.id,
    company: row.company,
    role: row.role,
    location: row.location,
    salary: row.salary,
    url: row.url,
    description: row.description,
    notes: row.notes,
    tags: row.tags,
    priority: row.priority,
    status: row.status,
    statusChangedAt: row.statusChangedAt,
    appliedAt: row.appliedAt,
    deadline: row.deadline,
    nextStep: row.nextStep,
    compensation: min === null && max === null ? null : { min, max, currency, period },
    contactIds: row.contactIds,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

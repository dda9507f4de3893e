// Which row somebody means: a whole id, its short form, or an unambiguous part of the name.
import { listJobs } from '../../core/jobs/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isId, isShortId, shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'

interface Named {
  id: string
  name: string
}

/** The one candidate; no candidate is not found, several are listed. */
export function onlyOne<T extends Named>(text: string, candidates: T[], missing: () => never): T {
  const exact = candidates.filter(
    ({ id, name }) => id === text || shortId(id) === text || sameText(name, text),
  )
  const [found, second] = exact.length === 1 ? exact : candidates
  if (!found) return missing()
  if (!second) return found
  const shown = candidates.slice(0, 10).map(({ id, name }) => `  ${shortId(id)}  ${name}`)
  const more = candidates.length > 10 ? ['  …'] : []
  return fail('ambiguous', { text, count: candidates.length, candidates: [...shown, ...more].join('\n') })
}

const sameText = (a: string, b: string): boolean =>
  a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0

/** The job somebody means. */
export async function findJob(client: Client, text: string): Promise<Named> {
  if (isId(text)) return { id: text, name: text }
  if (!text.trim()) return fail('usage', { problem: 'Name a job: an id, or part of its company and role.' })
  const { jobs } = await client.call(listJobs, { ref: text, limit: 100 })
  const byId = isShortId(text) ? jobs.filter(({ id }) => shortId(id) === text.toLowerCase()) : []
  const candidates = (byId.length ? byId : jobs).map(({ id, company, role }) => ({
    id,
    name: `${company} — ${role}`,
  }))
  return onlyOne(text, candidates, () =>
    fail('job_not_found', { id: text }, { hint: 'crm jobs list shows what is there.' }),
  )
}

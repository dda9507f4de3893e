// Reads a posting from a URL, file or stdin: by its markup, and by a model if one is configured.
import { hasModel } from '../../core/assistants/payer.ts'
import type { JobIn } from '../../core/jobs/job.ts'
import { asCrmError } from '../../core/kernel/errors.ts'
import { readPostingMeta } from '../../core/scout/posting-meta.ts'
import type { Run } from '../command.ts'
import { ask, textOrNull, type Answer } from './ai-run.ts'
import { fetchPage, type FetchedPage } from './fetched-page.ts'
import { guessFromUrl, UNTITLED } from './posting-address.ts'
import { readDocument } from './document.ts'

/** The job fields found in a posting. */
type Read = Pick<JobIn, 'company' | 'role'> & Partial<JobIn>

const MAX_DESCRIPTION_CHARACTERS = 10_000

/** A model's result as job fields, within their limits; unknown fields are omitted. */
function fieldsOf(answer: Answer): Partial<JobIn> {
  const cut = (field: string, max: number) => textOrNull(answer[field])?.slice(0, max)
  const next = cut('nextAction', 500)
  const notes = [cut('notes', 4_000), next && `Next: ${next}`].filter(Boolean).join('\n')
  const priority = answer['priority'] as JobIn['priority']
  const fields = {
    company: cut('company', 200),
    role: cut('role', 200),
    location: cut('location', 200),
    salary: cut('salary', 100),
    notes: notes || undefined,
    tags: (answer['tags'] as string[] | undefined)?.length ? (answer['tags'] as string[]) : undefined,
    priority: priority ?? undefined,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/**
 * The fields of a page, from its markup and, if a model is configured,
 * from the model. If the model fails, the markup is used alone.
 */
async function pageFields(run: Run, page: FetchedPage): Promise<Partial<JobIn>> {
  const marked = readPostingMeta(page.meta)
  const description = page.text.slice(0, MAX_DESCRIPTION_CHARACTERS)
  if (!hasModel(run.config)) return { ...marked, description }
  try {
    return { ...fieldsOf(await ask(run, 'parse-jd', { ...page })), ...marked, description }
  } catch (error) {
    run.out.note(`Read from its markup only: ${asCrmError(error).message}`)
    return { ...marked, description }
  }
}

/**
 * A posting at a URL. What its page does not contain is guessed from the URL; an unreadable page is reported.
 */
export async function postingAt(run: Run, url: string): Promise<Read> {
  const guess = { ...guessFromUrl(url), url }
  if (run.options['fetch'] === false) return guess
  try {
    return { ...guess, ...(await pageFields(run, await fetchPage(run, url))) }
  } catch (error) {
    const { kind, message, hint } = asCrmError(error)
    const why = kind === 'forbidden' ? `The page was not read. ${hint ?? message}` : message
    run.out.note(`${why} Company and role are guessed from the URL.`)
    return guess
  }
}

/** Reads the text of a posting from stdin, which needs a model. */
export async function postingOnStdin(run: Run): Promise<Read> {
  const text = await readDocument('-')
  const fields = fieldsOf(await ask(run, 'parse-jd', { text }))
  return {
    company: 'Unknown company',
    role: UNTITLED,
    ...fields,
    description: text.slice(0, MAX_DESCRIPTION_CHARACTERS),
  }
}

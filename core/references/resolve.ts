// Finds the one record that a typed text means. All doors use it.
import { fail, type ErrorCode } from '../kernel/errors.ts'
import { isId, shortId } from '../kernel/id.ts'
import { bare, isWholeName, matching, MIN_FRAGMENT, type NamedRecord } from './match.ts'
import {
  findActivities,
  findContacts,
  findEvents,
  findJobs,
  findOffers,
  type References,
} from './operations.ts'

export const NOUNS = {
  job: { op: findJobs, missing: 'job_not_found', like: 'an id, or part of its company and role' },
  contact: { op: findContacts, missing: 'contact_not_found', like: 'an id, or part of the name' },
  event: { op: findEvents, missing: 'event_not_found', like: 'an id, or part of the title' },
  offer: { op: findOffers, missing: 'offer_not_found', like: 'an id, or part of its company and role' },
  activity: { op: findActivities, missing: 'activity_not_found', like: 'an id, or part of the title' },
} as const satisfies Record<string, { op: typeof findJobs; missing: ErrorCode; like: string }>
export type Noun = keyof typeof NOUNS

export type AskReferences = (op: typeof findJobs, input: { ref: string }) => Promise<References>

export interface ResolveOptions {
  missing?: string | undefined
  ambiguous?: string | undefined
  /** Whether the record will be deleted. Then a short part of its name is not enough. */
  deletes?: boolean | undefined
}

/** Refuses to delete by a few letters, which other names may contain by chance. */
function refuseShort(text: string, one: NamedRecord): void {
  if ([...text].length >= MIN_FRAGMENT || isWholeName(text, one)) return
  const { id, name } = one
  fail(
    'usage',
    { problem: `To delete ${name}, type more than “${text}”.` },
    { hint: `Use its id ${shortId(id)}, its whole name, or at least ${MIN_FRAGMENT} characters of it.` },
  )
}

const FIELDS = { jobId: 'job', contactId: 'contact' } as const satisfies Record<string, Noun>

/** The input with ids in place of references. `also` names more fields to resolve. */
export async function withIds(
  asking: AskReferences,
  input: Readonly<Record<string, unknown>>,
  also: Readonly<Record<string, Noun>> = {},
): Promise<Record<string, unknown>> {
  const ids = await Promise.all(
    Object.entries({ ...FIELDS, ...also }).map(async ([field, noun]): Promise<[string, string][]> => {
      const value = input[field]
      if (typeof value !== 'string' || !value.trim() || isId(value)) return []
      return [[field, (await resolve(asking, noun, value)).id]]
    }),
  )
  return { ...input, ...Object.fromEntries(ids.flat()) }
}

const MAX_SHOWN = 10

function onlyOne<One extends NamedRecord>(
  text: string,
  matches: readonly One[],
  missing: () => never,
  { total = matches.length, hint }: { total?: number; hint?: string | undefined } = {},
): One {
  const [only, second] = matches
  if (!only) return missing()
  if (!second) return only
  const shown = matches.slice(0, MAX_SHOWN)
  const lines = shown.map(({ id, name }) => `  [${shortId(id)}] ${name}`)
  return fail(
    'ambiguous',
    {
      text,
      count: total,
      candidates: [...lines, ...(total > MAX_SHOWN ? [`  … and ${total - MAX_SHOWN} more`] : [])].join('\n'),
    },
    { hint, details: { candidates: shown.map(({ id, name }) => ({ id, name })) } },
  )
}

export function oneAmong<One extends NamedRecord>(
  text: string,
  among: readonly One[],
  missing: () => never,
  { deletes = false }: ResolveOptions = {},
): One {
  const found = onlyOne(text.trim(), matching(text, among), missing)
  if (deletes) refuseShort(bare(text), found)
  return found
}

/** The record that a text means. Throws `…_not_found`, `ambiguous`, or `usage` for an empty text. */
export async function resolve(
  asking: AskReferences,
  noun: Noun,
  text: string,
  { missing: advice, ambiguous, deletes = false }: ResolveOptions = {},
): Promise<{ id: string; name: string }> {
  const { op, missing, like } = NOUNS[noun]
  const ref = text.trim()
  if (!ref) return fail('usage', { problem: `Name ${/^[aeo]/.test(noun) ? 'an' : 'a'} ${noun}: ${like}.` })
  const { matches, total, near = [] } = await asking(op, { ref })
  const meant = near.map(({ id, name }) => `[${shortId(id)}] ${name}`).join('; ')
  const hint = [meant && `Did you mean ${meant}?`, advice].filter(Boolean).join(' ') || undefined
  const notFound = (): never => fail(missing, { id: ref }, { hint })
  const found = onlyOne(ref, matches, notFound, { total, hint: ambiguous })
  if (deletes) refuseShort(bare(ref), { ...found, also: [found.label] })
  return found
}

// Resolves a record from a model's reference, by the rule of core/references: an id, its last digits, or plain words.
import { asCrmError } from '../../../core/kernel/errors.ts'
import { getEvent } from '../../../core/calendar/operations.ts'
import type { CalendarEvent } from '../../../core/calendar/fields.ts'
import { getOffer } from '../../../core/offers/operations.ts'
import type { Offer } from '../../../core/offers/fields.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import { resolve, type Noun, type ResolveOptions } from '../../../core/references/resolve.ts'
import type { ToolContext } from '../tool-context.ts'

export const referenceIn = (z: Zod, like: string) => z.string().max(200).describe(`Id or ${like}`)

const SEARCH: Record<Noun, string> = {
  job: 'search_jobs',
  contact: 'search_contacts',
  event: 'list_events',
  activity: 'list_activities',
  offer: 'list_offers',
}

const finder =
  (noun: Noun) =>
  async (ctx: ToolContext, said: string, how: ResolveOptions = {}): Promise<string> => {
    const { id } = await resolve((op, input) => ctx.ask(op, input), noun, said, {
      missing: `Find it with ${SEARCH[noun]}.`,
      ambiguous: 'Call again with the eight digits in brackets.',
      ...how,
    })
    return id
  }

/** The id of the referenced job. Throws `job_not_found`, `ambiguous`. */
export const findJob = finder('job')

/** The id of the referenced contact. Throws `contact_not_found`, `ambiguous`. */
export const findContact = finder('contact')

/** The id of the referenced activity. Throws `activity_not_found`, `ambiguous`. */
export const findActivity = finder('activity')

const eventId = finder('event')

export const findEvent = async (
  ctx: ToolContext,
  said: string,
  how?: ResolveOptions,
): Promise<CalendarEvent> => ctx.ask(getEvent, { id: await eventId(ctx, said, how) })

const offerId = finder('offer')

/** The referenced offer: by id, or the job it belongs to. Throws `offer_not_found`, `ambiguous`. */
export const findOffer = async (ctx: ToolContext, said: string, how?: ResolveOptions): Promise<Offer> =>
  ctx.ask(getOffer, { id: await offerId(ctx, said, how) })

export async function references(
  ctx: ToolContext,
  { jobId, contactId }: { jobId?: string | null | undefined; contactId?: string | null | undefined },
): Promise<{ jobId?: string; contactId?: string }> {
  const [job, contact] = await Promise.all([
    jobId ? findJob(ctx, jobId) : undefined,
    contactId ? findContact(ctx, contactId) : undefined,
  ])
  return { ...(job && { jobId: job }), ...(contact && { contactId: contact }) }
}

const MAX_NAMED = 100

/** Several records, by ids or words. */
export const referencesIn = (z: Zod) => z.array(z.string().max(200)).max(MAX_NAMED)

/** Several in one text are told apart by commas, unless the whole is a name: “Acme, Inc.” is one. */
const several =
  (find: (ctx: ToolContext, said: string) => Promise<string>) =>
  async (ctx: ToolContext, said: readonly string[]): Promise<string[]> => {
    const found = await Promise.all(
      said.map((each) =>
        find(ctx, each).then(
          (id) => [id],
          (error: unknown) => {
            const parts = each.split(',').filter((part) => part.trim())
            if (asCrmError(error).kind !== 'not_found' || parts.length < 2) throw error
            return Promise.all(parts.map((part) => find(ctx, part)))
          },
        ),
      ),
    )
    return [...new Set(found.flat())]
  }

export const findJobs = several(findJob)
export const findContacts = several(findContact)

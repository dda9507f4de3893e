// Any sequence of changes, undone in reverse order, restores the first state; undoing the undos restores the
// last.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addActivity } from '../../../core/activities/operations.ts'
import { undoChange } from '../../../core/audit/operations.ts'
import { addEvent } from '../../../core/calendar/operations.ts'
import { addContact, removeContact, updateContact } from '../../../core/contacts/operations.ts'
import { addJob, removeJob, setStatus, updateJob } from '../../../core/jobs/operations.ts'
import { STATUSES } from '../../../core/jobs/fields.ts'
import { DAY_MS, systemClock, type Clock } from '../../../core/kernel/clock.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { actAsMe } from '../../../core/pipeline/operations.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

/** Rows by table, without the columns that an undo renews on purpose or that are derived. */
async function stateOf({ sql, principal }: Context): Promise<Record<string, string[]>> {
  const tables = [
    'jobs',
    'job_status_history',
    'contacts',
    'contact_jobs',
    'activities',
    'calendar_events',
    'mood_check_ins',
  ]
  const entries = await Promise.all(
    tables.map(async (name) => {
      const rows = await sql<{ row: string }[]>`
        select (to_jsonb(t) - 'updated_at' - 'sequence' - 'search')::text as row
        from ${sql(name)} t where user_id = ${principal.userId} order by 1`
      return [name, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** The ids of this user's rows, oldest first. */
const idsIn = async ({ sql, principal }: Context, table: 'jobs' | 'contacts'): Promise<string[]> =>
  (
    await sql<{ id: string }[]>`select id from ${sql(table)} where user_id = ${principal.userId} order by id`
  ).map(({ id }) => id)

interface Step {
  kind: string
  /** Selects the rows that a step affects. */
  one: number
  other: number
  word: string
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!

/** What each step does; steps that need a row do nothing without one. */
const DEEDS: Record<string, (ctx: Context, step: Step) => Promise<unknown>> = {
  addJob: (ctx, { word, one }) =>
    call(addJob, ctx, {
      company: `C${word}`,
      role: 'Chef',
      status: pick(['saved', 'applied'] as const, one),
      url: one % 3 ? null : `https://example.com/jobs/${word}`,
      allowDuplicate: true,
    }),
  addContact: async (ctx, { word, one }) =>
    call(addContact, ctx, { name: `N${word}`, jobIds: (await idsIn(ctx, 'jobs')).slice(0, one % 3) }),
  editJob: (ctx, { word, one, other }) =>
    onJob(ctx, one, (id) =>
      call(updateJob, ctx, {
        id,
        notes: word || null,
        salary: other % 2 ? '$100k–120k' : null,
        tags: [word || 'x'],
        ...(other % 3 === 0 && { status: pick(STATUSES, other) }),
      }),
    ),
  move: (ctx, { one, other, word }) =>
    onJob(ctx, one, (id) => call(setStatus, ctx, { id, status: pick(STATUSES, other), note: word || null })),
  moveBack: (ctx, { one, other }) =>
    onJob(ctx, one, (id) =>
      call(setStatus, ctx, { id, status: pick(STATUSES, other), at: '2020-01-02T00:00:00.000Z' }),
    ),
  removeJob: (ctx, { one }) => onJob(ctx, one, (id) => call(removeJob, ctx, { id })),
  editContact: (ctx, { one, other, word }) =>
    onContact(ctx, one, async (id) =>
      call(updateContact, ctx, { id, notes: word, jobIds: (await idsIn(ctx, 'jobs')).slice(0, other % 4) }),
    ),
  removeContact: (ctx, { one }) => onContact(ctx, one, (id) => call(removeContact, ctx, { id })),
  log: async (ctx, { one, other, word }) => {
    const [jobs, contacts] = await Promise.all([idsIn(ctx, 'jobs'), idsIn(ctx, 'contacts')])
    return call(addActivity, ctx, {
      type: pick(['call', 'note', 'email'] as const, one),
      title: `T${word}`,
      jobId: jobs.length ? pick(jobs, one) : null,
      contactId: contacts.length ? pick(contacts, other) : null,
      ...(other % 2 && { occurredAt: '2021-03-04T05:06:07.000Z' }),
    })
  },
  schedule: async (ctx, { one, other, word }) => {
    const [jobs, contacts] = await Promise.all([idsIn(ctx, 'jobs'), idsIn(ctx, 'contacts')])
    return call(addEvent, ctx, {
      type: 'interview',
      title: `E${word}`,
      startsAt: '2031-01-01T10:00:00Z',
      jobId: jobs.length ? pick(jobs, one) : null,
      contactId: contacts.length ? pick(contacts, other) : null,
    })
  },
  feel: (ctx, { word }) => call(actAsMe, ctx, { action: 'mood-check-in', mood: `M${word}` }),
}

async function onJob(ctx: Context, at: number, work: (id: string) => Promise<unknown>): Promise<unknown> {
  const ids = await idsIn(ctx, 'jobs')
  return ids.length ? work(pick(ids, at)) : undefined
}

async function onContact(ctx: Context, at: number, work: (id: string) => Promise<unknown>): Promise<unknown> {
  const ids = await idsIn(ctx, 'contacts')
  return ids.length ? work(pick(ids, at)) : undefined
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...Object.keys(DEEDS)),
    one: fc.nat(20),
    other: fc.nat(20),
    word: fc.string({ maxLength: 6, unit: fc.constantFrom(...'abcé漢') }),
  }),
  { minLength: 1, maxLength: 12 },
)

const isNothing = (error: unknown): boolean => (error as { code?: string }).code === 'nothing_to_undo'

/**
 * Undoes the latest change until none is left; returns the ids of the undos, and whatever they could not
 * undo.
 */
async function undoEverything(ctx: Context) {
  const undos: string[] = []
  const kept: unknown[] = []
  for (;;) {
    try {
      const { undo, notUndone } = await call(undoChange, ctx, {})
      if (undo) undos.push(undo)
      kept.push(...notUndone)
    } catch (error) {
      if (isNothing(error)) return { undos, kept }
      throw error
    }
  }
}

/** A clock that was set back by a day. */
const setBack: Clock = { now: () => systemClock.now() - DAY_MS }

describe('undo', () => {
  test.each([
    ['', systemClock],
    [' when the clock was set back', setBack],
  ])(
    'of any changes%s, latest first, restores the first state; undoing the undos the last',
    async (_, clock) => {
      await fc.assert(
        fc.asyncProperty(steps, steps, async (first, then) => {
          const owner = await aUser(core())
          const [early, late] = [
            as(core(), owner, { client: 'early' }),
            as(core(), owner, { client: 'late' }),
          ]
          const last = as(core(), owner, { client: 'late', clock })
          for (const step of first) await DEEDS[step.kind]!(early, step)
          // Marks the earlier changes as undone already, so that only the later ones are undone.
          await early.sql`update audit_log set undone_by = id where user_id = ${owner.userId}`
          const before = await stateOf(early)
          for (const [at, step] of then.entries()) await DEEDS[step.kind]!(at % 2 ? last : late, step)
          const after = await stateOf(late)
          const { undos, kept } = await undoEverything(last)
          expect(kept).toEqual([])
          expect(await stateOf(late)).toEqual(before)
          for (const id of undos.reverse()) await call(undoChange, late, { id })
          expect(await stateOf(late)).toEqual(after)
        }),
        { numRuns: 25 },
      )
    },
  )

  test('of a whole session has the same result in one change', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, then) => {
        const owner = await aUser(core())
        const [early, late] = [
          as(core(), owner, { client: 'early' }),
          as(core(), owner, { client: 'agent/1' }),
        ]
        for (const step of first) await DEEDS[step.kind]!(early, step)
        const before = await stateOf(early)
        for (const step of then) await DEEDS[step.kind]!(late, step)
        const after = await stateOf(late)
        const undone = await call(undoChange, late, { session: 'agent' }).catch((error: unknown) => {
          if (isNothing(error)) return null
          throw error
        })
        expect(await stateOf(late)).toEqual(before)
        if (undone?.undo) await call(undoChange, late, { id: undone.undo })
        expect(await stateOf(late)).toEqual(after)
      }),
      { numRuns: 20 },
    )
  })
})

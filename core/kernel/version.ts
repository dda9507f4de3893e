// A record's version is its `updatedAt`, which every change moves forward. A change may name the version that it expects.
import { isoOf, msOf, type Clock } from './clock.ts'
import { fail } from './errors.ts'
import { instantIn, PathId, lazySchema, type LazySchema, objectSchema } from './schema.ts'
import { newId } from './id.ts'
import type { Z, Zod } from './zod.ts'

/** One of these versions must be the current one. Undefined accepts any version. */
export type Versions = readonly string[] | undefined

const MAX_VERSIONS = 50

/** The `expectedUpdatedAt` of a change: one instant, or several of which one has to match. */
export const expectedIn = (z: Zod) =>
  z
    .union([instantIn(z), z.array(instantIn(z)).max(MAX_VERSIONS, `has more than ${MAX_VERSIONS} items`)])
    .transform((given) => [given].flat())
    .optional()
    .describe('The updatedAt you know; refused if changed since.')

export const ByVersion = objectSchema((z) => ({ id: PathId(), expectedUpdatedAt: expectedIn(z) }))

export const changeOf = <Shape extends Z.ZodRawShape>(
  change: LazySchema<Z.ZodObject<Shape, Z.core.$strict>>,
) => lazySchema(() => change().extend(ByVersion().shape))

/** What a record from a crm export keeps. Without an id, the import makes a new record. */
export interface Origin {
  id?: string | null
  createdAt?: string | null | undefined
}

export function firstVersion({ clock }: { clock: Clock }, { id, createdAt }: Origin = {}) {
  const now = isoOf(clock.now())
  return { id: id ?? newId(), createdAt: (id && createdAt) || now, updatedAt: now }
}

/** Throws `record_changed` with the current record if it is at none of the expected versions. The row must be locked. */
export function requireVersion<T extends { id: string; updatedAt: string }>(
  noun: string,
  current: T,
  expected: Versions,
): void {
  if (!expected || expected.includes(current.updatedAt)) return
  const { id, updatedAt } = current
  fail('record_changed', { noun, id, updatedAt }, { details: { current } })
}

/** The `updatedAt` for a change: now, or a millisecond after the last version if that is later. */
export const nextVersion = ({ clock }: { clock: Clock }, { updatedAt }: { updatedAt: string }): string =>
  isoOf(Math.max(clock.now(), msOf(updatedAt) + 1))

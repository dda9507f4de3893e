// The handle to the data behind answers about pay. Opening it costs nothing: what it needs is loaded when it is asked.
import type { Sql } from '../database/connect.ts'
import type { City, Role } from './catalog/catalog.ts'
import { keepAnswers, type Answers } from './answers.ts'
import type { Shelf, Whole } from './library/whole.ts'
import type { Experience } from './search/seniority.ts'

/** What somebody asked about, in slugs or in plain words. */
export interface Question {
  role: string
  city?: string | undefined
}

/** How words were understood; null for a slug. */
export interface Understood {
  role: { text: string; slug: string; experience: Experience | null; score: number } | null
  city: { text: string; slug: string | null; score: number } | null
}

/** A question answered by the catalogue: which role, which city (null: the nation), and what to compute from. */
export interface Found extends Shelf {
  role: Role
  city: City | null
  /** What the words said of seniority. */
  experience: Experience | null
  understood: Understood | null
}

export interface Intelligence {
  /** All data, loaded on first use and kept. */
  whole(): Promise<Whole>
  /** Finds role and city. Throws `role_not_found` and `city_not_found`, the nearest slugs in the hint. */
  find(sql: Sql, question: Question): Promise<Found>
  /** Finished answers, kept while all data is; null where they are not. */
  answers: Answers | null
}

export interface IntelligenceOptions {
  /** Where the tables are; sql/data unless given. */
  folder?: string
  /** Keep everything in memory: for a process that answers many. Otherwise one answer reads only its own rows. */
  resident: boolean
}

/** Opens the data without reading any. */
export function createIntelligence({ folder, resident }: IntelligenceOptions): Intelligence {
  let loading: ReturnType<typeof loadFrom> | undefined
  const load = () => (loading ??= loadFrom(folder))
  return {
    whole: async () => (await load()).whole,
    answers: resident ? keepAnswers() : null,
    async find(sql, question) {
      if (!resident && !loading) {
        const { pickShelf } = await import('./library/pick.ts')
        const picked = await pickShelf(sql, folder, question)
        if (picked) return picked
      }
      const { whole, findIn } = await load()
      return findIn(whole, question)
    },
  }
}

/** The data and what searches it; neither is loaded for a command that asks nothing of them. */
async function loadFrom(folder: string | undefined) {
  const { loadWhole } = await import('./library/whole.ts')
  const { findIn } = await import('./library/find.ts')
  return { whole: loadWhole(folder), findIn }
}

// Lazy access to the pay data: opening it costs nothing, and data is loaded on first use.
import type { Sql } from '../database/connect.ts'
import type { City, Role } from './catalog/catalog.ts'
import { createAnswerCache, type AnswerCache } from './answer-cache.ts'
import { attributionAt, DATA_UPDATED, type Attribution, type Edition } from './attribution.ts'
import { dataFolder, readVintages, type WholeTables } from './catalog/csv.ts'
import type { Seniority } from './estimates/effects.ts'
import type { Imported } from './imports/record.ts'
import type { PaySlugs, Rows } from './library/extract-keys.ts'
import type { Shelf, Whole } from './library/whole.ts'
import type { Experience } from './search/seniority.ts'

/** The role and city of a question, as slugs or plain words. */
export interface Question {
  role: string
  city?: string | undefined
}

/** How words were understood; null for a slug. */
export interface Understood {
  role: {
    text: string
    slug: string
    experience: Experience | null
    score: number
    /** Median across all levels, when the estimate is of the title as it was written. */
    role_median: number | null
  } | null
  city: { text: string; slug: string | null; score: number } | null
}

/** A question answered by the catalogue: which role, which city (null: the nation), and what to compute from. */
export interface Found extends Shelf {
  role: Role
  city: City | null
  /** What the words said of seniority. */
  experience: Experience | null
  /** What pay is asked of: a band, the title as it was written, or all levels. */
  seniority: Seniority
  understood: Understood | null
}

/** Extracts that were asked for before there was a question. */
export interface PayAhead extends PaySlugs {
  extracts: Promise<readonly { tables: Rows }[]>
}

export interface Intelligence {
  /** All data, loaded on first use and kept. */
  whole(): Promise<Whole>
  /** Finds role and city. Throws `role_not_found` and `city_not_found`, the nearest slugs in the hint. */
  find(sql: Sql, question: Question): Promise<Found>
  /** Cached answers; null in a process that does not keep the data in memory. */
  answers: AnswerCache | null
  /** Of which quarter and day the data is that answers now. */
  edition(): Edition
  /** What answers say of that, from a service at this address: frozen, and the same until the data changes. */
  attribution(publicUrl: string): Attribution
}

/** Data imported into this installation in addition to the shipped files. */
export interface ImportedData {
  /** The imports, oldest first. */
  imports(): Promise<Imported[]>
  /** Changes whenever the imported data changes; null when nothing is imported. */
  digest(): Promise<string | null>
}

interface IntelligenceOptions {
  /** Where the tables are; sql/data unless given. */
  folder?: string
  /** Keep everything in memory: for a process that answers many. Otherwise one answer reads only its own rows. */
  resident: boolean
  /** Where a process that answers one question keeps what took long to work out; nowhere unless given. */
  cache?: string
  /** Absent where only the shipped files are. */
  beside?: ImportedData
  /** For a process that answers one question. */
  ahead?: PayAhead | null
}

/** How often a process that keeps the data asks whether another one imported something. */
const LOOK_EVERY_MS = 2_000

/** Opens the data without reading any. */
export function createIntelligence(options: IntelligenceOptions): Intelligence {
  const { folder, resident, cache, beside, ahead } = options
  let loading: ReturnType<typeof loadFrom> | undefined
  let edition: Edition | undefined
  const answers = resident ? createAnswerCache() : null
  const load = () => {
    if (loading) return loading
    loading = loadFrom(folder, beside)
    // A database that was away for a moment is asked again.
    loading.catch(() => (loading = undefined))
    return loading
  }
  const kept = async () => {
    const digest = cache && beside ? await beside.digest() : null
    if (!cache || digest === null) return null
    const { keptIndex } = await import('./library/kept-index.ts')
    return keptIndex(cache, digest)
  }
  /** The digest that last made it load again: not twice for one. */
  let seen: string | null = null
  const newest = resident && beside ? digestNow(beside) : () => null
  const ready = async () => {
    const digest = newest()
    if (loading && digest !== null && digest !== seen && digest !== (await loading).digest) {
      seen = digest
      loading = undefined
      answers?.clear()
    }
    const loaded = await load()
    edition = loaded.edition
    return loaded
  }
  const current = () =>
    (edition ??= { benchmark: readVintages(folder ?? dataFolder()).benchmark, updated: DATA_UPDATED })
  return {
    whole: async () => (await ready()).whole,
    answers,
    edition: current,
    attribution: attributionNow(current),
    async find(sql, question) {
      if (!resident && !loading) {
        const { pickShelf } = await import('./library/pick.ts')
        const picked = await pickShelf({ sql, folder, kept, ahead }, question)
        if (picked) {
          edition = picked.edition
          return picked.found
        }
      }
      const { whole, findIn } = await ready()
      if (!resident) (await kept())?.keep(await whole.roleIndex())
      return findIn(whole, question)
    },
  }
}

/** The attribution of the edition that is current, made once for each. */
function attributionNow(current: () => Edition): Intelligence['attribution'] {
  let made: { edition: Edition; publicUrl: string; attribution: Attribution } | undefined
  return (publicUrl) => {
    const edition = current()
    if (made?.edition !== edition || made.publicUrl !== publicUrl)
      made = { edition, publicUrl, attribution: Object.freeze(attributionAt(publicUrl, edition)) }
    return made.attribution
  }
}

/** The digest of the data as it was found last. Asks now and then, never waits, and a failure changes nothing. */
function digestNow({ digest }: ImportedData): () => string | null {
  let found: string | null = null
  let askedAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - askedAt >= LOOK_EVERY_MS) {
      askedAt = now
      digest().then(
        (answer) => (found = answer),
        () => undefined,
      )
    }
    return found
  }
}

/** The data and what searches it; neither is loaded for a command that asks nothing of them. */
async function loadFrom(folder = dataFolder(), beside: ImportedData | undefined) {
  const { loadWhole } = await import('./library/whole.ts')
  const { findIn } = await import('./library/find.ts')
  const digest = (await beside?.digest()) ?? null
  const imports = (await beside?.imports()) ?? []
  const whole = loadWhole(await withImports(folder, imports))
  const updated = imports.at(-1)?.importedAt.slice(0, 10) ?? DATA_UPDATED
  return { whole, findIn, digest, edition: { benchmark: whole.catalog.benchmark, updated } }
}

async function withImports(folder: string, imports: readonly Imported[]): Promise<WholeTables> {
  if (imports.length === 0) return folder
  const { compose } = await import('./imports/compose.ts')
  return compose(folder, imports)
}

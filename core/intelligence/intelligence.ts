// Lazy access to the pay data: nothing is read when it is opened, only on first use.
import type { Sql } from '../database/connect.ts'
import type { City, Role } from './catalog/catalog.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { attributionAt, DATA_UPDATED, type Attribution, type Edition } from './attribution.ts'
import { dataFolder, readVintages, type WholeTables } from './catalog/csv.ts'
import type { Seniority } from './estimates/effects.ts'
import type { Imported } from './imports/record.ts'
import type { PaySlugs, Rows } from './library/extract-keys.ts'
import type { Dataset, FullDataset } from './library/dataset.ts'
import type { Experience } from './search/seniority.ts'

/** The role and city of a request, as slugs or plain words. */
export interface LookupQuery {
  role: string
  city?: string | undefined
}

/** How the role and city were interpreted; null for a slug. */
export interface Interpretation {
  role: {
    text: string
    slug: string
    experience: Experience | null
    score: number
    /** Median across all levels, when the estimate is for the title as written. */
    role_median: number | null
    /** What of the text is no part of the title. */
    unused: string[]
  } | null
  /** `place`: the suburb that was understood, for which the city stands. */
  city: { text: string; slug: string | null; score: number; place: string | null } | null
}

/** A resolved request: the role, the city (null: the nation), and the data to compute from. */
export interface LookupResult extends Dataset {
  role: Role
  city: City | null
  /** The experience level stated in the text. */
  experience: Experience | null
  /** The seniority to estimate: a band, the title as written, or all levels. */
  seniority: Seniority
  understood: Interpretation | null
}

/** Extracts requested in advance, while the program was still starting. */
export interface PrefetchedExtracts extends PaySlugs {
  extracts: Promise<readonly { tables: Rows }[]>
}

export interface Intelligence {
  /** All data, loaded on first use and kept. */
  fullDataset(): Promise<FullDataset>
  /** Finds role and city. Throws `role_not_found` and `city_not_found`, with the closest slugs as a hint. */
  find(sql: Sql, question: LookupQuery): Promise<LookupResult>
  /** Cached responses of the present data; null in a process that does not keep the data in memory. */
  readonly responses: ResponseCache | null
  /** Whether a cache still holds the responses of the present data. */
  isCurrent(responses: ResponseCache): boolean
  /** The edition of the currently loaded data. */
  edition(): Edition
  /** The attribution for a service at this URL: frozen, and the same object until the data changes. */
  attribution(publicUrl: string): Attribution
}

/** Data imported into this installation in addition to the shipped files. */
export interface ImportedData {
  /** The imports, oldest first. */
  imports(): Promise<Imported[]>
  /** Changes whenever the loaded data changes; null when none is loaded. */
  digest(): Promise<string | null>
}

interface IntelligenceOptions {
  /** The folder of the tables; sql/data by default. */
  folder?: string
  /**
   * Whether to keep all data in memory, for a long-running process.
   * Otherwise each request reads only its own rows.
   */
  resident: boolean
  /** Cache folder for the search index of short-lived processes; nothing is cached without it. */
  cache?: string
  /** Absent when only the shipped files are used. */
  imported?: ImportedData
  /** Extracts requested in advance; only for a process that handles one request. */
  prefetched?: PrefetchedExtracts | null
}

/** How often a resident process checks whether another process has imported data. */
const CHECK_INTERVAL_MS = 2_000

/** Creates the access to the data without reading any. */
export function createIntelligence(options: IntelligenceOptions): Intelligence {
  const { folder, resident, cache, imported, prefetched } = options
  const data = openData(options)
  let edition: Edition | undefined
  const ready = async () => {
    const loaded = await data.ready()
    edition = loaded.edition
    return loaded
  }
  const indexCache = async () => {
    const digest = cache && imported ? await imported.digest() : null
    if (!cache || digest === null) return null
    const { openIndexCache } = await import('./library/index-cache.ts')
    return openIndexCache(cache, digest)
  }
  const current = () =>
    (edition ??= { benchmark: readVintages(folder ?? dataFolder()).benchmark, updated: DATA_UPDATED })
  return {
    fullDataset: async () => (await ready()).whole,
    get responses() {
      return data.responses()
    },
    isCurrent: data.isCurrent,
    edition: current,
    attribution: attributionNow(current),
    async find(sql, question) {
      if (!resident && !data.isLoading()) {
        const { lookUpInExtracts } = await import('./library/lookup-extracts.ts')
        const picked = await lookUpInExtracts({ sql, folder, indexCache, prefetched }, question)
        if (picked) {
          edition = picked.edition
          return picked.found
        }
      }
      const { whole, lookUpInDataset } = await ready()
      if (!resident) (await indexCache())?.write(await whole.roleIndex())
      return lookUpInDataset(whole, question)
    },
  }
}

type Loaded = Awaited<ReturnType<typeof loadFrom>>

/** The data, loaded on first use, and again after another process has imported some; and the responses from them. */
function openData({ folder, resident, imported }: IntelligenceOptions) {
  let loading: Promise<Loaded> | undefined
  /** The digest of the loaded data; undefined while they are being loaded. */
  let digest: string | null | undefined
  /** The digest that triggered the last reload, so that it triggers only one. */
  let seen: string | null = null
  let responses = resident ? createResponseCache() : null
  const newest = resident && imported ? digestNow(imported) : () => null

  const load = (): Promise<Loaded> => {
    const started = loadFrom(folder, imported)
    started.then(
      (loaded) => (digest = loaded.digest),
      // A failed load, such as during a short database outage, is retried on the next request.
      () => (loading = undefined),
    )
    return started
  }
  const discardOld = (): void => {
    const now = newest()
    if (digest === undefined || now === null || now === digest || now === seen) return
    seen = now
    loading = digest = undefined
    // Whoever remembers the old cache keeps only an empty one.
    responses?.clear()
    // A new cache: a request still at work on the old data may yet put its response into the old one.
    responses = createResponseCache()
  }
  return {
    ready(): Promise<Loaded> {
      discardOld()
      return (loading ??= load())
    },
    isLoading: () => loading !== undefined,
    responses: () => responses,
    isCurrent(cache: ResponseCache): boolean {
      discardOld()
      return cache === responses
    },
  }
}

/** The attribution of the current edition, cached until the edition or the URL changes. */
function attributionNow(current: () => Edition): Intelligence['attribution'] {
  let made: { edition: Edition; publicUrl: string; attribution: Attribution } | undefined
  return (publicUrl) => {
    const edition = current()
    if (made?.edition !== edition || made.publicUrl !== publicUrl)
      made = { edition, publicUrl, attribution: Object.freeze(attributionAt(publicUrl, edition)) }
    return made.attribution
  }
}

/** The last known digest of the data. Refreshed in the background, so it never blocks; errors are ignored. */
function digestNow({ digest }: ImportedData): () => string | null {
  let found: string | null = null
  let askedAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - askedAt >= CHECK_INTERVAL_MS) {
      askedAt = now
      digest().then(
        (answer) => (found = answer),
        () => undefined,
      )
    }
    return found
  }
}

/** Loads the data and the search code, both imported lazily so that other commands do not pay for them. */
async function loadFrom(folder = dataFolder(), imported: ImportedData | undefined) {
  const { loadFullDataset } = await import('./library/dataset.ts')
  const { lookUpInDataset } = await import('./library/lookup-dataset.ts')
  const digest = (await imported?.digest()) ?? null
  const imports = (await imported?.imports()) ?? []
  const whole = loadFullDataset(await withImports(folder, imports))
  const updated = imports.at(-1)?.importedAt.slice(0, 10) ?? DATA_UPDATED
  return { whole, lookUpInDataset, digest, edition: { benchmark: whole.catalog.benchmark, updated } }
}

async function withImports(folder: string, imports: readonly Imported[]): Promise<WholeTables> {
  if (imports.length === 0) return folder
  const { compose } = await import('./imports/compose.ts')
  return compose(folder, imports)
}

declare module '../kernel/context.ts' {
  interface Services {
    /** The pay data, read lazily. */
    intelligence: Intelligence
  }
}

// The pay data of a process: the shipped file, under the overlay of the imports in use.
import type { City, Role } from './catalog/catalog.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { attributionAt, DATA_UPDATED, type Attribution, type Edition } from './attribution.ts'
import { manifestEntry } from './catalog/manifest.ts'
import type { Band } from './estimates/experience.ts'
import { bytesIn } from './file/bytes.ts'
import { layered } from './file/layers.ts'
import { openPayFile, type PayFile } from './file/pay-file.ts'
import { openShipped } from './file/shipped.ts'
import { openDataset, type Dataset, type FullDataset } from './library/dataset.ts'
import type { PlaceReading, RoleReading } from './words/question.ts'

/** The role and city of a request, as slugs or plain words. */
export interface LookupQuery {
  role: string
  city?: string | undefined
}

/** How the role and city were interpreted; null for a slug. */
export interface Interpretation {
  role:
    | (Omit<RoleReading, 'exact'> & {
        /** Median across all levels, when the words name one of them. */
        role_median: number | null
      })
    | null
  city: Omit<PlaceReading, 'exact'> | null
}

/** A resolved request: the role, the city (null: the nation), and the data to compute from. */
export interface LookupResult extends Dataset {
  role: Role
  city: City | null
  /** The level of experience to estimate; null for all of them. */
  experience: Band | null
  /** The level word or numeral of the text, as understood. */
  level: string | null
  understood: Interpretation | null
}

/** The overlay of an installation's imports. */
export interface Overlays {
  /** What names the overlay in use; null for the shipped file alone. */
  digest(): Promise<string | null>
  /** The bytes of the overlay of this name. */
  bytes(digest: string): Promise<Uint8Array>
}

export interface Intelligence {
  /** The data in use. */
  fullDataset(): Promise<FullDataset>
  /** Finds role and city. Throws `role_not_found` and `city_not_found`, with the closest slugs as a hint. */
  find(question: LookupQuery): Promise<LookupResult>
  /** Cached responses of the present data; null in a process that answers one question. */
  readonly responses: ResponseCache | null
  /** The edition of the data in use. */
  edition(): Edition
  /** The attribution for a service at this URL: frozen, and the same object until the data changes. */
  attribution(publicUrl: string): Attribution
  /** Stops looking for another overlay. */
  close(): void
}

interface IntelligenceOptions {
  /** The shipped file, unless it is another one. */
  file?: PayFile
  /** Whether the process serves many requests: it keeps responses, and takes up another overlay while it runs. */
  resident: boolean
  /** Absent when only the shipped file is used. */
  overlays?: Overlays
}

/** How often a resident process looks for another overlay: one that is put in use is served within twice that. */
const CHECK_INTERVAL_MS = 900

/** Creates the access to the data. The file is opened on first use. */
export function createIntelligence({ file, resident, overlays }: IntelligenceOptions): Intelligence {
  let shipped = file
  const opened = (): PayFile => (shipped ??= openShipped())
  let present: Present | undefined
  let first: Promise<Present> | undefined
  let watch: NodeJS.Timeout | undefined

  const open = async (): Promise<Present> => {
    const digest = (await overlays?.digest()) ?? null
    return presentOf(opened(), digest, digest === null ? null : await overlays!.bytes(digest), resident)
  }
  const follow = async (): Promise<void> => {
    const digest = (await overlays?.digest()) ?? null
    if (digest !== present?.digest) present = await open()
  }
  const ready = (): Present | Promise<Present> => {
    if (present) return present
    first ??= open()
    first.then(
      (found) => (present ??= found),
      // A failure, such as during a short outage of the database, is tried again on the next request.
      () => (first = undefined),
    )
    if (resident && overlays)
      watch ??= setInterval(() => void follow().catch(() => undefined), CHECK_INTERVAL_MS).unref()
    return first
  }
  const edition = () => present?.edition ?? editionOf(opened())
  return {
    fullDataset: async () => (await ready()).whole,
    get responses() {
      return present?.responses ?? null
    },
    edition,
    attribution: attributionNow(edition),
    async find(question) {
      const [{ whole }, { lookUp }] = await Promise.all([ready(), import('./library/text-match.ts')])
      return lookUp(whole, question)
    },
    close: () => clearInterval(watch),
  }
}

/** The data in use, and the responses made of it: replaced as one. */
interface Present {
  whole: FullDataset
  digest: string | null
  edition: Edition
  responses: ResponseCache | null
}

function presentOf(
  shipped: PayFile,
  digest: string | null,
  overlay: Uint8Array | null,
  resident: boolean,
): Present {
  const file =
    digest && overlay
      ? layered(shipped, openPayFile(bytesIn(`of imports ${digest}`, overlay), digest))
      : shipped
  return {
    whole: openDataset(file),
    digest,
    edition: editionOf(file),
    responses: resident ? createResponseCache() : null,
  }
}

function editionOf(file: PayFile): Edition {
  const imports = file.get('manifest', 'imports') ? manifestEntry(file, 'imports') : undefined
  return {
    benchmark: manifestEntry(file, 'benchmark'),
    updated: [imports?.at(-1)?.importedAt.slice(0, 10) ?? '', DATA_UPDATED].sort().at(-1)!,
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

declare module '../kernel/context.ts' {
  interface Services {
    /** The pay data, read on demand. */
    intelligence: Intelligence
  }
}

// The pay data of a process: the shipped file, with an overlay of the imports in use.
import { last } from '../kernel/narrow.ts'
import { createResponseCache } from './response-cache.ts'
import { attributionAt, DATA_UPDATED, type Attribution, type Edition } from './attribution.ts'
import { manifestEntry } from './file/records.ts'
import type { PayFile } from './file/pay-file.ts'
import { openShipped } from './file/shipped.ts'
import { openDataset } from './file/dataset.ts'
import type { Question } from './words/question.ts'

interface Overlay {
  /** Changes whenever the overlay's data change. */
  name: string
  open(): PayFile | Promise<PayFile>
}

export interface Overlays {
  /** The overlay in use over a shipped file, or null for the file alone. */
  inUse(shipped: PayFile): Overlay | null | Promise<Overlay | null>
}

export type Intelligence = ReturnType<typeof createIntelligence>

interface IntelligenceOptions {
  file?: PayFile
  /** True for a server, which caches responses and switches to another overlay while it runs. */
  resident: boolean
  overlays?: Overlays
}

/** How often a server checks for another overlay. A new overlay is served within twice this time. */
const CHECK_INTERVAL_MS = 900

/** Creates the access to the data. The file is opened on first use. */
export function createIntelligence({ file, resident, overlays }: IntelligenceOptions) {
  let shipped = file
  const opened = (): PayFile => (shipped ??= openShipped())
  // A server checks the whole file once. Other processes read only the parts that they need.
  const verified = async () => {
    if (resident) shipped ??= (await import('./file/verify.ts')).openVerified()
  }
  let current: CurrentData | undefined
  let opening: Promise<CurrentData> | undefined
  let timer: NodeJS.Timeout | undefined

  const open = async (overlay: Overlay | null): Promise<CurrentData> =>
    currentDataOf(overlay ? await overlay.open() : opened(), overlay?.name ?? null, resident)
  const inUse = async () => (await overlays?.inUse(opened())) ?? null
  const follow = async (): Promise<void> => {
    const overlay = await inUse()
    if (current && current.name !== (overlay?.name ?? null)) current = await open(overlay)
  }
  const ready = (): CurrentData | Promise<CurrentData> => {
    if (current) return current
    opening ??= verified().then(inUse).then(open)
    opening.then(
      (found) => (current ??= found),
      // After a failure, such as a short database outage, the next request tries again.
      () => (opening = undefined),
    )
    if (resident && overlays)
      timer ??= setInterval(() => void follow().catch(() => undefined), CHECK_INTERVAL_MS).unref()
    return opening
  }
  const edition = () => current?.edition ?? editionOf(opened())
  return {
    fullDataset: async () => (await ready()).dataset,
    /** Cached responses for the current data. Null in a process that answers only one question. */
    get responses() {
      return current?.responses ?? null
    },
    edition,
    attribution: attributionNow(edition),
    /** Finds role and city. Throws `role_not_found` or `city_not_found` with the closest slugs as a hint. */
    async find(question: Question) {
      const [{ dataset }, { lookUp }] = await Promise.all([ready(), import('./question.ts')])
      return lookUp(dataset, question)
    },
    close: () => clearInterval(timer),
  }
}

type CurrentData = ReturnType<typeof currentDataOf>

/** The data in use and their cached responses. Both are replaced together. `name` is the overlay's name, or null. */
const currentDataOf = (file: PayFile, name: string | null, resident: boolean) => ({
  name,
  dataset: openDataset(file),
  edition: editionOf(file),
  responses: resident ? createResponseCache() : null,
})

function editionOf(file: PayFile): Edition {
  const imports = file.get('manifest', 'imports') ? manifestEntry(file, 'imports') : undefined
  return {
    benchmark: manifestEntry(file, 'benchmark'),
    updated: last([imports?.at(-1)?.importedAt.slice(0, 10) ?? '', DATA_UPDATED].sort()),
  }
}

/** The attribution for a service at a URL: a frozen object that stays the same until the edition or the URL changes. */
function attributionNow(current: () => Edition) {
  let made: { edition: Edition; publicUrl: string; attribution: Attribution } | undefined
  return (publicUrl: string) => {
    const edition = current()
    if (made?.edition !== edition || made.publicUrl !== publicUrl)
      made = { edition, publicUrl, attribution: Object.freeze(attributionAt(publicUrl, edition)) }
    return made.attribution
  }
}

declare module '../kernel/context.ts' {
  interface Services {
    intelligence: Intelligence
  }
}

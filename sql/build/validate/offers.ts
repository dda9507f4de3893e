/** Errors of both figures on the offers of held-out employers: title as written, its level included, aged to the benchmark. */
import { findCity, newestYear, type Catalog, type OfferGroup } from '../../../core/intelligence/file/catalog.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { experienceOf } from '../../../core/intelligence/offers/levels.ts'
import { ENOUGH, filedOffers } from '../../../core/intelligence/offers/offers.ts'
import { titleReader, type OfferTitle } from '../../../core/intelligence/offers/titles.ts'
import type { FullDataset } from '../../../core/intelligence/file/dataset.ts'
import type { Book } from '../../../core/intelligence/words/book.ts'
import { readRole } from '../../../core/intelligence/words/question.ts'
import { CrmError } from '../../../core/kernel/errors.ts'
import { offerTable } from '../offer-groups.ts'
import type { Placed } from '../offer-model.ts'
import { groupBy } from '../raw.ts'
import { median } from '../sponsors.ts'
import type { Inputs } from '../tables.ts'

/** The role that the product understands a title as; null when it asks back. */
type Titled = (title: string) => OfferTitle

export type Resolver = (title: string) => string | null

/** Resolves titles as the product does, each once. */
export function servedResolver(words: Book): Resolver {
  const found = new Map<string, string | null>()
  const match = (title: string) => {
    try {
      return readRole(words, title).slug
    } catch (error) {
      if (error instanceof CrmError) return null
      throw error
    }
  }
  return (title) => {
    if (!found.has(title)) found.set(title, match(title))
    return found.get(title) ?? null
  }
}

/** A cell has a median of so many held-out offers of so many employers. */
const MIN_CELL = { offers: 5, employers: 3 }

/** The median of a title as written in a place, as held-out employers offered it, and what is said of it. */
type Cell = { kind: Kind; paid: number; offers: number | null; estimate: number | null; naive: number | null }
type Kind = 'nation' | 'state' | 'city'

export type Line = { name: string; cells: number; answered: number; error: number }

/** Median absolute errors over the cells of a fold, by kind of place: of both figures, of the answer, of the naive one. */
export function offerErrors({ catalog, words }: FullDataset, inputs: Inputs, resolve: Resolver, fold: number): Line[] {
  const cells = heldOutCells(catalog, titleReader(words), inputs, resolve, fold)
  const kinds: (Kind | null)[] = [null, 'nation', 'state', 'city']
  return kinds.flatMap((kind) => {
    const some = cells.filter((cell) => kind === null || cell.kind === kind)
    const where = kind ?? 'all places'
    const line = (name: string, of: (cell: Cell) => number | null) => errorOf(`${where}: ${name}`, some, of)
    return [
      line('what an offer would be (offers of ten and more, else the estimate)', ({ offers, estimate }) => offers ?? estimate),
      line('offers alone', ({ offers }) => offers),
      line('the estimate alone', (cell) => cell.estimate),
      line('naive: national median of the occupation × price parity', ({ naive }) => naive),
    ]
  })
} // prettier-ignore

function errorOf(name: string, cells: readonly Cell[], of: (cell: Cell) => number | null): Line {
  const errors = cells.flatMap((cell) => {
    const said = of(cell)
    return said === null ? [] : [Math.abs(said / cell.paid - 1)]
  })
  return { name, cells: cells.length, answered: errors.length, error: median(errors) }
}

function heldOutCells(catalog: Catalog, titled: Titled, inputs: Inputs, resolve: Resolver, fold: number): Cell[] {
  const known = groupsOf(titled, inputs.placed.filter((row) => row.fold !== fold)) // prettier-ignore
  const held = inputs.placed.filter((row) => row.fold === fold)
  const asked = held.flatMap((row) => placesOf(row).map((place) => ({ ...place, row })))
  const titleOf = ({ reading }: Placed) => `${reading.base.split(' ').sort().join(' ')}|${reading.level}`
  return [...groupBy(asked, ({ row, kind, place }) => `${titleOf(row)}|${kind}|${place}`).values()].flatMap(
    (list) => {
      const [{ row, kind, place } = list[0]!] = list
      const employers = new Set(list.map((one) => one.row.offer.employer)).size
      if (list.length < MIN_CELL.offers || employers < MIN_CELL.employers) return []
      const paid = Math.exp(median(list.map((one) => one.row.pay)))
      return [{ kind, paid, ...said(catalog, known, titled, resolve(row.offer.title), row, place, kind) }]
    },
  )
}

function placesOf({ city, offer }: Placed): { kind: Kind; place: string }[] {
  const wide = [{ kind: 'nation', place: '' } as const, { kind: 'state', place: offer.state } as const]
  return city ? [...wide, { kind: 'city', place: city }] : wide
}

/** The offers by role, level and place, as a catalogue finds them. */
function groupsOf(titled: Titled, placed: readonly Placed[]): Pick<Catalog, 'offers'> {
  const groups = new Map(
    offerTable(placed, titled).rows.map((row) => [row.slice(0, 3).join('|'), groupOf(row)]),
  )
  return { offers: (...key) => groups.get(key.join('|')) }
}

const groupOf = ([, level, place, offers, employers, ...cells]: readonly unknown[]): OfferGroup => ({
  ...{ level: String(level), place: String(place), offers: Number(offers), employers: Number(employers) },
  ...{ percentiles: cells.slice(0, 5).map(Number), from: String(cells[5]), to: String(cells[6]) },
})

function said(
  catalog: Catalog,
  known: Pick<Catalog, 'offers'>,
  titled: Titled,
  slug: string | null,
  row: Placed,
  place: string,
  kind: Kind,
): Pick<Cell, 'offers' | 'estimate' | 'naive'> {
  const { level } = titled(row.offer.title)
  const city = kind === 'city' ? findCity(catalog, place) : null
  // A state is no place of the product's: its offers are what a city of it without ten of its own is answered with.
  const where = kind === 'state' ? { ...catalog.cities[0]!, slug: '-', state: place } : city
  const found = slug === null ? null : filedOffers({ catalog: known, role: { slug } }, level, where)
  const surveyed = slug === null ? null : estimate(catalog, { role: slug, city: city?.slug ?? null, experience: experienceOf(level) })
  const nation = newestYear(catalog, row.soc)?.percentiles[2]
  return {
    offers: found && found.group.offers >= ENOUGH ? (found.group.percentiles[2] ?? null) : null,
    estimate: surveyed && !('missing' in surveyed) ? surveyed.median : null,
    naive: nation ? (nation * (city?.rpp ?? 100)) / 100 : null,
  }
} // prettier-ignore

type Count = { name: string; offers: number; resolved: number; right: number; rightMajor: number }

/** The percentage of held-out titles that resolve, and resolve to the occupation under which they were filed. */
export function resolution(inputs: Inputs, resolve: Resolver, fold: number): Count[] {
  const soc = new Map(inputs.catalog.roles.map((role) => [role.slug, role.soc]))
  const held = inputs.placed.filter((row) => row.fold === fold)
  return (['fy2024_q1', 'fy2025_data', 'fy2025_q2_health'] as const).map((file) => {
    const rows = held.filter((row) => row.offer.file === file)
    const found = rows.flatMap((row) => {
      const slug = resolve(row.offer.title)
      return slug === null ? [] : [{ row, soc: soc.get(slug) }]
    })
    const right = found.filter((entry) => entry.soc === entry.row.soc).length
    const rightMajor = found.filter((entry) => entry.soc?.slice(0, 2) === entry.row.soc.slice(0, 2)).length
    return {
      name: file,
      offers: rows.length,
      resolved: found.length / rows.length,
      right: right / rows.length,
      rightMajor: rightMajor / rows.length,
    }
  })
}

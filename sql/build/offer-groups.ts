/** The table of filed offers: what employers wrote into offers for a title, by the level it states and by place. */
import { MIN_EMPLOYERS, MIN_OFFERS, weightedQuantiles } from '../../core/intelligence/offers/groups.ts'
import type { OfferTitle } from '../../core/intelligence/offers/titles.ts'
import type { Placed } from './offer-model.ts'
import { groupBy } from './raw.ts'
import { placesOf } from './sponsors.ts'
import { inOrder, round, type Cell, type Table } from './table.ts'

const OFFER_COLUMNS = 'slug level place offers employers p10 p25 median p75 p90 from to'.split(' ')

/** Groups of five offers and three employers or more; smaller ones are never shown. */
export function offerTable(placed: readonly Placed[], titled: (title: string) => OfferTitle): Table {
  const named = placed.flatMap((row) => {
    const { role, isSure, level } = titled(row.offer.title)
    return isSure ? placesOf(row).map((place) => ({ key: `${role}|${level}|${place}`, row })) : []
  })
  const rows = [...groupBy(named, ({ key }) => key)]
    .flatMap(([key, list]) => groupRow(key.split('|'), list.map(({ row }) => row)))
    .sort((a, b) => inOrder(a.slice(0, 3).join('|'), b.slice(0, 3).join('|')))
  return {
    name: 'offers',
    about:
      'Filed offers of a role’s title at a level (empty = none stated) in a place (empty = nation): their number, employers, percentiles at the benchmark, and the quarters of the filings.',
    sources: ['dol_lca'],
    columns: OFFER_COLUMNS,
    rows,
  }
} // prettier-ignore

function groupRow(key: readonly string[], list: readonly Placed[]): Cell[][] {
  const employers = new Set(list.map(({ offer }) => offer.employer)).size
  if (list.length < MIN_OFFERS || employers < MIN_EMPLOYERS) return []
  const offers = list.map(({ pay, offer }) => ({ pay: Math.exp(pay), employer: offer.employer }))
  const quarters = list.map(({ offer }) => quarterAt(offer.at)).sort()
  const pays = weightedQuantiles(offers).map((pay) => round(pay, -2))
  return [[...key, list.length, employers, ...pays, quarters[0] ?? '', quarters.at(-1) ?? '']]
}

const quarterAt = (at: number): string => `${Math.floor(at)}-Q${Math.floor((at % 1) * 4) + 1}`

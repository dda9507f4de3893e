// Finds the market's pay for a posting in the pay data.
import type { Intelligence } from '../intelligence/intelligence.ts'
import { lookUp, type LookupResult } from '../intelligence/question.ts'
import { placeName } from '../intelligence/offers/offers.ts'
import { answerOf, figuresOf } from '../intelligence/salaries/view.ts'
import type { FullDataset } from '../intelligence/file/dataset.ts'
import { UNDERSTOOD } from '../intelligence/words/certainty.ts'
import { isCrmError } from '../kernel/errors.ts'
import type { FindMarket, Market, MarketEstimate, MarketOffers } from './market.ts'
import { areaReader, type Area } from './place.ts'

const NOTHING: Market = { offers: null, estimate: null }

/** Returns a lookup of titles and places in the pay data, which caches each pair. */
export async function marketFinder(intelligence: Intelligence): Promise<FindMarket> {
  const data = await intelligence.fullDataset()
  const areaIn = areaReader(data.words)
  const known = new Map<string, Market>()
  return (role, places) => {
    const area = areaOf(places.map(areaIn))
    if (!area) return NOTHING
    const city = area.kind === 'city' ? area.cities[0] : undefined
    const key = `${role}\n${city}`
    const market = known.get(key) ?? marketOf(data, role.slice(0, 200), city)
    known.set(key, market)
    return market
  }
}

function areaOf(areas: readonly Area[]): Area | undefined {
  const here = areas.filter(({ country, kind }) => country === null && kind !== 'unknown')
  if (!here.length && areas.some(({ country }) => country !== null)) return undefined
  return here.find(({ kind }) => kind === 'city') ?? { kind: 'nation', cities: [], country: null }
}

function marketOf(data: FullDataset, role: string, city: string | undefined): Market {
  const found = readTitle(data, { role, city })
  if (!found || (found.understood?.role?.score ?? 1) < UNDERSTOOD) return NOTHING
  const figures = figuresOf(answerOf(found))
  return { offers: filedIn(figures), estimate: typicalFor(figures, found) }
}

function readTitle(data: FullDataset, question: { role: string; city: string | undefined }) {
  try {
    return lookUp(data, question)
  } catch (error) {
    if (isCrmError(error) && error.kind === 'not_found') return undefined
    throw error
  }
}

type Figures = ReturnType<typeof figuresOf>

function filedIn({ offers }: Figures): MarketOffers | null {
  if (!offers) return null
  const { median, p25, p75, count, employers, level, scope, place, source, data_point_id: id } = offers
  return { median, p25, p75, count, employers, level, scope, place, source, dataPointId: id }
}

function typicalFor({ typical }: Figures, { city }: LookupResult): MarketEstimate | null {
  if (!typical) return null
  const { median, low, high, data_point_id: dataPointId } = typical
  return { median, low, high, place: placeName('city', city), dataPointId }
}

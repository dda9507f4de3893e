// Compares offers: base, bonus, vesting equity and signing, adjusted for the city's prices.

export type Offer = {
  label: string
  /** Dollars a year. */
  base: number
  bonus?: number | undefined
  /** Total grant in dollars; vests over `vestingYears` (default 4) after `cliffMonths` (default 12). */
  equity?: number | undefined
  vestingYears?: number | undefined
  cliffMonths?: number | undefined
  signing?: number | undefined
  /** Price index of the city, nation = 100; absent = 100. */
  priceIndex?: number | undefined
}

type YearValue = { year: number; cash: number; equity: number; total: number; adjusted: number }
type OfferValue = {
  label: string
  years: YearValue[]
  fourYearTotal: number
  fourYearAdjusted: number
  averageYear: number
}

/** Equity vested by the end of a month: none before the cliff, then in equal months up to the whole grant. */
export function vestedBy(offer: Offer, month: number): number {
  const months = (offer.vestingYears ?? 4) * 12
  if (month < (offer.cliffMonths ?? 12)) return 0
  return (offer.equity ?? 0) * Math.min(1, months === 0 ? 1 : month / months)
}

/**
 * The value of an offer over four years in whole dollars, undiscounted, at
 * today's value of the grant; `adjusted` divides by the price index.
 */
export function valueOf(offer: Offer): OfferValue {
  const years = [1, 2, 3, 4].map((year) => {
    const cash = Math.round(offer.base + (offer.bonus ?? 0) + (year === 1 ? (offer.signing ?? 0) : 0))
    // Rounded before the difference, so that the years add up to the whole grant.
    const equity = Math.round(vestedBy(offer, year * 12)) - Math.round(vestedBy(offer, (year - 1) * 12))
    const total = cash + equity
    return { year, cash, equity, total, adjusted: Math.round((total * 100) / (offer.priceIndex ?? 100)) }
  })
  const sum = (of: 'total' | 'adjusted') => years.reduce((total, year) => total + year[of], 0)
  return {
    label: offer.label,
    years,
    fourYearTotal: sum('total'),
    fourYearAdjusted: sum('adjusted'),
    averageYear: Math.round(sum('total') / 4),
  }
}

/** Offers by price-adjusted four-year total, highest first, each with its difference from the best. */
export function compareOffers(offers: readonly Offer[]): (OfferValue & { behindBest: number })[] {
  const values = offers.map(valueOf).sort((a, b) => b.fourYearAdjusted - a.fourYearAdjusted)
  const best = values[0]?.fourYearAdjusted ?? 0
  return values.map((value) => ({ ...value, behindBest: best - value.fourYearAdjusted }))
}

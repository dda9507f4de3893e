// An oracle for comparisons, written apart from the engine: whole numbers only, equity month by month.
// It shares no code with core/offers/comparison, so that both would have to be wrong in the same way.

export interface OracleOffer {
  base: { amount: number; currency: string; period: 'year' | 'month' | 'week' | 'day' | 'hour' }
  bonus: { percent?: number | undefined; amount?: number | undefined; kind: 'target' | 'guaranteed' } | null
  equity: {
    value: number | null
    currency: string
    years: number | null
    cliffMonths: number | null
    schedule?: number[] | undefined
  } | null
  signing: number | null
  relocation: number | null
  retirementMatchPercent: number | null
  hoursPerWeek: number | null
  benefits: { name: string; value?: number | undefined }[]
}

export interface OracleAssumptions {
  hoursPerYear?: number
  daysPerYear?: number
  weeksPerYear?: number
  monthsPerYear?: number
  bonusPayout?: number
  equityGrowth?: number
  retirementMatch?: number
  rates?: Record<string, number>
}

export interface OracleYear {
  base: number
  bonus: number
  equity: number
  signing: number
  other: number
  total: number
}

// Every decimal becomes a whole number of millionths.
const MICRO = 1_000_000n
const micro = (value: number): bigint => BigInt(Math.round(value * 1_000_000))

/** Rounds a / b half up, for a ≥ 0. */
const half = (a: bigint, b: bigint): bigint => {
  const whole = a / b
  return (a - whole * b) * 2n >= b ? whole + 1n : whole
}

/** Cents of amount × rate, both in millionths and divided further by `per`. */
const cents = (amount: bigint, rate: bigint, per = 1n): bigint => half(amount * rate, MICRO * 10_000n * per)

const PERIODS = {
  year: () => 1,
  month: (a: OracleAssumptions) => a.monthsPerYear ?? 12,
  week: (a: OracleAssumptions) => a.weeksPerYear ?? 52,
  day: (a: OracleAssumptions) => a.daysPerYear ?? 260,
  hour: (a: OracleAssumptions) => a.hoursPerYear ?? 2080,
}

/** Cents of the grant that have vested after a number of months, counting each month and the cliff. */
function vestedCents(equity: NonNullable<OracleOffer['equity']>, months: number): bigint {
  const { value, years, cliffMonths, schedule } = equity
  if (value === null || years === null || months < (cliffMonths ?? 0)) return 0n
  // A month is worth a twelfth of its year's percent: in units of 1/(12 · 100 · 100 · years) of the grant.
  let units = 0n
  for (let month = 0; month < Math.min(months, years * 12); month += 1) {
    const year = Math.floor(month / 12)
    units += schedule ? BigInt(Math.round(schedule[year]! * 100)) * BigInt(years) : 10_000n
  }
  return half(BigInt(Math.round(value * 100)) * units, 12n * 10_000n * BigInt(years))
}

/** The years of an offer in cents, in a currency in which the others have these rates. */
export function oracleYears(
  offer: OracleOffer,
  years: number,
  assumptions: OracleAssumptions,
  currency: string,
): OracleYear[] {
  const rate = (code: string): bigint => (code === currency ? MICRO : micro(assumptions.rates![code]!))
  const own = rate(offer.base.currency)
  // The base in millionths of millionths over 40 hours, so that part-time pay stays whole.
  const hours = offer.base.period === 'hour' && offer.hoursPerWeek !== null ? offer.hoursPerWeek : 40
  const base40 = micro(offer.base.amount) * micro(PERIODS[offer.base.period](assumptions)) * micro(hours)
  const baseScale = MICRO * MICRO * 40n
  const part = (percent: bigint, share: bigint) =>
    cents(base40 * percent * share, own, baseScale * 100n * MICRO * MICRO)
  const payout = offer.bonus?.kind === 'target' ? micro(assumptions.bonusPayout ?? 1) : MICRO
  const list: OracleYear[] = []
  for (let year = 1; year <= years; year += 1) {
    const base = cents(base40, own, baseScale)
    const { percent, amount } = offer.bonus ?? {}
    const bonus =
      percent !== undefined
        ? part(micro(percent), payout)
        : amount !== undefined
          ? cents(micro(amount) * payout, own, MICRO)
          : 0n
    let equity = 0n
    if (offer.equity) {
      const vests = vestedCents(offer.equity, year * 12) - vestedCents(offer.equity, year * 12 - 12)
      let growth = vests
      let scale = 1n
      for (let past = 1; past < year; past += 1) {
        growth *= MICRO + micro(assumptions.equityGrowth ?? 0)
        scale *= MICRO
      }
      equity = vests === 0n ? 0n : half(growth * rate(offer.equity.currency), scale * MICRO)
    }
    const signing = year === 1 ? cents(micro(offer.signing ?? 0), own) : 0n
    const benefits = offer.benefits.reduce((all, { value = 0 }) => all + micro(value), 0n)
    const other =
      (year === 1 ? cents(micro(offer.relocation ?? 0), own) : 0n) +
      part(micro(offer.retirementMatchPercent ?? 0), micro(assumptions.retirementMatch ?? 1)) +
      cents(benefits, own)
    const total = base + bonus + equity + signing + other
    list.push({
      base: Number(base),
      bonus: Number(bonus),
      equity: Number(equity),
      signing: Number(signing),
      other: Number(other),
      total: Number(total),
    })
  }
  return list
}

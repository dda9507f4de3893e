/** Learns how much filed offers differ from the survey, by group, and how far a new employer lies from the figure. */
import { plainEmployer } from '../../core/intelligence/imports/filings.ts'
import type { FullDataset } from '../../core/intelligence/file/dataset.ts'
import type { Catalog, City, Effect, PayScope } from '../../core/intelligence/file/catalog.ts'
import { estimate } from '../../core/intelligence/estimates/estimate.ts'
import { bandOf, type Rung } from '../../core/intelligence/offers/levels.ts'
import type { OfferTitle } from '../../core/intelligence/offers/titles.ts'
import { groupsOf, placedSurvey, effectKeys } from '../../core/intelligence/typical/effects.ts'
import { centreOf } from '../../core/intelligence/typical/typical.ts'
import type { Geography } from './geography.ts'
import type { CellOffer } from './offer-model.ts'
import { groupBy, totals } from './raw.ts'
import { median } from '../../core/intelligence/offers/groups.ts'
import { round, table, type Cell, type Table } from './table.ts'

/** An offer with the survey's figure for its role, level and place, in ln dollars at the benchmark. */
type PricedOffer = ReturnType<typeof pricedOffers>[number]

/** The offers whose title is read as a role with a survey. */
export function pricedOffers(
  placed: readonly CellOffer[],
  titled: (title: string) => OfferTitle,
  { catalog }: Pick<FullDataset, 'catalog'>,
  geography: Geography,
) {
  const known = new Map<string, number | null>()
  const surveyed = (slug: string, city: string | null, level: Rung): number | null => {
    const key = `${slug}|${city ?? ''}|${bandOf(level) ?? ''}`
    if (!known.has(key)) {
      const found = estimate(catalog, { role: slug, city, experience: bandOf(level) })
      known.set(key, 'reason' in found ? null : Math.log(found.median))
    }
    return known.get(key) ?? null
  }
  return placed.flatMap((row) => {
    const { role: slug, words, level } = titled(row.offer.title)
    const role = slug === null ? undefined : catalog.role(slug)
    const occupation = role && catalog.occupation(role.soc)
    const nation = role ? surveyed(role.slug, null, level) : null
    if (!role || !occupation || nation === null) return []
    const { city, offer, pay, fold } = row
    const area = geography.settle(role.soc, city, offer.state)
    const ofState = area ? area.median + nation - (surveyed(role.slug, null, '') ?? nation) : null
    const here = (city === null ? null : surveyed(role.slug, city, level)) ?? ofState
    const place = here === null ? null : placedSurvey(nation, here, role, occupation)
    const employer = plainEmployer(offer.employer)
    return [{ role, occupation, words: words || role.words, level, employer, fold, state: offer.state, city, pay, nation, place }]
  })
} // prettier-ignore

/** Groups with fewer employers have no effect, since they show single employers. */
const MIN_EMPLOYERS = 3
/** Number of employers that the spread of a wider group counts as, when pooled with a narrower group's. */
const SPREAD_PRIOR = { soc: 20, words: 10 }

type LearnedEffect = Effect & { key: string }

/** The effects in some offers. Each is the weighted median of what wider groups leave, shrunk to zero by the group's prior. */
function learnEffects(offers: readonly PricedOffer[]): LearnedEffect[] {
  return (['nation', 'place'] as const).flatMap((scope) => learnIn(offers, scope))
}

function learnIn(offers: readonly PricedOffer[], scope: PayScope): LearnedEffect[] {
  const rows = offers.flatMap((offer) => {
    const survey = scope === 'nation' ? offer.nation : offer.place
    return survey === null ? [] : [{ offer, rest: offer.pay - survey }]
  })
  const effects = new Map<string, LearnedEffect>()
  const perKey = (kind: string, step: number) =>
    groupBy(
      rows.flatMap((row) => {
        const { occupation, role, words, level, state, city } = row.offer
        const group = groupsOf(occupation, role, words).find(({ key }) => key.split(':')[0] === kind)
        const asked = group && effectKeys(group, scope, level, { state, city })[step]
        return group && asked ? [{ row, group, asked }] : []
      }),
      ({ group, asked }) => `${group.key}|${asked.level}|${asked.place}`,
    )
  for (const kind of ['all', 'major', 'soc', 'role', 'words'])
    for (let step = 0; step < 4; step++)
      for (const [key, list] of perKey(kind, step)) {
        const [{ group, asked }] = [list[0]!]
        const counts = totals(list, ({ row }) => row.offer.employer)
        if (counts.size < MIN_EMPLOYERS) continue
        const middle = weightedMedian(list.map(({ row }) => ({ value: row.rest, weight: 1 / Math.sqrt(counts.get(row.offer.employer)!) })))
        const ln = (middle * counts.size) / (counts.size + group.prior)
        effects.set(key, { key: group.key, scope, ...asked, ln, offers: list.length, employers: counts.size, spread: null })
        for (const { row } of list) row.rest -= ln
      }
  const all = spreads(rows, () => 'all').get('all')!
  const whole = all.sum / all.count
  const socs = spreads(rows, ({ occupation }) => `soc:${occupation.soc}`)
  const shrunk = ({ sum, count }: Spread, to: number, prior: number) => (sum + prior * to) / (count + prior)
  const ofSoc = (soc: string) => shrunk(socs.get(`soc:${soc}`) ?? { sum: 0, count: 0 }, whole, SPREAD_PRIOR.soc)
  const put = (key: string, spread: number) => {
    const effect = effects.get(`${key}|*|`)
    if (effect) effect.spread = spread
  }
  put('all', whole)
  for (const key of socs.keys()) put(key, ofSoc(key.slice(4)))
  const socOf = new Map(rows.map(({ offer }) => [`words:${offer.words}`, offer.occupation.soc]))
  for (const [key, spread] of spreads(rows, ({ words }) => `words:${words}`))
    put(key, shrunk(spread, ofSoc(socOf.get(key)!), SPREAD_PRIOR.words))
  return [...effects.values()]
} // prettier-ignore

interface Spread {
  sum: number
  count: number
}

/** The distances of employers from the figure by group and level, with their number. */
function spreads(rows: readonly { offer: PricedOffer; rest: number }[], keyOf: (offer: PricedOffer) => string) {
  const groups = groupBy(rows, ({ offer }) => `${keyOf(offer)}\n${offer.level}\n${offer.employer}`)
  const found = new Map<string, Spread>()
  for (const [key, list] of groups) {
    const name = key.split('\n')[0]!
    const { sum, count } = found.get(name) ?? { sum: 0, count: 0 }
    found.set(name, { sum: sum + Math.abs(median(list.map(({ rest }) => rest))), count: count + 1 })
  }
  return found
}

function weightedMedian(list: { value: number; weight: number }[]): number {
  list.sort((a, b) => a.value - b.value)
  const half = list.reduce((sum, { weight }) => sum + weight, 0) / 2
  let [before, middle] = [list[0], 0]
  // Interpolates between the two values around the middle by weight, so that three filings do not give just one of them.
  for (const at of list) {
    const reach = middle + at.weight / 2
    if (reach >= half) {
      const last = before ?? at
      const from = middle - (last === at ? 0 : last.weight / 2)
      return last === at || reach === from ? at.value : last.value + ((at.value - last.value) * (half - from)) / (reach - from)
    }
    middle += at.weight
    before = at
  }
  return before?.value ?? 0
}

/** The catalogue with these effects instead of its own. */
function withEffects(catalog: Catalog, effects: readonly LearnedEffect[]): Catalog {
  const groups = groupBy(effects, ({ key }) => key)
  return Object.create(catalog, { effects: { value: (key: string) => groups.get(key) ?? [] } }) as Catalog
}

/**
 * A withheld employer's median for a title, level and place, with its prediction. The distance is ln of the employer's pay
 * minus ln of the predicted pay.
 */
export type WithheldEmployer = ReturnType<typeof predictWithheld>[number]

export type FoldOf = (offer: PricedOffer) => number

/** Predictions for each employer (or other unit), from effects learned without its fold. */
export function predictWithheld(catalog: Catalog, offers: readonly PricedOffer[], foldOf: FoldOf) {
  return [0, 1, 2, 3, 4].flatMap((fold) => {
    const known = withEffects(catalog, learnEffects(offers.filter((offer) => foldOf(offer) !== fold)))
    const held = offers.filter((offer) => foldOf(offer) === fold)
    return (['nation', 'place'] as const).flatMap((scope) => cellsOf(known, held, scope, fold))
  })
}

function cellsOf(known: Catalog, held: readonly PricedOffer[], scope: PayScope, fold: number) {
  const asked = scope === 'nation' ? held : held.filter(({ city, place }) => city !== null && place !== null)
  const cells = groupBy(asked, ({ role, words, level, city }) => [role.slug, words, level, scope === 'nation' ? '' : city].join('|'))
  return [...cells].flatMap(([cell, list]) => {
    const [{ role, words, level, city: slug }] = [list[0]!]
    const city: City | null = scope === 'nation' || slug === null ? null : known.city(slug)
    const centre = centreOf(known, { role, city, level, words })
    if ('reason' in centre) return []
    return [...groupBy(list, ({ employer }) => employer).values()].map((own) => {
      const pays = own.map(({ pay }) => pay)
      const { ln, spread, support, sample, survey } = centre
      return { scope, cell: `${fold}|${cell}`, pays, ln, spread, support, offers: sample.offers, survey: Math.log(survey.median), distance: median(pays) - ln }
    })
  })
} // prettier-ignore

/** Each range applies from this amount of support. */
const SUPPORTS = [0, 1, 2, 3, 6, 15, 50]

/** Builds both tables: effects learned on all offers, and ranges learned on withheld employers. */
export function typicalTables(dataset: FullDataset, offers: readonly PricedOffer[]): Table[] {
  const rows = learnEffects(offers).map((effect): Cell[] => [
    ...[effect.key, effect.scope, effect.level, effect.place, round(effect.ln, 4), effect.offers, effect.employers],
    effect.spread === null ? null : round(effect.spread, 4),
  ])
  const withheld = predictWithheld(dataset.catalog, offers, ({ fold }) => fold)
  const ranges = (['nation', 'place'] as const).flatMap((scope) =>
    SUPPORTS.map((least, at): Cell[] => {
      const next = SUPPORTS[at + 1] ?? Infinity
      const near = withheld.filter((row) => row.scope === scope && row.support >= least && row.support < next)
      const used = near.length < 200 ? withheld.filter((row) => row.support >= least && row.support < next) : near
      const sorted = used.map(({ distance, spread }) => distance / spread).sort((a, b) => a - b)
      const at90 = (share: number) => round(sorted[Math.floor(share * sorted.length)] ?? 0, 2)
      return [scope, least, at90(0.05), at90(0.95), used.length]
    }),
  )
  return [
    table('pay_effects', 'of scope level place ln offers employers spread', rows.sort((a, b) => (a.slice(0, 4).join('|') < b.slice(0, 4).join('|') ? -1 : 1))),
    table('pay_ranges', 'scope least low high employers', ranges),
  ]
} // prettier-ignore

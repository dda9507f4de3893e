/** What the title of a role says of its pay: the middle of what the titles of its offers say. */
import { isTrainingTitle, titleKeys, readForEffects, settingKeys, sumOf, type Effects } from '../../core/intelligence/estimates/effects.ts'
import { OTHER_WORK, wordsEffect } from '../../core/intelligence/estimates/blend.ts'
import type { Placed } from './offer-model.ts'
import { groupBy } from './raw.ts'
import { round } from './table.ts'

/** A role whose title has fewer filings is paid like its occupation: its words alone are no evidence. */
const MIN_FILINGS = 30
/** The middle of fewer offers is not that of an occupation. */
const MIN_OFFERS = 5

type Title = { slug: string; title: string; soc: string; onet: string; reason: string; filings: number }

/** A title has a median of its own offers from so many of them, of so many employers. */
const MIN_OWN = { offers: 20, employers: 5 }
/** The effects of its words count against that median as so many offers. */
const WORDS_WORTH = 10

/**
 * In ln points: of every role by slug, and of all offers of an occupation; `beyondWords` is how much of the effect of
 * a role its own offers add to what their words say.
 */
export type RoleEffects = { roles: Map<string, number>; occupations: Map<string, number>; beyondWords: Map<string, number> }

/**
 * A role's offers have other words than its name ("marketing manager, EMEA"), which as a whole say what the role is
 * paid; its bare name is mostly filed for beginners. What its words say is the weighted median of the effects of their
 * titles, with its own name as one offer more; with enough offers of other work their pay counts beside it. A role by its occupation's official title has that of all offers of
 * the occupation, without people in training, and one of a finer O*NET occupation (`finer`) that of its offers. `roleOf`
 * names the role that a title means; offers weigh as in the fit, so that one employer is not the whole role.
 */
export function roleEffects(
  rows: readonly Placed[],
  effectsOf: (soc: string) => Effects,
  titles: readonly Title[],
  roleOf: (title: string) => string | null,
  finer: ReadonlyMap<string, number>,
  beyond: (title: Title, words: Words, offers: readonly Said[]) => number,
): RoleEffects {
  const said = rows.map((row) => ({
    row,
    slug: roleOf(row.offer.title),
    effect: sumOf(effectsOf(row.soc), titleKeys(row.soc, row.reading)),
    weight: row.weight,
  }))
  const filed = groupBy(said.filter(({ row }) => row.filed && !row.isTraining), ({ row }) => row.soc) // prettier-ignore
  const enough = [...filed].filter(([, list]) => list.length >= MIN_OFFERS)
  const occupations = new Map(enough.map(([soc, list]) => [soc, middle(list)]))
  const named = groupBy(said, ({ row, slug }) => `${slug ?? ''}|${row.soc}|${row.isTraining}`)
  const beyondWords = new Map<string, number>()
  const roles = titles.map((role): [string, number] => {
    const ofAll = round((occupations.get(role.soc) ?? 0) + (finer.get(role.onet) ?? 0), 4)
    if (role.reason === 'occupation' || role.filings < MIN_FILINGS) return [role.slug, ofAll]
    const reading = readForEffects(role.title)
    const own = wordsEffect({ effects: effectsOf(role.soc) }, role, reading) ?? ofAll
    const offers = named.get(`${role.slug}|${role.soc}|${isTrainingTitle(role.soc, reading)}`) ?? []
    const words = middle([...offers, { effect: own, weight: 1 }])
    const more = beyond(role, { effect: words, ofAll }, offers)
    beyondWords.set(role.slug, more)
    return [role.slug, round(words + more, 4)]
  })
  return { roles: new Map(roles), occupations, beyondWords }
}

/** An offer, the role that its title means, and what the words of the title say. */
type Said = { row: Placed; slug: string | null; effect: number; weight: number }
/** What the words of a title say, and those of all titles of its occupation. */
type Words = { effect: number; ofAll: number }

/**
 * How far the own offers of other work than its occupation's lie from what their words say, freed of the occupation and
 * the city. Words share their effects with other titles, so they say too little of a title that is paid unlike those.
 * Held out, titles of usual work gain nothing from it. `remainders` are the occupations of unlike titles.
 */
export const offersBeyondWords =
  (effects: Effects, remainders: ReadonlySet<string>) =>
  ({ soc }: Title, words: Words, offers: readonly Said[]): number => {
    const fromSurvey = (effects.get(`soc:${soc}`) ?? 0) + words.effect
    const apart = Math.max(Math.abs(words.effect - words.ofAll), Math.abs(fromSurvey))
    const employers = new Set(offers.map(({ row }) => row.offer.employer)).size
    const isOther = remainders.has(soc) || apart > OTHER_WORK
    if (!isOther || offers.length < MIN_OWN.offers || employers < MIN_OWN.employers) return 0
    const weight = offers.reduce((sum, offer) => sum + offer.weight, 0)
    const paid = offers.map((offer) => ({
      effect: offer.row.pay - offer.row.basis - sumOf(effects, settingKeys(offer.row)),
      weight: offer.weight,
    }))
    return ((middle(paid) - words.effect) * weight) / (weight + WORDS_WORTH)
  }

/** A finer occupation is told from the whole by so many offers of so many employers. */
const MIN_FINER = { offers: 20, employers: 5 }
/** Its difference is drawn towards none, as that of a title. */
const PULL = 6

/**
 * How far offers filed under a finer O*NET occupation (11-9121.01, clinical research coordinators) lie from what all
 * titles of their occupation (natural sciences managers) would be paid there, by its code.
 */
export function finerEffects(rows: readonly Placed[], effects: Effects, { occupations }: RoleEffects): Map<string, number> {
  const filed = rows.filter((row) => row.filed && !row.isTraining && isFiner(row.offer.onet, row.soc))
  return new Map([...groupBy(filed, (row) => row.offer.onet)].flatMap(([onet, list]) => {
    const employers = new Set(list.map((row) => row.offer.employer)).size
    if (list.length < MIN_FINER.offers || employers < MIN_FINER.employers) return []
    const weight = list.reduce((sum, row) => sum + row.weight, 0)
    const apart = middle(list.map((row) => ({
      effect: row.pay - row.basis - sumOf(effects, settingKeys(row)) - (occupations.get(row.soc) ?? 0),
      weight: row.weight,
    }))) // prettier-ignore
    return [[onet, (apart * weight) / (weight + PULL)]]
  }))
} // prettier-ignore

/** Codes that end in other than .00 are O*NET's own; SOC 2010 codes are not those of roles. */
const isFiner = (onet: string, soc: string): boolean => !onet.endsWith('.00') && onet.startsWith(soc)

/** The effect that half of the weight lies at or below. */
function middle(list: readonly { effect: number; weight: number }[]): number {
  const sorted = [...list].sort((a, b) => a.effect - b.effect)
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  const found = sorted.find(({ weight }) => (left -= weight) <= 0)
  return round(found?.effect ?? 0, 4)
}

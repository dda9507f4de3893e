/** Blends two kinds of evidence: a survey of all employees, and real job offers to people changing jobs. */
import { newestYear, type Catalog, type City, type Occupation, type Role } from '../catalog/catalog.ts'
import { readTitle, type TitleReading } from '../roles/title.ts'
import { singular } from '../search/normalize.ts'
import { titleWords } from '../search/phrases.ts'
import {
  BANDS, bandKeys, effectTitle, inBandFit, isTrainingTitle, levelKeys, readForEffects, settingKeys, sumOf, titleKeys,
  type Band, type Seniority, type Setting,
} from './effects.ts' // prettier-ignore
import { offersOfTitle } from './title-offers.ts'

/**
 * How far offers may move an estimate. Measured on held-out employers: with seniority known, the error is
 * flat between 0.75 and 1. A median across all levels relies more on the survey, which covers incumbents.
 */
const TRUST = { known: 0.85, headline: 0.7 }

/**
 * Filings per job at which offers get half of their trust: visa
 * filings are not a representative sample of nurses or teachers.
 */
const HALF_COVERAGE = 0.003

/** Trust in offers for an occupation, 0-1: filings FY2022-25 relative to national employment, saturating. */
export function offerTrust(catalog: Catalog, occupation: Occupation, seniority: Seniority): number {
  const jobs = newestYear(catalog, occupation.soc)?.employment
  if (!jobs) return 0
  const coverage = occupation.filings / jobs
  return ((seniority === null ? TRUST.headline : TRUST.known) * coverage) / (coverage + HALF_COVERAGE)
}

/**
 * What moves the survey median, in ln points: market (occupation,
 * city and title) and seniority.
 */
export type Shift = MarketEffects & {
  market: number; seniority: number; offers: number
  /** How much of `place` and `titleOfAll` is in `market`, 0-1, and how much of what the title differs from all. */
  trust: number; titleTrust: number
} // prettier-ignore

/** The effects of the occupation and the city, of the titles of the occupation as a whole, and of this title. */
type MarketEffects = {
  place: number; titleOfAll: number; title: number; isTraining: boolean
  /** Whether it is one of the unlike titles of a remainder ("…, All Other"), with offers of its own. */
  isUncounted: boolean
  /** How far offers of the title lie from what the survey says of it, in ln points, whatever the city. */
  apart: number
  /** Whether the title is the words of a query, with measured effects of their own, rather than the role's. */
  isWorded: boolean
} // prettier-ignore

/**
 * A title whose offers differ by more than this, in ln points, from all in its occupation or from the survey of it is
 * other work, of which the survey says the less the more it differs.
 */
export const OTHER_WORK = 0.3

/**
 * How much the work of a title is other than that of its occupation: 0 up to `OTHER_WORK`, 1 from twice that, for
 * training, and for a title of a remainder.
 */
const otherness = ({ apart, isTraining, isUncounted }: MarketEffects): number =>
  isTraining || isUncounted ? 1 : Math.min(1, Math.max(0, apart / OTHER_WORK - 1))

/** Whether an occupation, by its name, is whatever the classification counts nowhere else: titles unlike each other. */
export const isRemainder = ({ title }: { title: string }): boolean => /\ball other\b/i.test(title)

/**
 * Whether the survey says nothing of a title: quantitative analysts are a small part of "Financial Specialists, All
 * Other". Their own offers say what they are paid, where there are some.
 */
const isUncountedTitle = (catalog: Catalog, occupation: Occupation, role: Role): boolean =>
  isRemainder(occupation) && offersOfTitle(catalog, role) !== null && !isNamesake(occupation, role)

/**
 * The shift of a role in a place, given what is known of seniority. The fitted effects are shrunk towards
 * zero (ridge), so missing evidence has no effect; `sigma` scales seniority to the spread of the cell.
 * Experience bands apply to every occupation: where offers have no data on it, the general effects of the
 * bands are used.
 */
export function shiftOf(
  catalog: Catalog,
  occupation: Occupation,
  { role, city }: { role: Role; city: City | null },
  seniority: Seniority,
  sigma: number,
): Shift {
  const sum = (keys: readonly string[]) => sumOf(catalog.effects, keys)
  const inBand = seniority !== null && 'band' in seniority
  const ofBand = (keys: readonly string[]) => sum(inBandFit(occupation, keys))
  const worded = seniority === null || inBand ? null : readForEffects(seniority.title)
  const isTraining = role.isTraining || (worded !== null && isTrainingTitle(role.soc, worded))
  const setting = { soc: role.soc, city: city?.slug ?? null, isTraining }
  // Training has one fit: its bands differ from it by experience alone.
  const isBand = inBand && !isTraining
  const ofWords = worded && furtherWordsEffect(catalog, role, worded)
  // Of a title that no offer has words of only the level is used, as that of the role's own title.
  const reading = worded && ofWords === null ? { ...worded, base: readForEffects(role.title).base } : worded
  const ofPlace = isBand ? ofBand : sum
  const titleOfAll = isBand ? occupation.bandTitleEffect : occupation.titleEffect
  const title = isBand ? role.bandEffect : (ofWords ?? role.effect)
  const fromSurvey = ofPlace(settingKeys({ ...setting, city: null })) + title
  // A title that no offers tell from its occupation is no work of its own. The names are compared last: it takes long.
  const isOther = title !== titleOfAll && Math.abs(fromSurvey) > OTHER_WORK && !isNamesake(occupation, role)
  const effects = {
    place: ofPlace(settingKeys(setting)),
    titleOfAll,
    title,
    isTraining,
    isUncounted: isUncountedTitle(catalog, occupation, role),
    apart: Math.max(Math.abs(title - titleOfAll), isOther ? Math.abs(fromSurvey) : 0),
    isWorded: ofWords !== null,
  }
  const inOffers = offerTrust(catalog, occupation, seniority)
  const trust = inOffers + (1 - inOffers) * otherness(effects)
  const titleTrust = ofWords === null ? trust : 1
  return {
    ...effects,
    market: marketOf({ ...effects, trust, titleTrust }),
    seniority: sigma * levelEffect(inBand ? ofBand : sum, setting, seniority, reading),
    offers: catalog.effectOffers.get(`${isTraining ? 'training' : 'soc'}:${role.soc}`) ?? 0,
    trust,
    titleTrust,
  }
}

/**
 * How an occupation is paid in a place is known to the survey too, so offers are trusted in part. What the words of a
 * title are worth is known from offers alone: held-out offers were nearer with that in full.
 */
const marketOf = ({
  place,
  titleOfAll,
  title,
  trust,
  titleTrust,
}: Pick<Shift, 'place' | 'titleOfAll' | 'title' | 'trust' | 'titleTrust'>): number =>
  trust * (place + titleOfAll) + titleTrust * (title - titleOfAll)

/**
 * The shift of published figures, which are those of everyone in the occupation: how far offers of the title differ
 * from all offers of the occupation, and for other work from the survey. None for the occupation as a whole.
 */
export function shiftWithin(shift: Shift, isWhole: boolean): Shift {
  if (isWhole) return { ...shift, market: 0 }
  const trust = otherness(shift)
  return { ...shift, trust, market: marketOf({ ...shift, trust }) }
}

/** Whether a role is its occupation by name, not one of several titles in it. */
export const isNamesake = (occupation: Occupation, role: Role): boolean =>
  role.reason === 'occupation' || titleWords(role.title).join(' ') === titleWords(occupation.title).join(' ')

/** Whether a level of experience is known, so that pay spreads less than across all levels. */
export const statesLevel = (seniority: Seniority): boolean =>
  seniority !== null && ('band' in seniority || readTitle(seniority.title).level !== 'plain')

function levelEffect(
  sum: (keys: readonly string[]) => number,
  setting: Setting,
  seniority: Seniority,
  reading: TitleReading | null,
): number {
  if (seniority === null) return 0
  if ('band' in seniority) {
    // Where a city has few offers, the fitted effect of a band can fall below that of the band before it.
    const bands = BANDS.slice(0, BANDS.indexOf(seniority.band) + 1)
    return Math.max(...bands.map((band) => sum(bandKeys(setting, band))))
  }
  // A title that states no level gets the pay of the role across all levels.
  return reading && reading.level !== 'plain' ? sum(levelKeys(setting.soc, reading)) : 0
}

/** The sum of the effects of a title's words in its role's occupation; null where no effect of them is known. */
export function wordsEffect(
  { effects }: Pick<Catalog, 'effects'>,
  { soc }: Pick<Role, 'soc'>,
  reading: Pick<TitleReading, 'base'>,
): number | null {
  const keys = titleKeys(soc, reading)
  return keys.some((key) => effects.get(key) !== undefined) ? sumOf(effects, keys) : null
}

/**
 * The effect of the words of a title that has more of them than its role's name; null for one that has not, which is
 * paid like the role, and where no effect of them is known.
 */
function furtherWordsEffect(
  catalog: Pick<Catalog, 'effects'>,
  role: Role,
  reading: Pick<TitleReading, 'base'>,
): number | null {
  const wordsIn = (base: string) => base.split(' ').map(singular)
  const own = new Set(wordsIn(readForEffects(role.title).base))
  return wordsIn(reading.base).every((word) => own.has(word)) ? null : wordsEffect(catalog, role, reading)
}

/** Whether a title says more than the role's own name: a level, or words with measured effects. */
export function saysMore(catalog: Pick<Catalog, 'effects'>, role: Role, title: string): boolean {
  const reading = readForEffects(title)
  if (reading.level !== 'plain') return true
  return furtherWordsEffect(catalog, role, reading) !== null
}

/** The seniority implied by the query text; `experience` is the level that search found in it. */
export function seniorityOf(
  catalog: Pick<Catalog, 'effects'>,
  role: Role,
  text: string,
  experience: Band | null,
): Seniority {
  const title = effectTitle(text)
  const { level } = readTitle(title)
  const isLevelled = level !== 'plain'
  // The two parsers disagree on titles such as "VP of engineering"
  // or "senior living"; search is more reliable for those.
  if (experience === null) return !isLevelled && saysMore(catalog, role, title) ? { title } : null
  // Too few offers say "junior" for effects of their own: those came out 12 % too high, the entry band right.
  const isFirst = level === 'junior' || level === 'intern'
  return isLevelled && !isFirst ? { title } : { band: experience }
}

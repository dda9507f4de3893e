/** Blending two kinds of evidence: a survey of everyone at work, and real offers to people who change jobs. */
import { newestYear, type Catalog, type City, type Occupation, type Role } from '../catalog/catalog.ts'
import { readTitle, type TitleReading } from '../roles/title.ts'
import {
  bandKeys, effectTitle, levelKeys, readForEffects, settingKeys, sumOf, titleKeys,
  type Band, type Seniority, type Setting,
} from './effects.ts' // prettier-ignore

/**
 * How far offers may move an estimate. Measured on held-out employers: with seniority known the error is flat
 * between 0.75 and 1; a headline across all levels leans more on the survey, which knows incumbents.
 */
const TRUST = { known: 0.85, headline: 0.7 }

/** Filings per job at which offers get half of their trust: visa filings are no sample of nurses or teachers. */
const HALF_COVERAGE = 0.003

/** Trust in offers for an occupation, 0-1: filings FY2022-25 against national employment, saturating. */
export function offerTrust(catalog: Catalog, occupation: Occupation, seniority: Seniority): number {
  const jobs = newestYear(catalog, occupation.soc)?.employment
  if (!jobs) return 0
  const coverage = occupation.filings / jobs
  return ((seniority === null ? TRUST.headline : TRUST.known) * coverage) / (coverage + HALF_COVERAGE)
}

/** What moves the surveyed median, in ln points: market (occupation, city, title; already trusted) and seniority. */
export type Shift = { market: number; seniority: number; offers: number; trust: number }

/**
 * The shift of a role in a place for what is known of seniority. The fitted effects are shrunk (ridge) towards
 * nothing, so absent evidence moves nothing; `sigma` scales seniority to the spread of the cell. Experience bands
 * apply to every occupation: where offers say nothing of it, they are the places that bands take elsewhere.
 */
export function shiftOf(
  catalog: Catalog,
  occupation: Occupation,
  { role, city }: { role: Role; city: City | null },
  seniority: Seniority,
  sigma: number,
): Shift {
  const setting = { soc: role.soc, city: city?.slug ?? null }
  const trust = offerTrust(catalog, occupation, seniority)
  const sum = (keys: readonly string[]) => sumOf(catalog.effects, keys)
  const reading =
    seniority !== null && 'title' in seniority ? readTitleOf(catalog, role, seniority.title) : null
  const own = catalog.roleShift[catalog.roleAt.get(role.slug) ?? -1] ?? 0
  return {
    market: trust * (sum(settingKeys(setting)) + (reading ? sum(titleKeys(role.soc, reading)) : own)),
    seniority: sigma * sum(keysOf(setting, seniority, reading)),
    offers: catalog.effectOffers.get(`soc:${role.soc}`) ?? 0,
    trust,
  }
}

function keysOf(setting: Setting, seniority: Seniority, reading: TitleReading | null): string[] {
  if (seniority === null) return []
  if ('band' in seniority) return bandKeys(setting, seniority.band)
  // A title that states no level is paid like the role across all levels.
  return reading && reading.level !== 'plain' ? levelKeys(setting.soc, reading) : []
}

/** A title whose words no offer knows says its level at most; the rest is the role's own title. */
function readTitleOf(catalog: Catalog, role: Role, title: string): TitleReading {
  const reading = readTitle(title)
  return isKnown(catalog, role, reading) ? reading : { ...reading, base: readForEffects(role.title).base }
}

const isKnown = ({ effects }: Pick<Catalog, 'effects'>, { soc }: Role, reading: TitleReading): boolean =>
  titleKeys(soc, reading).some((key) => effects.has(key))

/** Whether a title says more than the role's own name: a level, or words that offers put a price on. */
export function saysMore(catalog: Pick<Catalog, 'effects'>, role: Role, title: string): boolean {
  const reading = readTitle(title)
  if (reading.level !== 'plain') return true
  return reading.base !== readForEffects(role.title).base && isKnown(catalog, role, reading)
}

/** What the words of a question say of somebody; `experience` is the level that search read in them. */
export function seniorityOf(
  catalog: Pick<Catalog, 'effects'>,
  role: Role,
  text: string,
  experience: Band | null,
): Seniority {
  const title = effectTitle(text)
  const isLevelled = readTitle(title).level !== 'plain'
  // The two readers disagree about words like those of "VP of engineering" or "senior living": search knows them better.
  if (experience !== null) return isLevelled ? { title } : { band: experience }
  return !isLevelled && saysMore(catalog, role, title) ? { title } : null
}

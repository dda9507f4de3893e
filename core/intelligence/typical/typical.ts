// The typical figure for a title, level and place. It starts at the occupation's survey and adds effects of filed offers,
// from the widest group to the exact title, each by its number of employers (docs/methodology.md).
import { counted, dollars } from '../../kernel/amounts.ts'
import { recordBy } from '../../kernel/narrow.ts'
import { benchmarkOf, type Catalog, type City, type Effect, type Role } from '../file/catalog.ts'
import { estimate, hasOwnSeries, type Estimate, type Percentiles } from '../estimates/estimate.ts'
import { stepMaker, type Step } from '../estimates/explain.ts'
import { EXPERIENCES } from '../words/experience.ts'
import { bandOf, ladder, RUNGS, type Rung, type LevelFigure } from '../offers/levels.ts'
import { ENOUGH, filedOffers, placeName, type FiledOffers } from '../offers/offers.ts'
import { percentOf } from '../percent.ts'
import { effectsOf, offerShare, placedSurvey, type Group } from './effects.ts'

export interface Subject {
  role: Role
  city: City | null
  level: Rung
  /** The words of the title as `readRole` returns them. Empty means the words of the role's own title. */
  words: string
}

type TypicalCentre = Exclude<ReturnType<typeof centreOf>, { reason: string }>
export type Typical = Exclude<ReturnType<typeof typicalOf>, { reason: string }>

/** Probability that one employer's median lies in the range. */
export const CONFIDENCE_LEVEL = 0.9

export function typicalOf(catalog: Catalog, asked: Subject) {
  const centre = centreOf(catalog, asked)
  if ('reason' in centre) return centre
  const { ln, spread, support, weight, survey } = centre
  const scope = asked.city ? 'place' : 'nation'
  const range = catalog.ranges().findLast((row) => row.scope === scope && row.least <= support)
  const offers = filedOffers({ catalog, role: asked.role }, asked.level, asked.city)
  const basis = weight === 0 ? ('survey' as const) : weight >= 0.9 ? ('offers' as const) : ('both' as const)
  return {
    ...centre,
    ...{ low: hundreds(ln + (range?.low ?? -1) * spread), median: hundreds(ln) },
    ...{ high: hundreds(ln + (range?.high ?? 1) * spread), basis, offers },
    byExperience: recordBy(EXPERIENCES, (band) => hundreds(centre.levels[band])),
    why: whyOf(centre, offers),
    ceiling: ceilingOf(catalog, asked, survey, offers),
    benchmark: benchmarkOf(catalog, asked.role.soc),
  }
}

const hundreds = (ln: number): number => Math.round(Math.exp(ln) / 100) * 100

/** The 90th percentile of the title's offers if there are ten, else the higher of both sources. National offers are adjusted. */
function ceilingOf(catalog: Catalog, asked: Subject, whole: Estimate, offers: FiledOffers | null) {
  const nation = surveyOf(catalog, { ...asked, city: null }, asked.level)
  const factor = offers?.scope === 'national' && !('reason' in nation) ? whole.median / nation.median : 1
  const survey = { amount: whole.percentiles.p90, of: 'survey' as const }
  const filed = { amount: Math.round((offers?.group.percentiles[4] ?? 0) * factor), of: 'offers' as const }
  if ((offers?.group.offers ?? 0) >= ENOUGH) return filed
  return filed.amount > survey.amount ? filed : survey
}

/**
 * The market that an ask is compared with: the title's own offers if there are ten, else the survey. The survey, and offers
 * from elsewhere, are scaled so that their median is the typical figure. No percentile exceeds the ceiling. The median is the
 * typical figure, clamped to the middle half. `of` names whose pay it is.
 */
export function marketAround({ survey, offers, median, ceiling }: Typical): Percentiles & { of: string } {
  const { p10, p25, p50, p75, p90 } = survey.percentiles
  const titleOffers = offers && offers.group.offers >= ENOUGH ? offers : null
  const pays = titleOffers?.group.percentiles ?? [p10, p25, p50, p75, p90]
  const isOfPlace = titleOffers?.scope === (survey.city ? 'city' : 'national')
  const factor = isOfPlace ? 1 : median / (pays[2] ?? median)
  const [lowest = 0, low = 0, , high = 0, highest = 0] = pays.map((pay) => Math.round(pay * factor))
  const top = Math.min(highest, ceiling.amount)
  const upper = Math.min(high, top)
  const middle = Math.min(Math.max(median, low), upper)
  const whose = titleOffers ? `the ${titleOffers.group.offers} filed offers for the title in ${placeName(titleOffers.scope, survey.city)}` : 'the survey'
  return {
    ...{ p10: Math.min(lowest, middle), p25: Math.min(low, middle), p50: middle, p75: upper, p90: top },
    of: isOfPlace ? whose : `${whose}, moved to typical pay`,
  }
} // prettier-ignore

/** With fewer employers, the effect of a title's exact words is chance, so the words of the role's own title are used. */
const MIN_SUPPORT = 6

/** The words whose offers are used: those of the question if enough offers have them, else the role's own. */
export const wordsWithOffers = ({ effects }: Pick<Catalog, 'effects'>, { role, words }: Subject): string =>
  effects(`words:${words}`).some(({ level, employers }) => level === '*' && employers >= MIN_SUPPORT)
    ? words
    : role.words

export function centreOf(catalog: Catalog, asked: Subject) {
  const { role, city, level } = asked
  const survey = surveyOf(catalog, asked, level)
  if ('reason' in survey) return survey
  const effects = effectsOf(catalog, survey.occupation, role, wordsWithOffers(catalog, asked), city)
  const share = offerShareOf(catalog, role, effects)
  const steps = levelsOf(catalog, asked, survey, effects, share)
  const bounded = withinSources(catalog, asked, steps)
  const ladderFigures = ladder(bounded.steps)
  const parts = effects.at(level)
  const base = placedLn(catalog, asked, survey, level)
  const unranked = base + share * sumOf(parts)
  const onLadder = ladderFigures.get(level) ?? unranked
  const managerAt = (rung: Rung) => managerFigure(catalog, { ...asked, level: rung })
  const figureAt = (rung: Rung, manager = managerAt(rung)) => {
    const figure = ladderFigures.get(rung) ?? unranked
    return Math.max(figure, manager?.ln ?? figure)
  }
  const manager = managerAt(level)
  const ln = figureAt(level, manager)
  const [words, title, soc] = ['words:', 'role:', 'soc:'].map(
    (kind) => effects.groups.find(({ key }) => key.startsWith(kind))?.known.get('*|'),
  )
  const { offers = 0, employers = 0 } = words ?? title ?? {}
  const atLevel = parts.find(({ group, effect }) => group.key.startsWith('words:') && effect.level !== '*')
  const all = catalog.effects('all').find(({ level: of }) => of === '*')
  return {
    /** In ln dollars a year. `base` is the survey's figure adjusted to the place; `ln` is the final figure. */
    ...{ asked, survey, parts, base, ln },
    /** The weight of the effects of offers, 0–1. Below 1 only if the survey has figures for the title alone. */
    offerShare: share,
    /** The title's offers at all levels in the nation. */
    sample: { offers, employers },
    /** In ln dollars a year. They rise with the level, and the one asked for equals `ln`. */
    levels: recordBy(EXPERIENCES, (band) => figureAt(band)),
    /** Changes in ln points after the survey and its effects were added. `why` explains them to users. */
    adjustments: [
      { ln: (share - 1) * sumOf(parts), name: 'people', why: share < MOSTLY_OFFERS ? SURVEY_COUNTS_MORE : '' },
      { ln: level === '' ? bounded.by : 0, name: 'sources', why: (ln >= bounded.low && ln <= bounded.high ? KEPT_BETWEEN : KEPT_CLOSE) + (bounded.isOfPlace ? '' : FROM_ELSEWHERE) },
      { ln: onLadder - unranked - (level === '' ? bounded.by : 0), name: 'ladder', why: '' },
      { ln: ln - onLadder, name: 'order', why: `Offers of ${manager?.title} lie higher, and a chief earns no less.` },
    ].filter((move) => Math.abs(move.ln) > LEAST_MOVE),
    /** How much of the figure comes from the title's own offers, in any place. */
    weight: share * (1 - parts.reduce((rest, { group, effect }) => (group.isOwn ? rest * priorShare(group, effect) : rest), 1)),
    /** How far an employer's pay is from the figure on average, in ln points. */
    spread: words?.spread ?? soc?.spread ?? all?.spread ?? 0.3,
    /** Evidence: 0 no offers in the occupation, 1 some, 2 some of the title; else the title's employers at the level. */
    support: atLevel ? atLevel.effect.employers : words ? 2 : soc ? 1 : 0,
  }
} // prettier-ignore

const surveyOf = (catalog: Catalog, { role, city }: Subject, rung: Rung) =>
  estimate(catalog, { role: role.slug, city: city?.slug ?? null, experience: bandOf(rung) })

/** ln of the survey's figure at a level, adjusted to the place. `survey` is used if the survey lacks the level. */
function placedLn(catalog: Catalog, asked: Subject, survey: Estimate, rung: Rung): number {
  const [here, nation] = [surveyOf(catalog, asked, rung), surveyOf(catalog, { ...asked, city: null }, rung)]
  const place = Math.log('reason' in here ? survey.median : here.median)
  return asked.city && !('reason' in nation)
    ? placedSurvey(Math.log(nation.median), place, asked.role, survey.occupation)
    : place
}

type Effects = ReturnType<typeof effectsOf>
type Parts = ReturnType<Effects['at']>

/** The weight of the effects of a title's offers: 1, or less if the survey has figures for the title alone. */
function offerShareOf(catalog: Catalog, role: Role, { groups }: Effects): number {
  const filed = groups.find(({ key }) => key === `role:${role.slug}`)?.known.get('*|')
  return hasOwnSeries(role) ? offerShare(catalog, role.soc, filed?.employers ?? 0) : 1
}

/** Figures before `ladder` makes them rise. Without offers in the city, an effect is the mean of local and national effects. */
function levelsOf(catalog: Catalog, asked: Subject, survey: Estimate, effects: Effects, share: number) {
  const { role, city } = asked
  const hasLocalOffers = effects.groups.some(({ known }) =>
    [...known.values()].some(({ place }) => place === city?.slug),
  )
  const national = effectsOf(catalog, survey.occupation, role, wordsWithOffers(catalog, asked), null)
  const rungs: Rung[] = ['', ...RUNGS]
  return new Map(
    rungs.map((rung) => {
      const parts = effects.at(rung)
      const added = city && !hasLocalOffers ? (sumOf(parts) + sumOf(national.at(rung))) / 2 : sumOf(parts)
      const ln = placedLn(catalog, asked, survey, rung) + share * added
      return [rung, { ln, weight: employersAt(parts) }] as const
    }),
  )
}

/** Below this share, the text says that the survey counts more. */
const MOSTLY_OFFERS = 0.8
const SURVEY_COUNTS_MORE =
  'The survey has everybody in this work, and few of their employers file offers, so the survey counts more.'
const KEPT_BETWEEN = 'The title’s own words lie beyond both sources, and the figure is kept between them.'
const KEPT_CLOSE =
  'The title’s own words lie beyond both sources. The figure is kept close to them, as pay rises with the level.'
const FROM_ELSEWHERE = ' Offers from elsewhere were first moved to this place.'

const LEAST_MOVE = 0.0005

/** Clamps the figure without a level to the range from the survey to the role's offers. Returns the change and both bounds. */
function withinSources(catalog: Catalog, asked: Subject, steps: ReadonlyMap<Rung, LevelFigure>) {
  const local = filedOffers({ catalog, role: asked.role }, '', asked.city)
  const isOfPlace = !asked.city || local?.scope === 'city'
  const offers = isOfPlace ? local : filedOffers({ catalog, role: asked.role }, '', null)
  const survey = surveyOf(catalog, asked, '')
  const step = steps.get('')
  const isOwn = wordsWithOffers(catalog, asked) === asked.role.words
  if (!step || !offers || 'reason' in survey || offers.group.offers < ENOUGH || !isOwn)
    return { steps, by: 0, low: -Infinity, high: Infinity, isOfPlace }
  const nation = { ...asked, city: null }
  const moved = isOfPlace ? 0 : placedLn(catalog, asked, survey, '') - placedLn(catalog, nation, survey, '')
  const filed = Math.log(offers.group.percentiles[2] ?? survey.median) + moved
  const [low, high] = [Math.min(Math.log(survey.median), filed), Math.max(Math.log(survey.median), filed)]
  const ln = Math.max(low, Math.min(high, step.ln))
  const by = ln - step.ln
  return { steps: new Map([...steps, ['', { ...step, ln }] as const]), by, low, high, isOfPlace }
}

/** For a chief: the figure of the manager title with the most filings in the occupation, at the same level and place. */
function managerFigure(catalog: Catalog, asked: Subject): { title: string; ln: number } | null {
  if (!/^chief\b/i.test(asked.role.title)) return null
  const [role] = catalog
    .roles()
    .filter(({ soc, title }) => soc === asked.role.soc && /\bmanager$/i.test(title))
    .sort((a, b) => b.filings - a.filings)
  const centre = role && centreOf(catalog, { ...asked, role, words: '' })
  return !centre || 'reason' in centre ? null : { title: role.title, ln: centre.ln }
}

const sumOf = (parts: Parts): number => parts.reduce((sum, { effect }) => sum + effect.ln, 0)

const priorShare = ({ prior }: Group, { employers }: Effect): number => prior / (employers + prior)

/** Weight of a level in the ladder: the employers of the title that state it, plus one. */
const employersAt = (parts: Parts): number =>
  1 + (parts.find(({ group, effect }) => group.isOwn && effect.level !== '*')?.effect.employers ?? 0)

/** Sources that differ by more than this fraction disagree, and the answer says so. */
const DISAGREEMENT = 0.25

/** The relative distance of offers from the survey if they disagree, else 0. */
export function disagreement({ survey, offers }: Pick<Typical, 'survey' | 'offers'>): number {
  const excess = offers ? (offers.group.percentiles[2] ?? 0) / survey.median - 1 : 0
  return Math.abs(excess) > DISAGREEMENT ? excess : 0
}

/** Sales, without cashiers and rental clerks. */
const SALES = /^41-(?!20[12])/
const COMMISSIONS = 'The survey’s pay includes commissions; offers may state base pay only.'

function whyOf(centre: TypicalCentre, offers: FiledOffers | null): string {
  const { survey, adjustments } = centre
  const excess = disagreement({ survey, offers })
  const sources = excess === 0 || !offers ? [] : disagreementWords(survey, offers, excess)
  const paid = SALES.test(survey.occupation.soc) ? [COMMISSIONS] : []
  const moves = adjustments.flatMap(({ why }) => why || [])
  return [...compositionWords(centre), ...moves, ...sources, ...paid].join(' ')
}

/** Says what the figure is made of. It names a share only for offers from the place itself. */
function compositionWords({ asked, survey, sample, weight, parts, ...centre }: TypicalCentre): string[] {
  const { city, level } = asked
  const { title } = survey.occupation
  const rest = `The rest is the survey of ${title} and offers of that occupation.`
  if (weight === 0) {
    const { p10, p90 } = survey.percentiles
    return [
      `There are no offers of this title.`,
      `The figure is the survey of ${title}${parts.length ? ', moved by how offers of such work differ from it' : ''}.`,
      ...(parts.length
        ? []
        : [
            'Hardly any employer files offers for such work, so the range of employers is wide.',
            `Eight in ten people in it earn ${dollars(p10)} to ${dollars(p90)}.`,
          ]),
    ]
  }
  if (!city)
    return [
      `${countOf(sample)} for this title make ${percentWhole(weight)} of the figure.`,
      ...(weight < 0.9 ? [rest] : []),
    ]
  const place = `${city.name}, ${city.state}`
  const all = `${counted(sample.offers)} offers of the title in the nation`
  const local = parts.find(({ effect }) => effect.place === city.slug)
  if (!local)
    return [
      `Too few of this title’s offers are of ${place} to count; ${all} say how far it lies from the survey of ${title} there.`,
    ]
  const share = centre.offerShare * (1 - priorShare(local.group, local.effect))
  return [
    `${countOf(local.effect)} for this title${level && ' and level'} in ${place} make ${percentWhole(share)} of the figure.`,
    `The rest is the survey there, moved by ${all}.`,
  ]
}

const percentWhole = (share: number): string => `${Math.min(99, Math.round(100 * share))} %`
const countOf = ({ offers, employers }: { offers: number; employers: number }): string =>
  `${counted(offers)} filed offers of ${counted(employers)} employers`

/** Explains a disagreement by the known biases of visa filings. */
function disagreementWords(survey: Estimate, { group, scope }: FiledOffers, excess: number) {
  const { role, city, occupation, median } = survey
  const filed = group.percentiles[2] ?? 0
  const reason = hasOwnSeries(role)
    ? excess < 0
      ? 'Filed offers are of visa workers, often at the start of a career, and name base pay only.'
      : 'Filed offers come from employers who sponsor visas, which are often large and pay more.'
    : `The survey counts everyone in ${occupation.title}, of whom this title is a part.`
  const where = city && scope === 'national' ? ' in the whole nation' : ''
  return [
    `The sources disagree: offers${where} have a median of ${dollars(filed)}, ${Math.abs(percentOf(excess))} % ${excess < 0 ? 'below' : 'above'} the survey’s ${dollars(median)}${where && ' here'}.`,
    reason,
  ]
}

export function typicalSteps({ asked, survey, base, parts, adjustments, spread, weight, low, high, median }: Typical): Step[] {
  const of = stepMaker('modelled', 'dol_lca')
  const ofSurvey = stepMaker('derived', Object.keys(survey.sourceBreakdown)[0] ?? 'bls_oews')
  const percent = (ln: number) => `${percentOf(Math.exp(ln) - 1)} %`
  return [
    ofSurvey('survey', 'the survey’s median at the level; its ratio to the nation counts 70 % for one title of many', String(Math.round(Math.exp(base)))),
    ...parts.map(({ group, effect }) =>
      of(
        `offers of ${group.key}${effect.level === '*' ? '' : `, level ${effect.level || 'not stated'}`}${effect.place && `, ${effect.place}`}`,
        'weighted median of what is left × n / (n + k), n employers',
        `${percent(effect.ln)}; n ${effect.employers}, k ${group.prior}, ${effect.offers} offers`,
      ),
    ),
    ...adjustments.map(({ ln, name, why }) => of(name, why || 'levels that would fall are pooled by their employers; a place without offers of its own is drawn to the nation', percent(ln))),
    of('typical', 'exp(ln survey + Σ effects)', `${median}, ${Math.round(100 * weight)} % by offers of the title${asked.level && `, ${asked.level}`}`),
    of('range', 'median × exp(q × spread), q learned on withheld employers', `${low} to ${high}, spread ${spread.toFixed(3)}`),
  ]
} // prettier-ignore

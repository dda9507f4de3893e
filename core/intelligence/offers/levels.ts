// The levels by which offers of visa filings, and typical pay, are grouped.
import { EXPERIENCES, type Experience } from '../words/experience.ts'

/** The levels of titles ("rungs"), in rising order of pay. An empty `Rung` means that the title states no level. */
export const RUNGS = ['intern', 'junior', ...EXPERIENCES] as const
export type Rung = (typeof RUNGS)[number] | ''

const RUNG_OF: Readonly<Record<string, Rung>> = {
  intern: 'intern',
  junior: 'junior',
  i: 'entry',
  associate: 'entry',
  ii: 'mid',
  iii: 'senior',
  'senior-ii': 'senior',
  iv: 'staff',
  lead: 'staff',
  v: 'principal',
  'senior-staff': 'principal',
  'senior-principal': 'principal',
  distinguished: 'principal',
  ...Object.fromEntries(EXPERIENCES.map((band) => [band, band])),
}

export const bandOf = (rung: Rung): Experience | null =>
  rung === '' ? null : (EXPERIENCES.find((band) => band === rung) ?? 'entry')

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v']

/** The rung of a level in words ("Senior", "II"). If `experience` contradicts the words, the experience is the rung. */
export function rungOf(level: string | null, experience: Experience | null): Rung {
  const words = (level ?? '')
    .toLowerCase()
    .replace(/\b(level|grade)\b/g, '')
    .trim()
    .split(/[\s-]+/)
  const rung = RUNG_OF[words.map((word) => NUMERALS[Number(word) - 1] ?? word).join('-')]
  return rung && (experience === null || bandOf(rung) === experience) ? rung : (experience ?? '')
}

/** The rungs whose pay must rise, in order. `ladder` limits `mid` afterwards. Titles without a level ('') earn between entry and senior pay. */
const CHAIN: readonly Rung[] = ['intern', 'junior', 'entry', '', 'senior', 'staff', 'principal']

/** The figure of a level in ln dollars, and its weight when levels are pooled. */
export interface LevelFigure {
  ln: number
  weight: number
}

/** Makes figures rise with the level. Neighbouring levels whose figures would fall get their weighted mean. */
export function ladder(steps: ReadonlyMap<Rung, LevelFigure>): Map<Rung, number> {
  const blocks: (LevelFigure & { rungs: Rung[] })[] = []
  for (const rung of CHAIN) {
    const step = steps.get(rung)
    if (!step) continue
    let block = { ...step, rungs: [rung] }
    for (let below = blocks.at(-1); below && below.ln > block.ln; below = blocks.at(-1)) {
      const weight = below.weight + block.weight
      const ln = (below.ln * below.weight + block.ln * block.weight) / weight
      block = { ln, weight, rungs: [...below.rungs, ...block.rungs] }
      blocks.pop()
    }
    blocks.push(block)
  }
  const risen = new Map(blocks.flatMap(({ ln, rungs }) => rungs.map((rung) => [rung, ln] as const)))
  const mid = steps.get('mid')
  const least = risen.get('entry') ?? risen.get('junior') ?? risen.get('intern') ?? -Infinity
  const most = risen.get('senior') ?? risen.get('staff') ?? risen.get('principal') ?? Infinity
  if (mid) risen.set('mid', Math.min(most, Math.max(least, mid.ln)))
  return risen
}

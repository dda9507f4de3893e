// Finds the catalogue's occupation for any SOC 2018 or O*NET code, because OEWS publishes some codes only merged.
import judgements from '../../../sql/data/pay/judgements.json' with { type: 'json' }
import type { Catalog } from '../file/catalog.ts'

export type SocResolver = (code: string) => string | null

/** OEWS hybrid codes that differ from the broad code; the OEWS definitions name their parts. */
export const HYBRIDS: Readonly<Record<string, string>> = judgements.oews_hybrids

/** The code itself, the merged code that contains it, or null (another classification, or the military). */
export function socResolver({ occupation }: Pick<Catalog, 'occupation'>): SocResolver {
  return (code) => {
    const six = code.slice(0, 7)
    return [six, HYBRIDS[six], `${six.slice(0, 6)}0`].find((soc) => soc && occupation(soc)) ?? null
  }
}

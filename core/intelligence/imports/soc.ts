// Maps any SOC 2018 or O*NET code to the catalogue's occupation: OEWS publishes some codes only merged.
import type { Catalog } from '../file/catalog.ts'

export type SocResolver = (code: string) => string | null

/** OEWS hybrid codes that differ from the broad code; the OEWS definitions name their parts. */
export const HYBRIDS: Readonly<Record<string, string>> = {
  '21-1011': '21-1018',
  '21-1014': '21-1018',
  '25-2055': '25-2052',
  '25-2056': '25-2052',
  '25-9042': '25-9045',
  '25-9043': '25-9045',
  '25-9049': '25-9045',
  '51-2022': '51-2028',
  '51-2023': '51-2028',
  '51-2092': '51-2090',
  '51-2099': '51-2090',
  '53-1042': '53-1047',
  '53-1043': '53-1047',
  '53-1044': '53-1047',
  '53-1049': '53-1047',
}

/** The code itself, the merged code that contains it, or null (another classification, or the military). */
export function socResolver({ occupation }: Pick<Catalog, 'occupation'>): SocResolver {
  return (code) => {
    const six = code.slice(0, 7)
    return [six, HYBRIDS[six], `${six.slice(0, 6)}0`].find((soc) => soc && occupation(soc)) ?? null
  }
}

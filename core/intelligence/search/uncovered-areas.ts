// Metropolitan areas of the United States without figures, and the covered cities nearest to them: what a text that
// names one of their cities is answered with, rather than with a place of a similar name.

import { plainText } from './normalize.ts'
import { nameOf } from './place-name.ts'
import { UNCOVERED_METROS } from './uncovered-metros.ts'

/** An area without figures: its name, such as "Lawton, OK", and the slugs of covered cities, the nearest first. */
export interface UncoveredArea {
  name: string
  nearest: readonly string[]
}

/** Regions, bases and towns without figures that are no name in the list, and their area in it. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  'Alexandria, LA': 'fort polk,fort johnson',
  'Appleton, WI': 'fox valley,fox cities',
  'Augusta-Richmond County, GA-SC': 'fort gordon,fort eisenhower',
  'Barnstable, MA': 'cape cod',
  'Beaumont-Port Arthur, TX': 'southeast texas',
  'Binghamton, NY': 'southern tier',
  'Clarksville, TN-KY': 'fort campbell',
  'Columbus, GA-AL': 'fort benning,fort moore',
  'Crestview-Fort Walton Beach-Destin, FL': 'eglin,eglin air force base,emerald coast,hurlburt field',
  'Davenport-Moline-Rock Island, IA-IL': 'quad cities',
  'Dover, DE': 'dover air force base',
  'Elizabethtown, KY': 'fort knox',
  'Fayetteville, NC': 'fort bragg,fort liberty',
  'Flagstaff, AZ': 'northern arizona,grand canyon',
  'Gulfport-Biloxi, MS': 'keesler,keesler air force base,mississippi coast',
  'Hinesville, GA': 'fort stewart',
  'Jacksonville, NC': 'camp lejeune',
  'Joplin, MO-KS': 'four states',
  'Kahului-Wailuku, HI': 'maui,big island,hawaii island,kauai,hilo,kona,kailua kona,lihue',
  'Kennewick-Richland, WA': 'hanford site,tri cities',
  'Key West, FL': 'florida keys,key largo',
  'Killeen-Temple, TX': 'fort hood,fort cavazos',
  'Kingsport-Bristol, TN-VA': 'tri cities',
  'Kiryas Joel-Poughkeepsie-Newburgh, NY': 'hudson valley,mid hudson valley,west point',
  'Lafayette, LA': 'acadiana',
  'Lawton, OK': 'fort sill',
  'Manhattan, KS': 'fort riley',
  'Midland, TX': 'permian basin,midland odessa',
  'Palm Bay-Melbourne-Titusville, FL': 'space coast,cape canaveral,kennedy space center,brevard',
  'Panama City-Panama City Beach, FL': 'florida panhandle,tyndall air force base',
  'Pittsfield, MA': 'berkshires',
  'Port St. Lucie, FL': 'treasure coast',
  'Rapid City, SD': 'black hills,ellsworth air force base',
  'Salinas, CA': 'monterey,monterey bay,monterey peninsula',
  'Salisbury, MD': 'delmarva,eastern shore,delmarva peninsula',
  'San Juan-Bayamon-Caguas, PR': 'puerto rico',
  'Santa Fe, NM': 'los alamos,northern new mexico',
  'Sherman-Denison, TX': 'texoma',
  'Shreveport-Bossier City, LA': 'ark la tex,arklatex,barksdale air force base',
  'Sierra Vista-Douglas, AZ': 'fort huachuca',
  'South Bend-Mishawaka, IN-MI': 'michiana',
  'Springfield, MA': 'pioneer valley',
  'Utica-Rome, NY': 'mohawk valley',
  'Vallejo, CA': 'travis air force base',
  'Watertown-Fort Drum, NY': 'north country',
  'Yuba City, CA': 'beale air force base',
  'Youngstown-Warren, OH': 'mahoning valley',
}

interface Named extends UncoveredArea {
  states: readonly string[]
}

const LINES: readonly string[] = UNCOVERED_METROS.trim().split(/\s+\|\s+/)
/** All names as one plain text: most words asked about are in none. */
const ALL_NAMES = ` ${plainText([...LINES.map((line) => line.slice(0, line.indexOf(':'))), ...Object.values(KNOWN_AS)].join(' '))} `

function areaOf(line: string): Named {
  const [name = '', nearest = ''] = line.split(': ')
  return { name, nearest: nearest.split(' '), states: (name.split(', ')[1] ?? '').split('-') }
}

/** The cities that name an area: the parts of "Davenport-Moline-Rock Island", or of "Scranton--Wilkes-Barre". */
function citiesOf({ name }: UncoveredArea): string[] {
  const [cities = ''] = name.split(', ')
  return cities.split(cities.includes('--') ? '--' : /[-/]/)
}

/** The areas of a name; read only for a name in the list, because reading all takes a terminal five milliseconds. */
function areasNamed(name: string): Named[] {
  if (!ALL_NAMES.includes(` ${name} `)) return []
  return LINES.map(areaOf).filter(
    (area) =>
      KNOWN_AS[area.name]?.split(',').includes(name) || namesOf(area).some((text) => nameOf(text) === name),
  )
}

const namesOf = (area: UncoveredArea): string[] => [area.name.split(',')[0] ?? '', ...citiesOf(area)]

/** The areas that a plain name means, in one of these states if there are any, as one; null where it names none. */
export function uncoveredArea(name: string, states: readonly string[]): UncoveredArea | null {
  const isIn = (area: Named) => states.length === 0 || area.states.some((state) => states.includes(state))
  const [first, ...others] = areasNamed(name).filter(isIn)
  if (!first) return null
  if (others.length === 0) return first
  const areas = [first, ...others]
  const nearest = new Set([0, 1, 2].flatMap((at) => areas.map((area) => area.nearest[at] ?? '')))
  return { name: areas.map((area) => area.name).join(' or '), nearest: [...nearest].slice(0, MAX_NEAREST) }
}

const MAX_NEAREST = 5

/** Towns better known than the areas of their name. */
const BETTER_KNOWN = new Set(['alexandria', 'hammond', 'manhattan', 'morristown', 'mount vernon'])

/** Whether a bare name is that of the first city of an area, and so means a suburb elsewhere only perhaps. */
export const isUncoveredCity = (name: string): boolean =>
  !BETTER_KNOWN.has(name) && areasNamed(name).some((area) => nameOf(citiesOf(area)[0] ?? '') === name)

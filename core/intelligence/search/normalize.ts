// Normalises free text, so that different spellings of a job title or place give the same words.

/** Words whose final s is not a plural ending, or that mean something else without it. */
const KEEPS_ITS_S = new Set(
  'sales news gas bus sas gis aws ios atlas arts series species campus express fitness devops dress plus lens mass sans texas kansas dallas'.split(
    ' ',
  ),
)

/** Technology names that the punctuation rules would destroy; rewritten before those rules apply. */
const SPELLED_OUT: readonly (readonly [RegExp, string])[] = [
  [/c\+\+/g, 'cplusplus'],
  [/\bc#/g, 'csharp'],
  [/\bf#/g, 'fsharp'],
  [/(^|[^a-z])\.net\b/g, '$1dotnet'],
  [/\basp\.net\b/g, 'asp dotnet'],
  [/\bnode\.js\b/g, 'nodejs'],
  [/\breact\.js\b/g, 'react'],
  [/\br\s*&\s*d\b/g, 'research and development'],
  [/\bfp\s*&\s*a\b/g, 'fpa'],
  [/\bm\s*&\s*a\b/g, 'mergers'],
  [/\b([a-z])\/([a-z])\b/g, '$1$2'],
]

/** Word pairs that are also written as one word, which is the form kept. */
const COMPOUNDS = new Map<string, string>(
  Object.entries({
    'front end': 'frontend',
    'back end': 'backend',
    'full stack': 'fullstack',
    'dev op': 'devops',
    'dev ops': 'devops',
    'health care': 'healthcare',
    'data base': 'database',
    'help desk': 'helpdesk',
    'web site': 'website',
    'cyber security': 'cybersecurity',
    'life guard': 'lifeguard',
    'child care': 'childcare',
    'day care': 'daycare',
    'house keeper': 'housekeeper',
    'book keeper': 'bookkeeper',
    'bar tender': 'bartender',
    'fire fighter': 'firefighter',
    'care giver': 'caregiver',
    'ware house': 'warehouse',
    'fork lift': 'forklift',
    'e commerce': 'ecommerce',
    'pre school': 'preschool',
    'para legal': 'paralegal',
    'para medic': 'paramedic',
    'sys admin': 'sysadmin',
    'dot net': 'dotnet',
    'power bi': 'powerbi',
    'work day': 'workday',
    'service now': 'servicenow',
    'sales force': 'salesforce',
    'main frame': 'mainframe',
    'big data': 'bigdata',
  }),
)

/** Characters with special rules, and non-ASCII letters; most titles have neither. */
const NEEDS_RULES = /[^ -~]|[+#.&/'`]/

/**
 * Lower-case ASCII words joined by single spaces, without accents
 * and punctuation: "Café Mgr., Sr." → "cafe mgr sr".
 */
export function plainText(text: string): string {
  return bare(NEEDS_RULES.test(text) ? rewritten(text) : text.toLowerCase())
}

const bare = (text: string): string => text.replace(/[^a-z0-9]+/g, ' ').trim()

function rewritten(text: string): string {
  let plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  for (const [pattern, replacement] of SPELLED_OUT) plain = plain.replace(pattern, replacement)
  return plain
    .replace(/&/g, ' and ')
    .replace(/['’`]/g, '')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1') // r.n. → rn, before full stops become spaces
}

/** The singular of a lower-case word, by spelling alone. It need not be correct English, only consistent. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || KEEPS_ITS_S.has(word) || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word
  if (/(sh|ch|x|ss)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** The words of a text in order: singular, with compounds joined ("front end" → "frontend"). */
export function wordsOf(text: string): string[] {
  const plain = plainText(text)
  if (plain === '') return []
  return closeCompounds(plain.split(' ').map(singular))
}

function closeCompounds(words: string[]): string[] {
  const closed: string[] = []
  for (const word of words) {
    const before = closed.at(-1)
    const joined = before === undefined ? undefined : COMPOUNDS.get(`${before} ${word}`)
    if (joined === undefined) closed.push(word)
    else closed[closed.length - 1] = joined
  }
  return closed
}

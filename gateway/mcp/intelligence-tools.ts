// The six tools of compensation intelligence, with their texts for models. Tools are exposed explicitly, one row each.
import {
  analyzeCompensation,
  analyzeMarket,
  analyzeSkills,
  discoverRolesAndCities,
  findAdjacentOpportunities,
  listCapabilities,
} from '../../core/intelligence/analyses/operations.ts'
import { operationTool, type SuggestNext, type Tool } from './tool.ts'

const WORDED = [
  {
    name: 'list_capabilities',
    title: 'Coverage of the pay data',
    description:
      'Says what the pay data cover: roles, cities, the quarter, history and projections, accepted values, what is missing, and your call limits. For whether a question can be answered at all, or to cite the data as a whole; not before each question. detail "full" adds every city slug and every source with its licence.',
    operation: listCapabilities,
  },
  {
    name: 'analyze_compensation',
    title: 'Pay of a role, and whether an offer is fair',
    description:
      'Answers "what does X earn (in Y)?" and "is this offer fair?" for US jobs: median and usual range of yearly base pay, confidence, pay by experience, total with bonus and equity, comparison with the nation. Pass role and, where there is one, city, in the user’s own words ("staff swe", "sf"); seniority in the title is understood. To judge an offer pass its yearly base in USD as offered_base. detail "full" adds percentiles, history, projections to 2030, visa sponsors and the steps of the method. Report the range and the confidence with the median, and quote the citation.',
    operation: analyzeCompensation,
  },
  {
    name: 'analyze_skills',
    title: 'Skills of a role and their pay premiums',
    description:
      'Answers "which skills does X need?" and "does skill S pay more?": tools in demand, general skills by importance, and measured pay premiums with their intervals (computing, engineering, business and management work only). Pass role in plain words; pass skills to look up particular ones. A premium is an association within the same employer and occupation, not a cause: say so. When significant is false, no premium was shown.',
    operation: analyzeSkills,
  },
  {
    name: 'analyze_market',
    title: 'Job market of a role',
    description:
      'Answers "is demand for X growing?", "who hires?", "how much is remote?": job outlook 2024–2034 and openings a year, postings index and its change, growth of advertised pay, remote share, largest visa sponsors, sectors with most jobs. Pass role in plain words; a city adds what the role pays there against the nation (the other figures are national). detail "full" lists more sponsors and sectors. For pay itself use analyze_compensation.',
    operation: analyzeMarket,
  },
  {
    name: 'discover_roles_and_cities',
    title: 'Find roles and cities',
    description:
      'Turns words into the roles and cities there are, best match first, with scores: titles, abbreviations, misspellings, suburbs, nicknames. For when another tool could not tell which was meant, a title has several meanings ("pm"), or to show a choice. Pass one title or place as query; pass a returned slug on as role or city.',
    operation: discoverRolesAndCities,
  },
  {
    name: 'find_adjacent_opportunities',
    title: 'Related roles',
    description:
      'Answers "what else could X do?" and "where would the same skills pay more?": related occupations, how close each is, what it pays in the same place against X, and which general skills matter more there. Pass role and, where there is one, city, in plain words; min_pay_change_pct 0 leaves out work that pays less. Closeness over 0.7 is a near move. Follow with analyze_compensation or analyze_skills on a returned slug.',
    operation: findAdjacentOpportunities,
  },
]

export const TOOLS: readonly Tool[] = WORDED.map(operationTool)

/** The server's instructions. Hosts read them at the start of a conversation, often before any tool. */
export const INSTRUCTIONS =
  'Pay and job-market figures for the United States, derived from published government data by a documented method. Use these tools for any question about what a job pays, whether an offer is fair, which skills pay, how a job market stands or what somebody could do next; do not answer such questions from memory. Roles and cities may be given in plain words ("senior rn", "bay area"). Every result has a range, a confidence in words, a citation and a request id: report the range and the confidence, and quote the citation. “No data” is a result: say so instead of estimating. Figures are medians of groups, not predictions for one person. All tools are read-only; each call counts against the key’s limits.'

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '')

/** Suggests a call after an error: a search for the role or city, or the same call without the city. */
export const next: SuggestNext = (code, { tool, arguments: { role, city, ...rest } }) => {
  if (code === 'role_not_found') return discover(textOf(role), 'roles')
  if (code === 'city_not_found') return discover(textOf(city), 'cities')
  if (code !== 'pay_not_found') return undefined
  return city ? { tool, arguments: { role, ...rest } } : discover(textOf(role), 'roles')
}

const discover = (query: string, kind: 'roles' | 'cities') => ({
  tool: 'discover_roles_and_cities',
  arguments: { query, kind },
})

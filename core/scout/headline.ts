// Reads company and role in the first two lines of a pasted posting: “UX Designer - Nordlicht - Berlin”, “Encom GmbH — Berlin”.
import { folded } from '../kernel/folded.ts'
import { inferredEmployer } from '../reading/employers.ts'
import { isFunction, LEGAL } from '../reading/people.ts'
import type { PostingFacts } from './job-posting.ts'

const MAX_CHARACTERS = 120
const BETWEEN = /\s[-–—|·•]\s/
const BEFORE_EMPLOYER = ['about', 'at', 'join', 'bei', 'über', 'chez', 'en', 'bij', 'of']
const TERMS =
  /\d|\b(?:full|part|voll|teil|permanent|temporary|contract|intern|freelance|festanstellung|cdi|cdd|temps)/i

const isRole = (part: string): boolean => part.split(/[ /,-]+/).some(isFunction)
const hasLegalForm = (part: string): boolean => ` ${folded(part)}`.search(LEGAL) > 0

/** Whether the text names the part as an employer, as in “bei Nordlicht”. Without that, the part may be a team or a product. */
const isEmployer = (part: string, text: string): boolean =>
  BEFORE_EMPLOYER.some((word) => text.includes(` ${word} ${part.toLowerCase()}`))

/** The facts in the headline; empty unless exactly one part is surely the company. */
export function headlineOf(body: string): PostingFacts {
  const [first = [], second = []] = body
    .slice(0, 2_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line.length <= MAX_CHARACTERS)
    .slice(0, 2)
    .map((line) => line.split(BETWEEN).map((part) => part.trim()))
  const text = ` ${body.toLowerCase().replace(/\s+/g, ' ')}`
  const parts = [...first, ...(second.length > 1 ? second.slice(0, -1) : [])].filter((part) => !isRole(part))
  const named = parts.filter(hasLegalForm)
  const [company, another] = named.length ? named : parts.filter((part) => isEmployer(part, text))
  const [role, other] = first.filter(isRole)
  if (company === undefined || another !== undefined) return {}
  const line = first.includes(company) ? first : second
  if (line.length < 2) return {}
  const place = line.at(-1)
  const isPlace = place !== undefined && place !== company && !isRole(place) && !TERMS.test(place)
  return {
    company: inferredEmployer(company),
    ...(other === undefined && { role }),
    ...(isPlace && { location: place }),
  }
}

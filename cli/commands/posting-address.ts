// Guesses company and role from a posting's URL without opening it.
import { parseUrl } from '../../core/kernel/url.ts'

interface Guess {
  company: string
  role: string
}

/** Job boards with the company in the first part of the path, or of the host name. */
const BY_PATH =
  /(?:^|\.)(?:greenhouse\.io|lever\.co|ashbyhq\.com|smartrecruiters\.com|workable\.com|recruitee\.com)$/
const BY_HOST =
  /\.(?:bamboohr\.com|myworkdayjobs\.com|breezy\.hr|teamtailor\.com|personio\.(?:de|com)|recruitee\.com)$/
/** Path segments that are never a role. */
const NOISE =
  /^(?:jobs?|careers?|positions?|openings?|apply|view|o|j|en|en-us|details?|viewjob|posting|role|[0-9a-f-]{8,})$/i

/** The role of a job until it is known. */
export const UNTITLED = 'Untitled role'

/** Guesses company and role from a URL; falls back to the site's name and `UNTITLED`. */
export function guessFromUrl(address: string): Guess {
  const url = parseUrl(address)
  if (!url) return { company: address.slice(0, 200), role: UNTITLED }
  const host = url.hostname.replace(/^www\./, '')
  const parts = url.pathname.split('/').map(decoded).filter(Boolean)
  return { company: titled(companyOf(host, parts)), role: titled(roleOf(host, parts)) || UNTITLED }
}

function companyOf(host: string, parts: string[]): string {
  const labels = host.split('.')
  if (BY_PATH.test(host) && parts[0]) return parts[0]
  if (BY_HOST.test(host)) return labels[0] ?? host
  const isCountryPair = labels.length > 2 && /^(?:com?|org|net|ac|gov)$/.test(labels.at(-2) ?? '')
  return labels.at(isCountryPair ? -3 : -2) ?? host
}

function roleOf(host: string, parts: string[]): string {
  const own = BY_PATH.test(host) ? parts.slice(1) : parts
  const worded = own
    .filter((part) => !NOISE.test(part) && /[a-z]{3}.*[-_ ].*[a-z]{2}/i.test(part))
    .map((part) => part.replace(/[-_](?:[0-9a-f]{6,}|r?-?\d{3,})$/i, '').replace(/^\d+[-_]/, ''))
  return worded.sort((a, b) => b.length - a.length)[0] ?? ''
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const titled = (slug: string): string =>
  slug
    .replace(/[-_+]+/g, ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .trim()
    .slice(0, 200)

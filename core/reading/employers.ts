// Recognises names that are given instead of an employer's: job boards, mail platforms, placeholders.
import platforms from '../../sql/data/reading/platforms.json' with { type: 'json' }
import { folded } from '../kernel/folded.ts'

/** Job boards, aggregators, applicant tracking systems, and platforms for tests and calls. */
const PLATFORMS = new Set(platforms)
const NOBODY =
  /^(?:company |client |employer |firma )?(?:confidential|anonymous|undisclosed|not disclosed|hidden|private|unknown|n\/?a|null|none|vertraulich|anonym|confidentiel|confidencial|riservato|vertrouwelijk|poufne|tbd|-+)(?: (?:company|client|employer|search))?$/

/** Whether a name is a platform's, with or without its domain ending: `LinkedIn`, `Indeed.com`. */
export const isPlatform = (name: string): boolean => {
  const plain = folded(name).trim()
  return (
    PLATFORMS.has(plain) || PLATFORMS.has(plain.replace(/(?:\.(?:com|co|io|de|co\.uk)| jobs| careers)$/, ''))
  )
}

/** Whether a sender's name is a platform's: `HackerRank for Work`, `Indeed Apply`. */
export function isPlatformSender(name: string): boolean {
  const words = folded(name)
    .trim()
    .split(/[^\p{L}\p{N}.&-]+/u)
  return [1, 2, 3, 4].some((count) => PLATFORMS.has(words.slice(0, count).join(' ')))
}

/** Whether a sender's name is that of a tool, such as `Microsoft Bookings`. Its maker is not the employer. */
export const isTool = (name: string): boolean =>
  /^(?:microsoft|google|adobe) /.test(folded(name).trim()) && isPlatformSender(name)

/** Whether a domain belongs to a platform: `glassdoor.com`, `mail.xing.com`, `indeed-mail.com`. */
export function isPlatformDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.')
  const name = labels.at(-2) ?? ''
  return (
    PLATFORMS.has(labels.slice(-2).join('.')) ||
    PLATFORMS.has(name) ||
    PLATFORMS.has(name.split('-')[0] ?? '')
  )
}

/** The employer's name in a posting; undefined for a placeholder word or a platform. */
export const inferredEmployer = (name: string | undefined): string | undefined =>
  name === undefined || isPlatform(name) || NOBODY.test(folded(name).trim()) ? undefined : name

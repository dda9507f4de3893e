// What a posting's own page says of whether it is still open: pure.
import { must } from '../kernel/must.ts'

export type Signal = { state: 'here' | 'absent' | 'unclear'; why: string }

const CLOSED =
  /\b(?:no longer (?:accepting|open|available|active|taking)|(?:job|position|role|posting|vacancy) (?:has been |is |was )?(?:closed|filled|expired|removed|no longer)|applications? (?:are |is )?(?:now )?closed|this (?:job|position|role) (?:has )?expired|nicht mehr (?:verfügbar|online|aktiv|ausgeschrieben|offen)|stelle (?:ist |wurde )?(?:bereits )?(?:besetzt|vergeben)|n'est plus (?:disponible|en ligne|ouvert)|offre (?:est )?(?:pourvue|expirée)|poste (?:est |a été )?pourvu)/iu

interface PageAnswer {
  status: number
  askedUrl: string
  /** After redirects. */
  url: string
  text: string
  validThrough: string | null
}

/** The number or id by which an address names its posting. */
const idsIn = (url: string): string[] =>
  url.match(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4,}|(?<=\/j\/)\w{6,}/gi) ?? []

/** Reads a page; what is not certain is unclear, and closes nothing. */
export function signalOf({ status, askedUrl, url, text, validThrough }: PageAnswer, now: number): Signal {
  if (status === 404 || status === 410) return { state: 'absent', why: `its page is gone (HTTP ${status})` }
  if (status !== 200) return { state: 'unclear', why: `its page answers with HTTP ${status}` }
  if (/[?&]error=true\b/.test(url)) return { state: 'absent', why: 'its page leads back to the list' }
  const lost = idsIn(askedUrl).some((id) => !url.includes(id))
  if (lost) return { state: 'unclear', why: 'its page leads to another one' }
  const closed = CLOSED.exec(text.slice(0, 20_000).replace(/[’‘]/g, "'"))?.[0]
  if (closed) return { state: 'absent', why: `its page says “${closed}”` }
  const until = validThrough === null ? NaN : Date.parse(validThrough)
  if (until < now) return { state: 'absent', why: `it was open until ${must(validThrough).slice(0, 10)}` }
  return { state: 'here', why: 'its page is there' }
}

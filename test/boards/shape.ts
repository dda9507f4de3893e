// The answers of the systems as they are on the wire: the true field names and forms, with invented content.

/** A posting of the stand-in, in our own words. */
export interface Opening {
  id: string
  title: string
  places?: string[]
  workplace?: 'remote' | 'hybrid' | 'onsite'
  pay?: { min: number; max: number; currency: string; period: 'year' | 'month' | 'hour' }
  /** HTML. */
  text?: string
  /** ISO. */
  at?: string
  /** The last day to apply. */
  closes?: string
  /** Listed nowhere, though its page is there. */
  isUnlisted?: boolean
}

interface Asked {
  url: URL
  token: string
}

/** How a system answers for a board: the body of its list, and which address that is. */
export interface Shape {
  /** The token in a request for the list; undefined for another address. */
  tokenIn(host: string, url: URL): string | undefined
  type: string
  list(openings: readonly Opening[], asked: Asked): string
  /** The token and id in a request for one posting, and what is answered. */
  detailIn?(host: string, url: URL): string[] | undefined
  detail?(opening: Opening, token: string): string
  /** Of an unknown board. */
  unknown: { status: number; type: string; body: string }
}

export const AT = '2026-11-02T08:00:00.000Z'
export const TEXT = '<p>You will keep the books.</p><ul><li>Care</li><li>Numbers</li></ul>'
export const listed = (openings: readonly Opening[]) => openings.filter(({ isUnlisted }) => !isUnlisted)
export const escaped = (html: string) =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
export const json = 'application/json; charset=utf-8'

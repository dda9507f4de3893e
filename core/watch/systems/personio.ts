// Personio’s XML feed of open positions, on the employer’s own host.
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { payAndText } from '../posting-pay.ts'
import type { StatedFields } from '../../reading/stated-pay.ts'
import { distinct, instantIn, textIn } from '../untrusted-json.ts'
import { postingText } from '../posting-text.ts'
import { labelBefore, type System } from './system.ts'
import { childrenOf, childText, xmlRoot, type XmlElement } from './xml.ts'

const COM = '@com'
const hostOf = (token: string): string =>
  `${token.replace(COM, '').toLowerCase()}.jobs.personio.${token.endsWith(COM) ? 'com' : 'de'}`

const deToken = labelBefore(/^([\w-]+)\.jobs\.personio\.de$/)
const comToken = labelBefore(/^([\w-]+)\.jobs\.personio\.com$/)

const WORKPLACES: readonly (readonly [RegExp, Workplace])[] = [
  [/hybrid/i, 'hybrid'],
  [/remote/i, 'remote'],
  [/on.?site|office/i, 'onsite'],
]

const workplaceOf = (word: string | null): Workplace =>
  WORKPLACES.find(([form]) => form.test(word ?? ''))?.[1] ?? null

const payOf = (position: XmlElement): StatedFields[] =>
  childrenOf(position, 'salaryInformation').map((salary) => ({
    ...{ min: childText(salary, 'min'), max: childText(salary, 'max') },
    ...{ currency: childText(salary, 'currencyCode'), span: childText(salary, 'type') },
  }))

function postingOf(position: XmlElement, token: string): FoundPosting | [] {
  const [externalId, role] = [textIn(childText(position, 'id')), textIn(childText(position, 'name'))]
  if (!externalId || !role) return []
  const more = childrenOf(position, 'additionalOffices').flatMap((offices) => childrenOf(offices, 'office'))
  const texts = childrenOf(position, 'jobDescriptions').flatMap((all) => childrenOf(all, 'jobDescription'))
  const text = postingText(
    ...texts.flatMap((part) => [`<p>${childText(part, 'name') ?? ''}</p>`, childText(part, 'value')]),
  )
  return {
    ...{ externalId, role, company: textIn(childText(position, 'subcompany')) },
    places: distinct([childText(position, 'office'), ...more.map(({ text }) => text || null)]),
    workplace: workplaceOf(childText(position, 'workplaceType')),
    url: `https://${hostOf(token)}/job/${encodeURIComponent(externalId)}`,
    postedAt: instantIn(childText(position, 'createdAt')),
    ...payAndText(payOf(position), text),
  }
}

export const personio: System = {
  name: 'personio',
  title: 'Personio',
  token: /^[a-z\d][a-z\d-]{0,62}(?:@com)?$/i,
  tokenOf: (url) => deToken(url) ?? (comToken(url) ? `${comToken(url)}${COM}` : null),
  elsewhere: (token) => (token.endsWith(COM) ? null : `${token}${COM}`),
  listOf: (token) => `https://${hostOf(token)}/xml?language=en`,
  pageOf: (token) => `https://${hostOf(token)}/`,
  accept: 'application/xml, text/xml',
  // An unknown tenant is led to the vendor.
  mostRedirects: 0,
  read({ url, body }, token) {
    const root = xmlRoot(body, ['workzag-jobs'])
    const postings = childrenOf(root, 'position').flatMap((position) => postingOf(position, token))
    // Positions that are not written in this language come without their texts.
    const isTextless = postings.some(({ text }) => text === null)
    const next = isTextless && url.endsWith('=en') ? url.replace(/=en$/, '=de') : null
    return { company: null, postings, next, total: null }
  },
}

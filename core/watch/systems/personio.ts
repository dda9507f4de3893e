// Personio’s XML feed of open positions, on the employer’s own host.
import type { Workplace } from '../found-posting.ts'
import { postingsOf, type StatedPosting, type System } from './system.ts'
import { childrenOf, childText, xmlRoot, type XmlElement } from './xml.ts'

const COM = '@com'
const hostOf = (name: string, isCom: boolean): string =>
  `${name.toLowerCase()}.jobs.personio.${isCom ? 'com' : 'de'}`

const WORKPLACES: readonly (readonly [RegExp, Workplace])[] = [
  [/hybrid/i, 'hybrid'],
  [/remote/i, 'remote'],
  [/on.?site|office/i, 'onsite'],
]

function statedIn(position: XmlElement, token: string): StatedPosting {
  const textOf = (name: string) => childText(position, name)
  const within = (name: string, part: string) =>
    childrenOf(position, name).flatMap((all) => childrenOf(all, part))
  const id = textOf('id')
  return {
    ...{ id, role: textOf('name'), company: textOf('subcompany'), postedAt: [textOf('createdAt')] },
    url: id && `https://${hostOf(token.replace(COM, ''), token.endsWith(COM))}/job/${encodeURIComponent(id)}`,
    places: [textOf('office'), ...within('additionalOffices', 'office').map(({ text }) => text || null)],
    workplace: WORKPLACES.find(([form]) => form.test(textOf('workplaceType') ?? ''))?.[1] ?? null,
    pay: childrenOf(position, 'salaryInformation').map((salary) => ({
      ...{ min: childText(salary, 'min'), max: childText(salary, 'max') },
      ...{ currency: childText(salary, 'currencyCode'), span: childText(salary, 'type') },
    })),
    texts: within('jobDescriptions', 'jobDescription').flatMap((part) => [
      `<p>${childText(part, 'name') ?? ''}</p>`,
      childText(part, 'value'),
    ]),
  }
}

export const personio: System = {
  name: 'personio',
  title: 'Personio',
  token: /^[a-z\d][a-z\d-]{0,62}(?:@com)?$/i,
  suffix: COM,
  addresses: [/^(?!www\.)(?<name>[\w-]+)\.jobs\.personio\.(?:de|(?<second>com))\//],
  listOf: (name, isCom) => `https://${hostOf(name, isCom)}/xml?language=en`,
  pageOf: (name, isCom) => `https://${hostOf(name, isCom)}/`,
  accept: 'application/xml, text/xml',
  // Personio redirects unknown tenants to its own site.
  mostRedirects: 0,
  async read({ url, body }, token) {
    const root = await xmlRoot(body, ['workzag-jobs'])
    const postings = await postingsOf(
      childrenOf(root, 'position').map((position) => statedIn(position, token)),
    )
    // Positions without a version in this language come without text.
    const isTextless = postings.some(({ text }) => text === null)
    const next = isTextless && url.endsWith('=en') ? url.replace(/=en$/, '=de') : null
    return { company: null, postings, next, total: null }
  },
}

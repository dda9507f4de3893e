// THIRD_PARTY_LICENSES: the licence of every package whose code is shipped, in full, with its copyright lines.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import within from './within.json' with { type: 'json' }
import { componentsOf, packageFileIn, type Component, type PackageFile } from './components.ts'

export const THIRD_PARTY = 'THIRD_PARTY_LICENSES'

const HEAD = `crm contains the packages below, each under the licence that follows it. Its own licence is in LICENSE.

The source of a package under the Mozilla Public License 2.0 is used unchanged. You can get it at the address under its name.
Published figures on pay have terms of their own: docs/data-sources.md names each source and its attribution.
`
const RULE = '='.repeat(80)

/** The text for the built checkout at `root`. Throws for a package whose licence has no text. */
export function thirdPartyText(root: string): string {
  const components = componentsOf(root)
  const sections = new Map<string, string[]>()
  for (const one of components) {
    const folder = folderOf(root, one, components)
    const text = licenceText(folder, one)
    sections.set(text, [...(sections.get(text) ?? []), titleOf(folder, one)])
  }
  const packages = [...sections].map(([text, titles]) => section(titles, text))
  // Some packages contain code of others and do not name its licence. A person found these, and within.json lists them.
  const inside = Object.entries(within).flatMap(([about, { packages: pattern, parts }]) => {
    const names = components.map(({ name }) => name).filter((name) => new RegExp(pattern).test(name))
    return [
      `${RULE}\n${about}: there is more in these packages than their own code:\n${names.map((name) => `  ${name}\n`).join('')}`,
      ...parts.map(({ name, licence, copyright }) =>
        section([`${name}\n  Licence: ${licence}`], `${copyright}\n\n${standardText(licence)}`),
      ),
    ]
  })
  return [HEAD, ...packages, ...inside].join('\n')
}

const section = (titles: string[], text: string): string => `${RULE}\n${titles.join('\n')}\n\n${text}\n`

export const covers = (text: string, { name, version }: Component): boolean =>
  text.split('\n').includes(`${name} ${version}`)

/** The folder of a package's licence: its own, or for another platform's package, the sibling installed here. */
function folderOf(root: string, { name, folder }: Component, all: Component[]): string {
  const scope = name.replace(/\/.*/, '/')
  const siblings = all.filter((one) => one.place === 'beside' && one.name.startsWith(scope))
  const places = [folder, ...siblings.map((one) => one.folder)].map((place) => join(root, place))
  return places.find((place) => existsSync(place) && licenceFiles(place).length > 0) ?? join(root, folder)
}

function titleOf(folder: string, { name, version, licence }: Component): string {
  const source = sourceOf(packageFileIn(folder))
  return `${name} ${version}\n  Licence: ${licence}${source ? `\n  Source: ${source}` : ''}`
}

function sourceOf({ repository }: PackageFile): string {
  const link = typeof repository === 'string' ? repository : (repository?.url ?? '')
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(link)?.[1]
  const address = link
    .replace(/^git\+/, '')
    .replace(/^(?:git:\/\/|ssh:\/\/git@|git@)([^:/]+)[:/]/, 'https://$1/')
  return (short ? `https://github.com/${short}` : address).replace(/\.git$/, '')
}

/** All licences and notices of a package, otherwise the standard text with its author. */
function licenceText(folder: string, component: Component): string {
  const texts = licenceFiles(folder).map((file) => readFileSync(file, 'utf8'))
  const text = [...new Set(texts.map(tidy))].join('\n\n')
  // Some packages give only the notice, which points to the licence.
  const isNotice = component.licence === 'Apache-2.0' && !text.includes('TERMS AND CONDITIONS FOR USE')
  if (text) return isNotice ? `${text}\n\n${standardText('Apache-2.0')}` : text
  const { author } = packageFileIn(folder)
  const holder = typeof author === 'string' ? author.replace(/ [<(].*/, '') : author?.name
  if (!holder) throw new Error(`${component.name} has neither a licence file nor an author.`)
  return `Copyright (c) ${holder}\n\n${standardText(component.licence)}`
}

const tidy = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()

/** Files named after a licence or notice. The package's own come before those of code inside it. */
function licenceFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const own = entries.filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
  const within = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  return [
    ...own.map(({ name }) => join(folder, name)),
    ...within.flatMap(({ name }) => licenceFiles(join(folder, name))),
  ]
}
const LICENCE_FILE = /^(?:un)?(?:licen[cs]e|copying|notice)(?:[.-](?!EUPL)[\w.-]+)?$/i

function standardText(licence: string): string {
  const file = join(import.meta.dirname, 'texts', `${licence}.txt`)
  if (!existsSync(file)) throw new Error(`There is no text of the licence ${licence} in cli/release/texts.`)
  return readFileSync(file, 'utf8').trim()
}

// Finds blockers of a release. Each is a sentence that says what to do.
import packageJson from '../../package.json' with { type: 'json' }
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { componentsOf } from './components.ts'
import { covers, THIRD_PARTY } from './third-party.ts'

/** Everything that prevents publishing the built checkout at `root` under `tag` with these files in its package. */
export function blockersOf(
  root: string,
  files: string[],
  { tag, everywhere }: { tag?: string | undefined; everywhere: boolean },
): string[] {
  const { version, repository } = packageJson
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const isNoted = changelog.split('\n').some((line) => line.startsWith(`## ${version}`))
  return [
    ...(/github\.com\/example\//.test(repository.url)
      ? ['package.json names no repository yet: set name, repository, homepage, bugs and mcpName.']
      : []),
    ...(isNoted ? [] : [`CHANGELOG.md has no section “## ${version}”.`]),
    ...(everywhere ? [] : ['crm.mcpb is for this computer: --everywhere makes a bundle for each.']),
    ...(tag && tag !== `v${version}` ? [`The tag ${tag} is not v${version}.`] : []),
    ...unlicensedIn(root, files),
  ]
}

/** The licences missing from a package of these files. A missing one fails a release, even a dry run. */
export function unlicensedIn(root: string, files: string[]): string[] {
  if (!files.includes(THIRD_PARTY)) return [`The package has no ${THIRD_PARTY}: run npm run build.`]
  const text = readFileSync(join(root, THIRD_PARTY), 'utf8')
  return componentsOf(root).flatMap((component) => [
    ...(covers(text, component) ? [] : [`${THIRD_PARTY} lacks ${component.name}: run npm run build.`]),
    ...(isAllowed(component.licence)
      ? []
      : [`${component.name} has the licence ${component.licence}, which is not allowed.`]),
  ])
}

const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'Unlicense',
  'Zlib',
  'BlueOak-1.0.0',
  'PostgreSQL',
  'CC0-1.0',
  'Python-2.0',
  // Its files may be part of a larger work; they are not changed.
  'MPL-2.0',
]

/** Whether an SPDX expression (`MIT`, `(MIT OR GPL-3.0-or-later)`, `(MIT AND Zlib)`) can be met with allowed licences. */
export function isAllowed(expression: string): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1')
  if (/\sOR\s/.test(inner)) return inner.split(/\s+OR\s+/).some(isAllowed)
  if (/\sAND\s/.test(inner)) return inner.split(/\s+AND\s+/).every(isAllowed)
  return ALLOWED.includes(inner)
}

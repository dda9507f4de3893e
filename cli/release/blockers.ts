// What stands in the way of a release: each is a sentence that says what to do.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { promisesOf, recordedIn, unpublishable } from './compatible.ts'
import { componentsOf } from './components.ts'
import { isAllowed } from './licences.ts'
import { hasNotes } from './notes.ts'

/** Everything that keeps the checkout at `root`, which is built, from being published under `tag` with these bundles. */
export function blockersOf(
  root: string,
  { tag, everywhere }: { tag?: string | undefined; everywhere: boolean },
): string[] {
  const { version, repository } = packageJson
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const last = recordedIn(join(root, 'test', 'release'))
  return [
    ...(/github\.com\/example\//.test(repository.url)
      ? ['package.json names no repository yet: set repository, homepage, bugs and mcpName.']
      : []),
    ...(hasNotes(changelog, version) ? [] : [`CHANGELOG.md has no section “## ${version}”.`]),
    ...(everywhere ? [] : ['crm.mcpb is for this computer: --everywhere makes a bundle for each.']),
    ...(tag && tag !== `v${version}` ? [`The tag ${tag} is not v${version}.`] : []),
    ...unpublishable(last, version, promisesOf(join(root, 'test', 'surface', 'pinned'))).map(
      (promise) => `${last?.version} promised ${promise}: keep it, or make this a major version.`,
    ),
    ...componentsOf(root)
      .filter(({ licence }) => !isAllowed(licence))
      .map(({ name, licence }) => `${name} has the licence ${licence}, which is not allowed.`),
  ]
}

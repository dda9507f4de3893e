// The bill of materials of a release, CycloneDX 1.6. `npm sbom` misses bundled packages, so this uses the build's inputs.
// `npm run sbom` writes it and the licences for the built bundles, and prints their paths.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { componentsOf, type Component } from './components.ts'
import { THIRD_PARTY, thirdPartyText } from './third-party.ts'

export const SBOM = 'dist/sbom.cdx.json'

/** Writes it and the licences for the built checkout at `root`. Throws for a package whose licence has no text. */
export function writeContents(root: string): void {
  writeFileSync(join(root, THIRD_PARTY), thirdPartyText(root))
  writeFileSync(join(root, SBOM), `${JSON.stringify(sbomOf(packageJson, componentsOf(root)), null, 2)}\n`)
}

/** `pkg:npm/%40scope/name@1.2.3`. */
const purlOf = ({ name, version }: { name: string; version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

const hashOf = (integrity: string | null) => {
  const [algorithm, digest] = integrity?.split('-', 2) ?? []
  if (algorithm !== 'sha512' || !digest) return {}
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
}

const licenceOf = (text: string) =>
  /[ (]/.test(text) ? { licenses: [{ expression: text }] } : { licenses: [{ license: { id: text } }] }

const named = (type: string, { name, version }: { name: string; version: string }) => {
  const purl = purlOf({ name, version })
  return { type, 'bom-ref': purl, name, version, purl }
}

const entry = (component: Component) => ({
  ...named('library', component),
  ...licenceOf(component.licence),
  ...hashOf(component.integrity),
  // Packages for other platforms are optional.
  scope: component.place === 'bundled' ? 'required' : 'optional',
  properties: [{ name: 'crm:place', value: component.place }],
})

function sbomOf(product: { name: string; version: string; license: string }, components: Component[]) {
  const contents = components.map(purlOf).join('\n')
  const id = createHash('sha256').update(contents).digest('hex')
  const root = purlOf(product)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${[id.slice(0, 8), id.slice(8, 12), `5${id.slice(13, 16)}`, `8${id.slice(17, 20)}`, id.slice(20, 32)].join('-')}`,
    version: 1,
    metadata: { component: { ...named('application', product), ...licenceOf(product.license) } },
    components: components.map(entry),
    dependencies: [{ ref: root, dependsOn: components.map(purlOf) }],
  }
}

if (process.argv[1] === import.meta.filename) {
  writeContents(join(import.meta.dirname, '..', '..'))
  process.stdout.write(`${SBOM} and ${THIRD_PARTY} written.\n`)
}

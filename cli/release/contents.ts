// What is shipped, told to those who receive it: the licences and the bill of materials.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { componentsOf } from './components.ts'
import { sbomOf } from './sbom.ts'
import { THIRD_PARTY, thirdPartyText } from './third-party.ts'

export const SBOM = 'dist/sbom.cdx.json'

/** Writes both for the checkout at `root`, whose bundles are built. Throws for a package whose licence has no text. */
export function writeContents(root: string): void {
  writeFileSync(join(root, THIRD_PARTY), thirdPartyText(root))
  writeFileSync(join(root, SBOM), `${JSON.stringify(sbomOf(packageJson, componentsOf(root)), null, 2)}\n`)
}

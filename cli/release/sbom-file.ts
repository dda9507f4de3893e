// `npm run sbom`: writes the licences and the bill of materials of the built bundles, and prints their paths.
import { join } from 'node:path'
import { SBOM, writeContents } from './sbom.ts'
import { THIRD_PARTY } from './third-party.ts'

writeContents(join(import.meta.dirname, '..', '..'))
process.stdout.write(`${SBOM} and ${THIRD_PARTY} written.\n`)

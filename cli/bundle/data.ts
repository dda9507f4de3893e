// Writes the files that the bundles read: the schemas, the pay file, the extension's page, and the licences.
import { writeFileSync } from 'node:fs'
import { writePayFile } from '../../sql/build/pay-file.ts'
import { writeExtensionPage } from './extension.ts'
import { writeContents } from '../release/sbom.ts'
import { removeLeftovers } from './leftovers.ts'
import { schemasText } from '../operation-schemas.ts'

// JSON Schemas of every operation, from which the terminal reads flags and accepts inputs without zod.
writeFileSync('dist/schemas.json', schemasText())
writePayFile('dist/pay')
writeExtensionPage('dist/extension')
removeLeftovers('dist')
writeContents('.')
writeFileSync('dist/built', '')

// The data beside the bundles, written after them: schemas, the pay file, and the page of the browser extension.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writePayFile } from '../../sql/build/pay-file.ts'
import { writeExtensionPage } from './extension.ts'
import { schemasText } from '../schemas.ts'

// JSON Schemas of every operation, from which the terminal reads flags and accepts inputs without zod.
writeFileSync('dist/schemas.json', schemasText())
writePayFile('dist/pay')
writeExtensionPage('dist/extension')
// What earlier builds left: compiled code, and commands of the quick program that are no more, which the launcher would find.
rmSync('dist/cache', { recursive: true, force: true })
for (const name of readdirSync('dist')) {
  const command = /^quick-(.*)\.cjs$/.exec(name)?.[1]
  if (command && !existsSync(`cli/quick/${command}.ts`)) rmSync(`dist/${name}`)
}
writeFileSync('dist/built', '')

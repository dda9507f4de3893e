// Around `npm pack`: before it, writes the published package.json; after it (--restore), restores the checkout's own.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { publishedManifest } from '../bundle/packed.ts'

const root = join(import.meta.dirname, '..', '..')
const manifest = join(root, 'package.json')
const own = join(root, 'node_modules', '.cache', 'crm', 'package.json')

function replace(text: string): void {
  writeFileSync(`${manifest}.new`, text)
  renameSync(`${manifest}.new`, manifest)
}

function restore(): void {
  if (!existsSync(own)) return
  replace(readFileSync(own, 'utf8'))
  rmSync(own)
}

restore()
if (!process.argv.includes('--restore')) {
  const text = readFileSync(manifest, 'utf8')
  mkdirSync(dirname(own), { recursive: true })
  writeFileSync(own, text)
  replace(publishedManifest(text))
}

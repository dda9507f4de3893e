// How the browser extension is built: one script without remote code, its page and style, and its manifest.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from 'tsup'
import { VERSION } from '../../core/version.ts'

const SOURCE = 'gateway/extension'

export const extensionBuild = (folder: string): Options => ({
  entry: { popup: join(SOURCE, 'popup.ts') },
  outDir: folder,
  format: 'esm',
  platform: 'browser',
  target: 'chrome120',
  tsconfig: join(SOURCE, 'tsconfig.json'),
  splitting: false,
  silent: true,
  clean: false,
  outExtension: () => ({ js: '.js' }),
})

export function writeExtensionPage(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of ['popup.html', 'popup.css']) copyFileSync(join(SOURCE, name), join(folder, name))
  // Manifest V3. A gateway may have any host, so the person grants access to that host at run time.
  const manifest: object = JSON.parse(readFileSync(join(SOURCE, 'manifest.json'), 'utf8'))
  const numbered = { ...manifest, version: VERSION.replace(/[^\d.].*$/, '') }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(numbered, null, 2)}\n`)
}

export const EXTENSION_FILES = ['manifest.json', 'popup.html', 'popup.css', 'popup.js'] as const

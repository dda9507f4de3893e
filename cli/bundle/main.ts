// `npm run bundle`: builds crm.mcpb, which desktop hosts
// install with one click, server.json, for MCP registries, and the browser extension.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { zipSync } from 'fflate'
import { build, type Options } from 'tsup'
import { EXTENSION_FILES, extensionBuild, writeExtensionPage } from './extension.ts'
import { bundleManifest, serverEntry } from './manifest.ts'

const { values } = parseArgs({
  options: {
    /** The public URL of the gateway; server.json lists its endpoints. */
    url: { type: 'string', default: 'https://crm.example.com' },
    out: { type: 'string', default: 'dist/bundle' },
  },
})

const out = values.out
const ENTRY = 'server/index.mjs'

// A fixed date makes the build reproducible byte for byte.
const entry = { mtime: new Date('2020-01-01T00:00:00Z'), level: 9 } as const

const SHARED = {
  config: false,
  format: 'esm',
  target: 'node20',
  splitting: false,
  silent: true,
  clean: false,
  noExternal: [/.*/],
  outExtension: () => ({ js: '.mjs' }),
} satisfies Options

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Resolves every import of zod to one prebuilt file: bundled with
 * everything else, its modules would run in the wrong order.
 */
const zodWhole = (file: string): Plugin => ({
  name: 'zod whole',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^zod(?:\/v4)?$/ }, () => ({ path: file }))
    onLoad({ filter: /core[\\/]kernel[\\/]zod\.ts$/ }, () => ({
      contents: `import { z } from 'zod'\nexport const zod = () => z`,
      loader: 'js',
      resolveDir: process.cwd(),
    }))
  },
})

/** Builds the server as a single file without dependencies. */
async function buildServer(): Promise<Uint8Array> {
  const folder = resolve(out, 'work')
  await build({ ...SHARED, entry: { zod: 'node_modules/zod/index.js' }, outDir: folder })
  await build({
    ...SHARED,
    entry: { index: 'cli/bundle/server.ts' },
    outDir: folder,
    // Bundled CommonJS packages need `require` for Node's built-in modules.
    banner: {
      js: `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)`,
    },
    esbuildPlugins: [zodWhole(join(folder, 'zod.mjs'))],
  })
  const code = readFileSync(join(folder, 'index.mjs'))
  rmSync(folder, { recursive: true })
  return code
}

/** Builds the extension and packs it, ready for a store; the folder can be loaded as it is. */
async function packExtension(): Promise<Uint8Array> {
  const folder = join(out, 'extension')
  await build({ ...extensionBuild(folder), config: false })
  writeExtensionPage(folder)
  return zipSync(
    Object.fromEntries(EXTENSION_FILES.map((name) => [name, [readFileSync(join(folder, name)), entry]])),
  )
}

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

mkdirSync(out, { recursive: true })
const zipped = zipSync({
  'manifest.json': [json(bundleManifest(ENTRY)), entry],
  [ENTRY]: [await buildServer(), entry],
  LICENSE: [readFileSync('LICENSE'), entry],
})
writeFileSync(join(out, 'crm.mcpb'), zipped)
const sha256 = createHash('sha256').update(zipped).digest('hex')
writeFileSync(join(out, 'server.json'), json(serverEntry(values.url, sha256)))
const extension = await packExtension()
writeFileSync(join(out, 'crm-extension.zip'), extension)
process.stdout.write(`${join(out, 'crm-extension.zip')}  ${extension.length} bytes\n`)
process.stdout.write(`${join(out, 'crm.mcpb')}  ${zipped.length} bytes\n${join(out, 'server.json')}\n`)

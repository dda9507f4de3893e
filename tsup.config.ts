// The bundles. What is installed needs no other package but the native ones. The terminal is CommonJS, because its compiled
// code is cached (docs/decisions/0005-terminal-start.md); `npm run build` then writes the data beside them (cli/bundle/data.ts).
import { createRequire } from 'node:module'
import { defineConfig, type Options } from 'tsup'
import { extensionBuild } from './cli/bundle/extension.ts'
import { ENTRIES, inParts } from './cli/bundle/parts.ts'
import { knownSchema } from './core/database/schema-steps.ts'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Finds what these patterns match in another file, which is loaded when it is used. */
const elsewhere = (...places: [RegExp, (path: string) => string][]): Plugin => ({
  name: 'elsewhere',
  setup({ onResolve }) {
    for (const [filter, fileOf] of places)
      onResolve({ filter }, ({ path, kind }) =>
        kind === 'entry-point' ? undefined : { path: fileOf(path), external: true, sideEffects: false },
      )
  },
})

/** Packages that few commands of the terminal need, each in a file of its own. */
const APART = [
  '@ai-sdk/anthropic @ai-sdk/openai @ai-sdk/openai-compatible @ai-sdk/xai @mozilla/readability csv-parse',
  'csv-parse/sync htmlparser2 ical.js imapflow ipaddr.js jose jszip linkedom nodemailer postal-mime',
  'jq-wasm robots-parser stripe undici unpdf windows-iana',
].flatMap((names) => names.split(' '))
const fileOf = (name: string): string => name.replace('@', '').replaceAll('/', '-')
const { resolve } = createRequire(import.meta.url)
const anyOf = (names: string[]): RegExp => new RegExp(`^(?:${names.join('|')})$`)
/** The same, and what several of them or the gateway hold: each is shipped once. */
const SHARED = [...APART, '@ai-sdk/provider', '@ai-sdk/provider-utils', 'iconv-lite']

/** Loads shared packages from their files in `folder`, where the importer would get the same version. */
const beside = (folder: string): Plugin => ({
  name: 'packages beside',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: anyOf(SHARED) }, ({ path, kind, importer, namespace }) => {
      if (namespace === 'beside') return { path: `${folder}/${fileOf(path)}.cjs`, external: true }
      const isSame = kind !== 'entry-point' && createRequire(importer).resolve(path) === resolve(path)
      return isSame ? { path, namespace: 'beside' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'beside' }, async ({ path }) => ({
      // Named exports are written out, because import() of a CommonJS module in a bundle has only a default one.
      contents: `const shared = require(${JSON.stringify(path)})
        export default shared.__esModule && shared.default || shared
        export const { ${(await namesOf(path)).join(', ')} } = shared`,
    }))
  },
})

/** The names that a package exports. */
async function namesOf(name: string): Promise<string[]> {
  const all = (await import(name)) as { default?: object }
  const names = new Set([...Object.keys(all), ...Object.keys(all.default ?? {})])
  return [...names].filter((each) => each !== 'default' && /^[A-Za-z_$][\w$]*$/.test(each))
}
/** One zod for the program and its packages: it is large, and its schemas are told apart by their classes. */
const oneZod = (path: string): [RegExp, () => string] => [/^zod(?:\/v4)?$/, () => path]

const outside = elsewhere(
  [/gateway\/(?:main|mcp\/stdio)\.ts$|views\/main\.tsx$/, () => '../cli/load-modules.cjs'],
  [anyOf(APART), (name) => `./packages/${fileOf(name)}.cjs`],
  // What only the sources use: a bundle reads the file (cli/known-schemas.ts).
  [/\/operation-schemas\.ts$/, (path) => path],
)

// Names stay, for stack traces.
const readable = { minifySyntax: true, minifyWhitespace: true } as const
// Node 20: the oldest that the bundles run on.
const shared: Options = { target: 'node20', silent: true, splitting: false, removeNodeProtocol: false }
const PRODUCTION = { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' }

export default defineConfig([
  {
    ...{ ...shared, format: 'cjs', outDir: 'dist', metafile: true, shims: true },
    entry: ENTRIES,
    esbuildPlugins: [inParts([outside]), outside],
    define: {
      ...PRODUCTION,
      PREBUILT_ZOD: '"./packages/zod.cjs"',
      SCHEMAS_FILE: '"schemas.json"',
      NEWEST_MIGRATION: String(knownSchema()),
    },
    // Scripts compiled from a cache cannot load ES modules: import() becomes require().
    esbuildOptions: (options) =>
      void Object.assign(options, { ...readable, supported: { 'dynamic-import': false } }),
  },
  {
    ...{ ...shared, format: 'cjs', outDir: 'dist/packages', metafile: true, clean: true, minify: true },
    entry: {
      ...Object.fromEntries(SHARED.map((name) => [fileOf(name), resolve(name)])),
      zod: 'node_modules/zod/index.js',
    },
    esbuildPlugins: [elsewhere(oneZod('./zod.cjs')), beside('.')],
  },
  {
    ...{ ...shared, outDir: 'dist/modules', metafile: true, clean: true, format: 'esm', splitting: true },
    entry: { gateway: 'gateway/main.ts', mcp: 'gateway/mcp/stdio.ts', views: 'cli/views/main.tsx' },
    define: { ...PRODUCTION, PREBUILT_ZOD: '"../packages/zod.cjs"' },
    // What is CommonJS among the packages requires Node's own modules.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    // Ink's tools for its own debugging, which production never loads.
    esbuildPlugins: [
      elsewhere(oneZod('../packages/zod.cjs'), [/^\.\/devtools\.js$/, (path) => path]),
      beside('../packages'),
    ],
    esbuildOptions: (options) => void Object.assign(options, { ...readable, jsx: 'automatic' }),
  },
  {
    ...{ ...shared, outDir: 'dist', dts: true, format: 'cjs' },
    // What receivers import as `crm/webhooks`.
    entry: { webhooks: 'core/webhooks/verify.ts' },
  },
  extensionBuild('dist/extension'),
])

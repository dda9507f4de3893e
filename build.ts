// Three bundles: the terminal (one CommonJS file, so that it can be cached compiled), zod beside it, the gateway.
// By esbuild itself (docs/decisions/0030-build.md).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'

const root = import.meta.dirname
process.chdir(root)

/** zod in a file of its own: reads never load it. */
const zodApart: Plugin = {
  name: 'zod apart',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/zod\.cjs$/ }, ({ path }) => ({ path, external: true }))
    onLoad({ filter: /core[\\/]kernel[\\/]zod\.ts$/ }, () => ({
      contents: `export const zod = () => require('./zod.cjs').z`,
      loader: 'js',
    }))
  },
}

/** The widths of emoji and their kin are worked out when a text first has them: setting up their tables takes 10 ms. */
const widthsLate: Plugin = {
  name: 'widths late',
  setup({ onLoad }) {
    onLoad({ filter: /cli[\\/]ui[\\/]wide\.ts$/ }, ({ path }) => ({
      contents: `export const wideWidth = (text) => require('string-width').default(text)`,
      resolveDir: dirname(path),
      loader: 'js',
    }))
  },
}

/** The gateway in a bundle of its own, loaded by a small file that may import ES modules: only `serve` needs express. */
const gatewayApart: Plugin = {
  name: 'gateway apart',
  setup({ onResolve }) {
    onResolve({ filter: /gateway\/main\.ts$/ }, () => ({ path: '../cli/load-gateway.cjs', external: true }))
  },
}

const LATE = [
  'child_process',
  'crypto',
  'module',
  'perf_hooks',
  'readline',
  'timers/promises',
  'tls',
  'url',
  'zlib',
].join('|')
const REQUIRE_LATE = new RegExp(
  `__toESM\\(require\\("(?:node:)?(${LATE})"\\)(?:, ?1)?\\)|require\\("(?:node:)?(${LATE})"\\)`,
  'g',
)
const LATE_HELPER = 'var __late=(n)=>new Proxy({},{get:(t,k,self)=>k==="default"?self:require(n)[k]});'

/**
 * Two things done to the finished text. Parts of Node that a read never uses load when something of theirs is first
 * used: crypto, tls, zlib and child_process alone take 4 ms. And every character is ASCII, so that the launcher reads
 * the file byte by byte and V8 keeps it so: half the memory, and no decoding.
 */
const readQuickly = (code: string): string =>
  code
    .replace('"use strict";', `$&${LATE_HELPER}`)
    .replace(REQUIRE_LATE, (_, whole?: string, named?: string) => `__late("${whole ?? named}")`)
    .replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** JSON Schemas of every operation, from which the terminal reads flags and accepts inputs without zod. */
async function writeSchemas(): Promise<void> {
  const { schemasText } = (await import(pathToFileURL(join(root, 'dist', 'schemas.js')).href)) as {
    schemasText: () => string
  }
  writeFileSync('dist/schemas.json', schemasText())
  for (const name of readdirSync('dist')) if (name.endsWith('.cache')) rmSync(`dist/${name}`)
  writeFileSync('dist/built', '')
}

/** Small and on the way of every command; what is heavy or rare is required from node_modules when it is used. */
const BUNDLED = ['commander', 'postgres', 'uuid', 'string-width']

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}

/** What stays outside: every package that is installed beside the product, but for those named. */
const outside = (...bundled: string[]): string[] =>
  Object.keys(dependencies)
    .filter((name) => !bundled.includes(name))
    .flatMap((name) => [name, `${name}/*`])

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  outdir: 'dist',
  logLevel: 'warning',
} satisfies BuildOptions

const terminal = {
  ...shared,
  entryPoints: { crm: 'cli/main.ts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  external: outside(...BUNDLED),
  plugins: [zodApart, widthsLate, gatewayApart],
  banner: { js: '"use strict";var __file=require("url").pathToFileURL(__filename).href;' },
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': '__file' },
  // Compiled from a cache, the bundle has no loader of ES modules: import() becomes require().
  supported: { 'dynamic-import': false },
  // Names stay: a stack trace must be readable.
  minifySyntax: true,
  minifyWhitespace: true,
  write: false,
} satisfies BuildOptions

mkdirSync('dist', { recursive: true })
const [{ outputFiles }] = await Promise.all([
  build(terminal),
  build({
    ...shared,
    entryPoints: { zod: 'core/kernel/zod-bundle.ts' },
    format: 'cjs',
    minify: true,
    outExtension: { '.js': '.cjs' },
  }),
  build({
    ...shared,
    entryPoints: { gateway: 'gateway/main.ts', schemas: 'cli/schemas.ts' },
    format: 'esm',
    external: outside(),
  }),
])
for (const { path, text } of outputFiles) writeFileSync(path, readQuickly(text))
await writeSchemas()

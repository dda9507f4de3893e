// The bundles: the terminal and the quick program (CommonJS, so that compiled code can be cached), the packages they load late,
// zod, the gateway, the interactive views with Ink and React, and the module that webhook receivers import. What is installed
// needs no other package but the native ones.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Options } from 'tsup'
import { extensionBuild, writeExtensionPage } from './cli/bundle/extension.ts'
import {
  asciiOnly,
  bundledFolders,
  lazyBuiltins,
  namedExports,
  noteInputs,
  oneZod,
  packageEntries,
  packagesApart,
  separateBundles,
  withoutAbsent,
} from './tsup.plugins.ts'

const startedMs = Date.now()

/** JSON Schemas of every operation, from which the terminal reads flags and accepts inputs without zod; and the pay file. */
async function writeData(): Promise<void> {
  const built = <T>(name: string) => import(pathToFileURL(`dist/${name}.js`).href) as Promise<T>
  const { schemasText } = await built<{ schemasText: () => string }>('schemas')
  writeFileSync('dist/schemas.json', schemasText())
  const { writePayFile } = await built<{ writePayFile: (folder: string) => string }>('pay-file')
  writePayFile('dist/pay')
  for (const name of readdirSync('dist')) if (name.endsWith('.cache')) rmSync(`dist/${name}`)
  for (const name of readdirSync('dist/gateway'))
    if (statSync(`dist/gateway/${name}`).mtimeMs < startedMs) rmSync(`dist/gateway/${name}`)
  writeFileSync('dist/bundled.json', bundledText())
  writeExtensionPage('dist/extension')
  writeFileSync('dist/built', '')
}

/** Name and version of every package with code in a bundle. */
function bundledText(): string {
  const packages = [...bundledFolders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<
      string,
      string
    >
    return { name, version, folder }
  })
  return `${JSON.stringify(packages, null, 2)}\n`
}

const shared = {
  target: 'node20',
  outDir: 'dist',
  silent: true,
  clean: false,
  splitting: false,
} satisfies Options
const asCommonJs = { format: 'cjs', outExtension: () => ({ js: '.cjs' }) } satisfies Options
const newestMigration = Math.max(
  ...readdirSync('sql/migrations').map((file) => Number(file.slice(0, 4)) || 0),
)
// What is CommonJS among the packages in an ES module requires Node's own modules.
const requiring = {
  js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
}

const bundles: Options[] = [
  {
    ...shared,
    ...asCommonJs,
    entry: {
      crm: 'cli/main.ts',
      quick: 'cli/quick/start.ts',
      'quick-jobs': 'cli/quick/jobs.ts',
      'quick-pipeline': 'cli/quick/pipeline.ts',
      'quick-salary': 'cli/quick/salary.ts',
    },
    esbuildPlugins: [separateBundles, packagesApart, lazyBuiltins, noteInputs],
    plugins: [asciiOnly],
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.url': '__here.url',
      PREBUILT_ZOD: '"./zod.cjs"',
      NEWEST_MIGRATION: String(newestMigration),
    },
    // The function that the launcher calls; the file's address is made where it is read, which few commands do.
    banner: {
      js: `(function (exports, require, module, __filename, __dirname) { const __here = { get url() { return require('url').pathToFileURL(__filename).href } };`,
    },
    footer: { js: '})' },
    // Scripts compiled from a cache cannot load ES modules: import() becomes require(). Identifiers are not minified, so
    // that stack traces are readable; ASCII is read as one-byte text.
    esbuildOptions: (options) =>
      void Object.assign(options, {
        supported: { 'dynamic-import': false },
        minifySyntax: true,
        minifyWhitespace: true,
        charset: 'ascii',
      } satisfies typeof options),
  },
  {
    ...shared,
    ...asCommonJs,
    entry: { zod: 'core/kernel/zod-bundle.ts' },
    minify: true,
    esbuildPlugins: [noteInputs],
  },
  {
    ...shared,
    ...asCommonJs,
    entry: packageEntries,
    minify: true,
    esbuildPlugins: [oneZod('../zod.cjs'), noteInputs],
  },
  {
    ...shared,
    entry: { views: 'cli/views/main.tsx' },
    format: 'esm',
    minify: true,
    // React's production build.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    banner: requiring,
    esbuildPlugins: [withoutAbsent, noteInputs],
    esbuildOptions: (options) => void Object.assign(options, { jsx: 'automatic' }),
  },
  {
    ...shared,
    // In a folder of its own: what both share, or load late, is in files named by their content.
    outDir: 'dist/gateway',
    entry: { main: 'gateway/main.ts', mcp: 'gateway/mcp/stdio.ts' },
    format: 'esm',
    splitting: true,
    define: { 'process.env.NODE_ENV': '"production"', PREBUILT_ZOD: '"../zod.cjs"' },
    banner: requiring,
    esbuildPlugins: [oneZod('../zod.cjs'), namedExports, noteInputs],
    // Names stay, for stack traces.
    esbuildOptions: (options) =>
      void Object.assign(options, { minifySyntax: true, minifyWhitespace: true } satisfies typeof options),
  },
  {
    ...shared,
    // What the build itself runs.
    entry: { schemas: 'cli/schemas.ts', 'pay-file': 'sql/build/pay-file.ts' },
    format: 'esm',
    skipNodeModulesBundle: true,
  },
  extensionBuild('dist/extension'),
  {
    ...shared,
    // What receivers import as `crm/webhooks`.
    entry: { webhooks: 'core/webhooks/verify.ts' },
    dts: true,
    format: ['esm', 'cjs'],
    outExtension: ({ format }) => ({ js: format === 'cjs' ? '.cjs' : '.js' }),
  },
]

let unfinished = bundles.length
/** The bundles are built side by side; what needs them all comes after the last one. */
const onSuccess = async () => {
  unfinished -= 1
  if (unfinished === 0) await writeData()
}

export default defineConfig(bundles.map((bundle) => ({ ...bundle, onSuccess })))

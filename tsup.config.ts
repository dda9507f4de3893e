// The bundles: the terminal and the quick program (CommonJS, so that compiled code can be cached), zod, the gateway, the
// interactive views with Ink and React, and the module that webhook receivers import.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** The gateway and the views in bundles of their own, loaded by a small file that may import ES modules. */
const separateBundles: Plugin = {
  name: 'separate bundles',
  setup({ onResolve }) {
    onResolve({ filter: /gateway\/(?:main|mcp\/stdio)\.ts$/ }, () => ({
      path: '../cli/load-gateway.cjs',
      external: true,
    }))
    onResolve({ filter: /views\/main\.tsx$/ }, () => ({ path: '../cli/load-views.cjs', external: true }))
  },
}

/** Built-in modules that a read never uses, loaded on first use: together they take a tenth of a list. */
const lazyBuiltins: Plugin = {
  name: 'lazy built-in modules',
  setup({ onLoad, onResolve }) {
    const names = 'child_process|crypto|module|perf_hooks|readline|timers/promises|tls|url|zlib'
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${names})$`) }, ({ path, namespace }) =>
      namespace === 'lazy' ? { path, external: true } : { path, namespace: 'lazy' },
    )
    // What imports a CommonJS module copies its own properties and inherits from its prototype: so the module is the
    // prototype, and is asked for a name when that name is used.
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: `const get = (_, name) => (name === '__esModule' ? undefined : require('${path}')[name])
        module.exports = Object.create(new Proxy({}, { get }))`,
      loader: 'js',
    }))
  },
}

/**
 * The launcher reads these bundles as one byte a character. esbuild escapes strings, but neither regular expressions nor
 * tagged templates, where an escape means the same.
 */
const asciiOnly: NonNullable<Options['plugins']>[number] = {
  name: 'ASCII only',
  renderChunk: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
}

/** Ink's developer tools are a package that is not installed. */
const withoutDeveloperTools: Plugin = {
  name: 'without developer tools',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'absent' }))
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'export default {}', loader: 'js' }))
  },
}

/** JSON Schemas of every operation, from which the terminal reads flags and accepts inputs without zod; and the pay file. */
async function writeData(): Promise<void> {
  const built = <T>(name: string) => import(pathToFileURL(`dist/${name}.js`).href) as Promise<T>
  const { schemasText } = await built<{ schemasText: () => string }>('schemas')
  writeFileSync('dist/schemas.json', schemasText())
  const { writePayFile } = await built<{ writePayFile: (folder: string) => string }>('pay-file')
  writePayFile('dist/pay')
  for (const name of readdirSync('dist')) if (name.endsWith('.cache')) rmSync(`dist/${name}`)
  writeFileSync('dist/built', '')
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

export default defineConfig([
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
    // Small and used by every command; heavy or rarely used packages are loaded from node_modules on demand.
    noExternal: [
      'commander',
      'postgres',
      'uuid',
      'string-width',
      /^(?:get-east-asian-width|strip-ansi|ansi-regex)$/,
    ],
    esbuildPlugins: [separateBundles, lazyBuiltins],
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
    noExternal: ['zod'],
    minify: true,
  },
  {
    ...shared,
    entry: { views: 'cli/views/main.tsx' },
    format: 'esm',
    noExternal: [/^[^.]/],
    minify: true,
    // React's production build; what is CommonJS among the packages requires Node's own modules.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
    esbuildPlugins: [withoutDeveloperTools],
    esbuildOptions: (options) => void Object.assign(options, { jsx: 'automatic' }),
  },
  {
    ...shared,
    entry: {
      gateway: 'gateway/main.ts',
      mcp: 'gateway/mcp/stdio.ts',
      schemas: 'cli/schemas.ts',
      'pay-file': 'sql/build/pay-file.ts',
    },
    format: 'esm',
    noExternal: ['postgres'],
    onSuccess: writeData,
  },
  {
    ...shared,
    // What receivers import as `crm/webhooks`.
    entry: { webhooks: 'core/webhooks/verify.ts' },
    dts: true,
    format: ['esm', 'cjs'],
    outExtension: ({ format }) => ({ js: format === 'cjs' ? '.cjs' : '.js' }),
  },
])

// The bundles: the terminal and the quick program (CommonJS, so that compiled code can be cached), zod, the gateway, the
// interactive views with Ink and React, and the module that webhook receivers import.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** zod in a separate file, because reads never load it. */
const externalZod: Plugin = {
  name: 'external zod',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/zod\.cjs$/ }, ({ path }) => ({ path, external: true }))
    onLoad({ filter: /core[\\/]kernel[\\/]zod\.ts$/ }, () => ({
      contents: `export const zod = () => require('./zod.cjs').z`,
      loader: 'js',
    }))
  },
}

/** Loads the width tables for emoji only when a text contains one: initialising them takes 10 ms. */
const lazyWidths: Plugin = {
  name: 'lazy widths',
  setup({ onLoad }) {
    onLoad({ filter: /cli[\\/]ui[\\/]wide\.ts$/ }, ({ path }) => ({
      contents: `export const wideWidth = (text) => require('string-width').default(text)`,
      resolveDir: dirname(path),
      loader: 'js',
    }))
  },
}

/** Inlines the number of the newest migration, so that no command has to read the folder. */
const inlineSchemaVersion: Plugin = {
  name: 'inline schema version',
  setup({ onLoad }) {
    onLoad({ filter: /core[\\/]database[\\/]known-schema\.ts$/ }, () => ({
      contents: `export const knownSchema = () => ${Math.max(...readdirSync('sql/migrations').map((file) => Number(file.slice(0, 4)) || 0))}`,
      loader: 'js',
    }))
  },
}

/** The gateway in separate bundles, loaded by a small file that may import ES modules: only `serve` needs express. */
const externalGateway: Plugin = {
  name: 'external gateway',
  setup({ onResolve }) {
    onResolve({ filter: /gateway\/(?:main|mcp\/stdio)\.ts$/ }, () => ({
      path: '../cli/load-gateway.cjs',
      external: true,
    }))
  },
}

/** The interactive views in a separate bundle: only commands that show one load Ink. */
const externalViews: Plugin = {
  name: 'external views',
  setup({ onResolve }) {
    onResolve({ filter: /views\/main\.tsx$/ }, () => ({ path: '../cli/load-views.cjs', external: true }))
  },
}

/** Ink without its developer tools, and rendering under CI too, since views are only shown on a real terminal. */
const trimmedInk: Plugin = {
  name: 'trimmed ink',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(react-devtools-core|is-in-ci|ws)$/ }, ({ path }) => ({
      path,
      namespace: 'absent',
    }))
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'export default false', loader: 'js' }))
    onLoad({ filter: /ink[\\/]build[\\/]reconciler\.js$/ }, ({ path }) => ({
      contents: withoutTopLevelAwait(readFileSync(path, 'utf8')),
      loader: 'js',
    }))
    onLoad({ filter: /yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, ({ path }) => ({
      contents: LAZY_YOGA,
      loader: 'js',
      resolveDir: dirname(path),
    }))
    onLoad({ filter: /cli[\\/]views[\\/]yoga\.ts$/ }, () => ({
      contents: `import Yoga from 'yoga-layout'; export const ready = () => Yoga.start()`,
      resolveDir: 'node_modules/ink',
      loader: 'js',
    }))
  },
}

/** Starts the layout engine on `start()` instead of on import: a cached CommonJS script has no top-level await. */
const LAZY_YOGA = `
  import load from '../binaries/yoga-wasm-base64-esm.js'
  import wrapAssembly from './wrapAssembly.js'
  const Yoga = { start: async () => void Object.assign(Yoga, wrapAssembly(await load())) }
  export default Yoga
  export * from './generated/YGEnums.js'`

/** Removes Ink's top-level await, which only loads its developer tools. Fails the build if Ink's source changed. */
function withoutTopLevelAwait(code: string): string {
  const [from, to] = [code.indexOf('if (isDev())'), code.indexOf('const diff =')]
  const waits = '? await loadPackageJson()'
  if (from < 0 || to < from || !code.includes(waits))
    throw new Error('The source of ink changed around its top-level await.')
  return (code.slice(0, from) + code.slice(to)).replace(waits, '? {}')
}

const CLEAR_TIMER = '    clearImmediate(nextWriteTimer)\n'
const SOCKET_WRITE = '    const x = socket.write(chunk, fn)\n'

/**
 * postgres.js 3.4.9 ends the process when Postgres dies inside a transaction: it writes to a socket that is gone, where
 * nothing can catch it; and a connection that dies with bytes to write never writes again. Both are reported upstream,
 * without a response (porsager/postgres#1154, #1208, #1209). This patch rejects the query instead and resets the timer
 * (docs/decisions/0031-postgres-driver.md). Fails the build if the driver's source changed.
 */
const patchedDriver = (patch = (code: string) => code): Plugin => ({
  name: 'patched driver',
  setup({ onLoad }) {
    onLoad({ filter: /postgres[\\/](?:cjs[\\/])?src[\\/]connection\.js$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8')
      if (code.split(CLEAR_TIMER).length !== 3 || code.split(SOCKET_WRITE).length !== 2)
        throw new Error(
          'The source of postgres changed where it is patched: see docs/decisions/0031-postgres-driver.md.',
        )
      const refuse = `    if (!socket) {
      clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
`
      const contents = code
        .replaceAll(CLEAR_TIMER, `${CLEAR_TIMER}    chunk = nextWriteTimer = null\n`)
        .replace(SOCKET_WRITE, `${refuse}${SOCKET_WRITE}`)
      return { contents: patch(contents), loader: 'js' }
    })
  },
})

const CONNECT_TIMER =
  'setTimeout(connect, closedTime ? Math.max(0, closedTime + delay - performance.now()) : 0)'
const DESCRIBE_FIRST = 'q.describeFirst = q.onlyDescribe || (parameters.length && !q.prepared)'

/**
 * Patches the driver for the quick program: it connects immediately instead of after a timer, and sends text and number
 * parameters with the query, without asking the server for their types first. Fails the build if the driver's source
 * changed (docs/decisions/0092-quick-program.md).
 */
function spedUp(code: string): string {
  if (!code.includes(CONNECT_TIMER) || !code.includes(DESCRIBE_FIRST))
    throw new Error(
      'The source of postgres changed where it is sped up: see docs/decisions/0092-quick-program.md.',
    )
  return code
    .replace(CONNECT_TIMER, `closedTime ? ${CONNECT_TIMER} : connect()`)
    .replace(
      DESCRIBE_FIRST,
      `${DESCRIBE_FIRST} && !parameters.every((x) => /^(string|number)$/.test(typeof x))`,
    )
}

/**
 * Marks declarations as free of side effects, so that unused ones are tree-shaken: the commands of the quick program
 * import the modules of a whole noun but need only one or two of its operations.
 */
const DECLARATION = /^((?:export )?const \w+ = )(operation|lazySchema)\b/gm

const treeShakenDeclarations: Plugin = {
  name: 'tree-shaken declarations',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]core[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(DECLARATION, '$1/* @__PURE__ */ $2'),
      loader: 'ts',
    }))
  },
}

const LAZY_MODULES = [
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
const LAZY_REQUIRE = new RegExp(
  `__toESM\\(require\\("(${LAZY_MODULES})"\\)(?:, ?1)?\\)|require\\("(${LAZY_MODULES})"\\)`,
  'g',
)
const LAZY_HELPER = 'var __lazy=(n)=>new Proxy({},{get:(t,k,self)=>k==="default"?self:require(n)[k]});'

/** Built-in modules that Node has already loaded. Wrapping them export by export took a millisecond. */
const LOADED_REQUIRE = /__toESM\(require\("(fs|net|os|path|stream|tty)"\)(?:, ?1)?\)/g
const LOADED_HELPER = 'var __loaded=(m)=>Object.create(m,{default:{value:m}});'

/** `import.meta.url`, made where it is read: tsup's shim made it on every start, which took half a millisecond. */
const HERE = '__here.url'
const HERE_HELPER = 'var __here={get url(){return require("url").pathToFileURL(__filename).href}};'

/**
 * Post-processes the bundle in three ways. Built-in modules that a read never uses are loaded on first use: crypto, tls,
 * zlib and child_process alone take 4 ms. Every character is ASCII, so that the launcher and V8 can treat the file as
 * one-byte text: half the memory, and no decoding. And the code is wrapped in the function that the launcher calls,
 * which saves a copy.
 */
const wrappedForLauncher: NonNullable<Options['plugins']>[number] = {
  name: 'wrapped for launcher',
  renderChunk: (code) => ({
    code: `(function (exports, require, module, __filename, __dirname) {${code}\n})`
      .replace('"use strict";', `$&${LAZY_HELPER}${LOADED_HELPER}${HERE_HELPER}`)
      .replace(LOADED_REQUIRE, '__loaded(require("$1"))')
      .replace(LAZY_REQUIRE, (_, whole?: string, named?: string) => `__lazy("${whole ?? named}")`)
      .replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
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

const terminal = {
  ...shared,
  format: 'cjs',
  // Small and used by every command; heavy or rarely used packages are loaded from node_modules on demand.
  noExternal: [
    'commander',
    'postgres',
    'uuid',
    'string-width',
    /^(emoji-regex|get-east-asian-width|strip-ansi|ansi-regex)$/,
  ],
  esbuildPlugins: [externalZod, lazyWidths, inlineSchemaVersion, externalGateway, externalViews],
  outExtension: () => ({ js: '.cjs' }),
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': HERE },
  // Scripts compiled from a cache cannot load ES modules: import() becomes require().
  esbuildOptions: (options) =>
    void Object.assign(options, {
      supported: { 'dynamic-import': false },
      // Identifiers are not minified, so that stack traces are readable.
      minifySyntax: true,
      minifyWhitespace: true,
    } satisfies typeof options),
  plugins: [wrappedForLauncher],
} satisfies Options

export default defineConfig([
  {
    ...terminal,
    entry: { crm: 'cli/main.ts' },
    esbuildPlugins: [...terminal.esbuildPlugins, patchedDriver()],
  },
  {
    ...terminal,
    entry: {
      quick: 'cli/quick/start.ts',
      'quick-jobs': 'cli/quick/jobs.ts',
      'quick-pipeline': 'cli/quick/pipeline.ts',
      'quick-salary': 'cli/quick/salary.ts',
    },
    esbuildPlugins: [...terminal.esbuildPlugins, patchedDriver(spedUp), treeShakenDeclarations],
  },
  {
    ...shared,
    entry: { zod: 'core/kernel/zod-bundle.ts' },
    format: 'cjs',
    noExternal: ['zod'],
    minify: true,
    outExtension: () => ({ js: '.cjs' }),
  },
  {
    ...shared,
    entry: { views: 'cli/views/main.tsx' },
    format: 'cjs',
    shims: true,
    noExternal: [/^[^.]/],
    minify: true,
    // React's production build.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    esbuildPlugins: [trimmedInk],
    // ASCII only, like the terminal's bundle, for the code cache.
    esbuildOptions: (options) => void Object.assign(options, { jsx: 'automatic', charset: 'ascii' }),
    outExtension: () => ({ js: '.cjs' }),
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
    esbuildPlugins: [patchedDriver()],
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

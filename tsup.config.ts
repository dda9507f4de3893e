// The bundles: the terminal and the quick program (CommonJS files, so that they can be cached compiled), zod beside them, the
// gateway, the interactive views with Ink and React, and what receivers of webhooks import.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

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

/** The newest migration's number stands in the bundle, so that no command reads the folder for it. */
const schemaKnown: Plugin = {
  name: 'schema known',
  setup({ onLoad }) {
    onLoad({ filter: /core[\\/]database[\\/]known-schema\.ts$/ }, () => ({
      contents: `export const knownSchema = () => ${Math.max(...readdirSync('sql/migrations').map((file) => Number(file.slice(0, 4)) || 0))}`,
      loader: 'js',
    }))
  },
}

/** What serves in bundles of its own, loaded by a small file that may import ES modules: only `serve` needs express. */
const gatewayApart: Plugin = {
  name: 'gateway apart',
  setup({ onResolve }) {
    onResolve({ filter: /gateway\/(?:main|mcp\/stdio)\.ts$/ }, () => ({
      path: '../cli/load-gateway.cjs',
      external: true,
    }))
  },
}

/** The interactive views in a bundle of their own: only a command that shows one pays for Ink. */
const viewsApart: Plugin = {
  name: 'views apart',
  setup({ onResolve }) {
    onResolve({ filter: /views\/main\.tsx$/ }, () => ({ path: '../cli/load-views.cjs', external: true }))
  },
}

/** Ink without its developer tools, and drawing under CI too: a view is shown at a real terminal only. */
const inkAlone: Plugin = {
  name: 'ink alone',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(react-devtools-core|is-in-ci|ws)$/ }, ({ path }) => ({
      path,
      namespace: 'absent',
    }))
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'export default false', loader: 'js' }))
    onLoad({ filter: /ink[\\/]build[\\/]reconciler\.js$/ }, ({ path }) => ({
      contents: withoutWaiting(readFileSync(path, 'utf8')),
      loader: 'js',
    }))
    onLoad({ filter: /yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, ({ path }) => ({
      contents: YOGA_LATE,
      loader: 'js',
      resolveDir: dirname(path),
    }))
    onLoad({ filter: /cli[\\/]views[\\/]ready\.ts$/ }, () => ({
      contents: `import Yoga from 'yoga-layout'; export const ready = () => Yoga.start()`,
      resolveDir: 'node_modules/ink',
      loader: 'js',
    }))
  },
}

/** The layout engine begins when `start` is called, not when it is read: a cached script cannot wait at its top. */
const YOGA_LATE = `
  import load from '../binaries/yoga-wasm-base64-esm.js'
  import wrapAssembly from './wrapAssembly.js'
  const Yoga = { start: async () => void Object.assign(Yoga, wrapAssembly(await load())) }
  export default Yoga
  export * from './generated/YGEnums.js'`

/** Ink waits at its top for its developer tools alone. A version that reads otherwise stops the build. */
function withoutWaiting(code: string): string {
  const [from, to] = [code.indexOf('if (isDev())'), code.indexOf('const diff =')]
  const waits = '? await loadPackageJson()'
  if (from < 0 || to < from || !code.includes(waits))
    throw new Error('ink has changed where it waits at its top.')
  return (code.slice(0, from) + code.slice(to)).replace(waits, '? {}')
}

const CLEARED = '    clearImmediate(nextWriteTimer)\n'
const WRITTEN = '    const x = socket.write(chunk, fn)\n'

/**
 * postgres.js 3.4.9 ends the process when Postgres dies inside a transaction: it writes to a socket that is gone, where
 * nothing can catch it; and a connection that dies with bytes to write never writes again. Both are reported upstream,
 * unanswered (porsager/postgres#1154, #1208, #1209); here the query is refused instead, and the timer is set anew
 * (docs/decisions/0031-postgres-driver.md). A version that reads otherwise stops the build.
 */
const driverMended = (hasten = (code: string) => code): Plugin => ({
  name: 'driver mended',
  setup({ onLoad }) {
    onLoad({ filter: /postgres[\\/](?:cjs[\\/])?src[\\/]connection\.js$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8')
      if (code.split(CLEARED).length !== 3 || code.split(WRITTEN).length !== 2)
        throw new Error(
          'postgres has changed where crm mends it: see docs/decisions/0031-postgres-driver.md.',
        )
      const refuse = `    if (!socket) {
      clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
`
      const contents = code
        .replaceAll(CLEARED, `${CLEARED}    chunk = nextWriteTimer = null\n`)
        .replace(WRITTEN, `${refuse}${WRITTEN}`)
      return { contents: hasten(contents), loader: 'js' }
    })
  },
})

const WAITS = 'setTimeout(connect, closedTime ? Math.max(0, closedTime + delay - performance.now()) : 0)'
const DESCRIBES = 'q.describeFirst = q.onlyDescribe || (parameters.length && !q.prepared)'

/**
 * The driver of the quick program, where a millisecond counts: it connects when it is asked to and not after a timer, and
 * texts and numbers are sent with their query, without asking for types that would change nothing of them. A version
 * that reads otherwise stops the build (docs/decisions/0092-quick-program.md).
 */
function hastened(code: string): string {
  if (!code.includes(WAITS) || !code.includes(DESCRIBES))
    throw new Error('postgres has changed where crm hastens it: see docs/decisions/0092-quick-program.md.')
  return code
    .replace(WAITS, `closedTime ? ${WAITS} : connect()`)
    .replace(DESCRIBES, `${DESCRIBES} && !parameters.every((x) => /^(string|number)$/.test(typeof x))`)
}

/**
 * What is declared may be left out where nobody uses it: the commands of the quick program import the modules of a whole
 * noun, and of its operations they need one or two. Tools do not see across files that declaring does nothing else.
 */
const DECLARATION = /^((?:export )?const \w+ = )(operation|recipe)\b/gm

const declarationsUsed: Plugin = {
  name: 'declarations used',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]core[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(DECLARATION, '$1/* @__PURE__ */ $2'),
      loader: 'ts',
    }))
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
  `__toESM\\(require\\("(${LATE})"\\)(?:, ?1)?\\)|require\\("(${LATE})"\\)`,
  'g',
)
const LATE_HELPER = 'var __late=(n)=>new Proxy({},{get:(t,k,self)=>k==="default"?self:require(n)[k]});'

/** Parts of Node that are there already. Making modules of them name by name took a millisecond. */
const REQUIRE_NOW = /__toESM\(require\("(fs|net|os|path|stream|tty)"\)(?:, ?1)?\)/g
const NOW_HELPER = 'var __now=(m)=>Object.create(m,{default:{value:m}});'

/**
 * Three things done to the finished text. Parts of Node that a read never uses load when something of theirs is first
 * used: crypto, tls, zlib and child_process alone take 4 ms. Every character is ASCII, so that the launcher reads the
 * file byte by byte and V8 keeps it so: half the memory, and no decoding. And it stands in the function the launcher
 * calls, which would otherwise copy the whole of it to put it there.
 */
const readQuickly: NonNullable<Options['plugins']>[number] = {
  name: 'read quickly',
  renderChunk: (code) => ({
    code: `(function (exports, require, module, __filename, __dirname) {${code}\n})`
      .replace('"use strict";', `$&${LATE_HELPER}${NOW_HELPER}`)
      .replace(REQUIRE_NOW, '__now(require("$1"))')
      .replace(REQUIRE_LATE, (_, whole?: string, named?: string) => `__late("${whole ?? named}")`)
      .replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
}

/** JSON Schemas of every operation, from which the terminal reads flags and accepts inputs without zod. */
async function writeSchemas(): Promise<void> {
  const { schemasText } = (await import(pathToFileURL('dist/schemas.js').href)) as {
    schemasText: () => string
  }
  writeFileSync('dist/schemas.json', schemasText())
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
  shims: true,
  // Small and on the way of every command; what is heavy or rare is required from node_modules when it is used.
  noExternal: [
    'commander',
    'postgres',
    'uuid',
    'string-width',
    /^(emoji-regex|get-east-asian-width|strip-ansi|ansi-regex)$/,
  ],
  esbuildPlugins: [zodApart, widthsLate, schemaKnown, gatewayApart, viewsApart],
  outExtension: () => ({ js: '.cjs' }),
  define: { 'process.env.NODE_ENV': '"production"' },
  // Compiled from a cache, a bundle has no loader of ES modules: import() becomes require().
  esbuildOptions: (options) =>
    void Object.assign(options, {
      supported: { 'dynamic-import': false },
      // Names stay: a stack trace must be readable.
      minifySyntax: true,
      minifyWhitespace: true,
    } satisfies typeof options),
  plugins: [readQuickly],
} satisfies Options

export default defineConfig([
  {
    ...terminal,
    entry: { crm: 'cli/main.ts' },
    esbuildPlugins: [...terminal.esbuildPlugins, driverMended()],
  },
  {
    ...terminal,
    entry: {
      quick: 'cli/quick/begin.ts',
      'quick-jobs': 'cli/quick/jobs.ts',
      'quick-pipeline': 'cli/quick/pipeline.ts',
      'quick-salary': 'cli/quick/salary.ts',
    },
    esbuildPlugins: [...terminal.esbuildPlugins, driverMended(hastened), declarationsUsed],
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
    esbuildPlugins: [inkAlone],
    // ASCII alone, as the terminal's bundle, for the code cache.
    esbuildOptions: (options) => void Object.assign(options, { jsx: 'automatic', charset: 'ascii' }),
    outExtension: () => ({ js: '.cjs' }),
  },
  {
    ...shared,
    entry: { gateway: 'gateway/main.ts', mcp: 'gateway/mcp/stdio.ts', schemas: 'cli/schemas.ts' },
    format: 'esm',
    noExternal: ['postgres'],
    esbuildPlugins: [driverMended()],
    onSuccess: writeSchemas,
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

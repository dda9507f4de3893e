// What the build resolves and defines differently from Node: which code stands in a bundle of its own, and what is loaded late.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** The gateway and the views in bundles of their own, loaded by a small file that may import ES modules. */
export const separateBundles: Plugin = {
  name: 'separate bundles',
  setup({ onResolve }) {
    onResolve({ filter: /gateway\/(?:main|mcp\/stdio)\.ts$/ }, () => ({
      path: '../cli/load-gateway.cjs',
      external: true,
    }))
    onResolve({ filter: /views\/main\.tsx$/ }, () => ({ path: '../cli/load-views.cjs', external: true }))
  },
}

/** Packages that few commands of the terminal need, each in a bundle of its own, loaded when it is used. */
const APART = [
  '@ai-sdk/anthropic',
  '@ai-sdk/openai',
  '@ai-sdk/openai-compatible',
  '@ai-sdk/xai',
  '@mozilla/readability',
  'csv-parse',
  'csv-parse/sync',
  'htmlparser2',
  'ical.js',
  'imapflow',
  'ipaddr.js',
  'jose',
  'jszip',
  'linkedom',
  'nodemailer',
  'postal-mime',
  'robots-parser',
  'stripe',
  'undici',
  'unpdf',
  'windows-iana',
]
/** Packages that every command uses, and that are part of the terminal's bundle. */
const WITHIN = ['commander', 'postgres', 'uuid', 'string-width']
/** Packages with compiled code, installed beside the bundles. */
const NATIVE = ['@node-rs/argon2']
const fileOf = (name: string): string => `packages/${name.replace(/^@/, '').replaceAll('/', '-')}`
const require = createRequire(import.meta.url)
const { resolve } = require

/** Whether a package has no ES modules. */
const isCommonJs = (name: string): boolean => {
  const folder = /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]
  const text = readFileSync(join(import.meta.dirname, 'node_modules', folder, 'package.json'), 'utf8')
  const { type, module, exports } = JSON.parse(text) as Record<string, unknown>
  return type !== 'module' && !module && !exports
}

/** The entries of the packages' own bundles: what `require` of each finds. */
export const packageEntries = Object.fromEntries(APART.map((name) => [fileOf(name), resolve(name)]))

/** The terminal finds its packages in their own bundles; a package that is nowhere listed stops the build. */
export const packagesApart: Plugin = {
  name: 'packages apart',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:@|\w)[\w.-]*(?:\/[\w.-]+)*$/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point' || importer.includes('node_modules') || resolve.paths(path) === null) return
      if (APART.includes(path)) return { path: `./${fileOf(path)}.cjs`, external: true }
      if (WITHIN.includes(path) || NATIVE.includes(path)) return
      return {
        errors: [{ text: `${path} is neither in a bundle nor installed: list it in tsup.plugins.ts` }],
      }
    })
  },
}

/** One zod for a program and the packages in its bundles: it is large, and its schemas are told apart by their classes. */
export const oneZod = (path: string): Plugin => ({
  name: 'one zod',
  setup({ onResolve }) {
    onResolve({ filter: /^zod(?:\/v4)?$/ }, () => ({ path, external: true }))
  },
})

/**
 * A CommonJS package that an ES module loads late has only a default export there, because its names are known when it
 * runs: here they are asked for while building.
 */
export const namedExports: Plugin = {
  name: 'named exports',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@?\w[\w.-]*(?:\/[\w.-]+)*$/ }, ({ path, kind, namespace }) =>
      kind === 'dynamic-import' && namespace === 'file' && APART.includes(path) && isCommonJs(path)
        ? { path, namespace: 'named' }
        : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'named' }, ({ path }) => {
      const names = Object.keys(require(path) as object).filter((name) =>
        /^(?!default$)[A-Za-z_$][\w$]*$/.test(name),
      )
      const contents = `import whole from '${path}'; export default whole; export const { ${names.join(', ')} } = whole`
      return { contents, resolveDir: import.meta.dirname }
    })
  },
}

/** Built-in modules that a read never uses, loaded on first use: together they take a tenth of a list. */
export const lazyBuiltins: Plugin = {
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
export const asciiOnly: NonNullable<Options['plugins']>[number] = {
  name: 'ASCII only',
  renderChunk: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
}

/** Packages that others load only if they are installed, and that are not. */
export const withoutAbsent: Plugin = {
  name: 'without absent packages',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'absent' }))
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'export default {}', loader: 'js' }))
  },
}

/** Packages and their files, by the folder they were read from, of everything that went into the bundles. */
export const bundledFolders = new Set<string>()

/** Notes which packages' files are in a bundle, for the bill of materials. */
export const noteInputs: Plugin = {
  name: 'note inputs',
  setup({ onEnd }) {
    onEnd(({ metafile }) => {
      for (const { inputs } of Object.values(metafile?.outputs ?? {}))
        for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
          const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
          if (folder && bytesInOutput > 0) bundledFolders.add(folder)
        }
    })
  },
}

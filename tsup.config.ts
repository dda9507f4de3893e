// Three bundles: the terminal (one CommonJS file, so that it can be cached compiled), zod beside it, the gateway.
import { writeFileSync } from 'node:fs'
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

/** The gateway in a bundle of its own, loaded by a small file that may import ES modules: only `serve` needs express. */
const gatewayApart: Plugin = {
  name: 'gateway apart',
  setup({ onResolve }) {
    onResolve({ filter: /gateway\/main\.ts$/ }, () => ({ path: '../cli/load-gateway.cjs', external: true }))
  },
}

/** JSON Schemas of every operation, from which the terminal reads flags and accepts inputs without zod. */
async function writeSchemas(): Promise<void> {
  const { schemasText } = (await import(pathToFileURL('dist/schemas.js').href)) as {
    schemasText: () => string
  }
  writeFileSync('dist/schemas.json', schemasText())
  writeFileSync('dist/built', '')
}

const shared = {
  target: 'node20',
  outDir: 'dist',
  silent: true,
  clean: false,
  splitting: false,
} satisfies Options

export default defineConfig([
  {
    ...shared,
    entry: { crm: 'cli/main.ts' },
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
    esbuildPlugins: [zodApart, gatewayApart],
    outExtension: () => ({ js: '.cjs' }),
    define: { 'process.env.NODE_ENV': '"production"' },
    // Compiled from a cache, the bundle has no loader of ES modules: import() becomes require().
    esbuildOptions: (options) => void (options.supported = { 'dynamic-import': false }),
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
    entry: { gateway: 'gateway/main.ts', schemas: 'cli/schemas.ts' },
    format: 'esm',
    onSuccess: writeSchemas,
  },
])

// Divides the terminal's bundle into parts, so that a command compiles only the parts it uses. Each module is in one part.
import { relative, resolve } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** The parts, with the entry modules of each. A shared module is in the first part that needs it. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  // Modules of every command line.
  crm: ['cli/main.ts', 'cli/run.ts', 'cli/program.ts'],
  // Modules of every answer, including commands without a database.
  answers: [
    ...['core/kernel/invoke.ts', 'cli/local-envelope.ts', 'cli/ui/money.ts', 'cli/ui/progress.ts'],
    ...['core/intelligence/intelligence.ts', 'core/identity/principal.ts', 'core/kernel/context.ts'],
    ...['core/intelligence/words/lexicon.ts', 'core/intelligence/offers/levels.ts'],
    ...['core/intelligence/imports/served.ts', 'core/reading/belief.ts', 'core/reading/compensation.ts'],
    ...['core/reading/damaged.ts', 'core/kernel/folded.ts', 'cli/ui/range.ts'],
  ],
  // Database access and jobs, the most frequent noun.
  reads: ['cli/local.ts', 'cli/commands/jobs-read.ts', 'core/intelligence/imports/store.ts'],
  nouns: ['today', 'next', 'contacts', 'activities', 'calendar', 'stats', 'search', 'jobs-show'].map(
    (file) => `cli/commands/${file}.ts`,
  ),
  pay: [
    ...['cli/commands/salary-show.ts', 'cli/published.ts', 'core/intelligence/published.ts'],
    ...['cli/commands/salary-view.ts', 'core/intelligence/question.ts'],
  ],
  // Parsers of typed words: times, pay, and changes of jobs.
  words: ['core/reading/moments.ts', 'core/jobs/changes.ts', 'core/reading/pay.ts'],
  offers: ['cli/commands/offers-read.ts'],
  undo: ['cli/commands/undo.ts'],
  inbox: ['cli/commands/inbox.ts'],
  // Everything else.
  rest: ['core/operations.ts'],
}

export const ENTRIES = Object.fromEntries(Object.entries(PARTS).map(([part, [first = '']]) => [part, first]))

const isEntry = (path: string): boolean => Object.values(ENTRIES).includes(relative('', path))

type Graph = Record<string, { imports: { path: string; kind: string; external?: boolean }[] }>

/** The part of each module path: the first whose entry modules import it statically. */
function partsOf(graph: Graph): Map<string, string> {
  const parts = new Map<string, string>()
  const add = (path: string, part: string): void => {
    if (parts.has(path) || !graph[path]) return
    parts.set(path, part)
    for (const { path: next, kind } of graph[path].imports) if (kind !== 'dynamic-import') add(next, part)
  }
  for (const [part, roots] of Object.entries(PARTS)) for (const root of roots) add(root, part)
  for (const path of Object.keys(graph)) add(path, 'rest')
  return parts
}

/** Loads a module of another part from that part on first use. */
export const inParts = (plugins: Plugin[]): Plugin => ({
  name: 'parts',
  async setup({ esbuild, initialOptions, onLoad, onResolve }) {
    const { metafile } = await esbuild.build({
      ...{ ...initialOptions, plugins, entryPoints: ['cli/main.ts'], write: false, metafile: true },
      packages: 'external',
    })
    const parts = partsOf(metafile.inputs)
    const partOf = (path: string): string | undefined => parts.get(relative('', path))
    // A file that esbuild injects is an entry point too; only ours is replaced.
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'entry-point' && isEntry(path) ? { path: partOf(path) ?? '', namespace: 'part' } : undefined,
    )
    onResolve({ filter: /^\.\.?\// }, ({ path, importer, namespace, resolveDir }) => {
      if (namespace === 'elsewhere') return { path, external: true }
      const own = relative('', resolve(resolveDir, path))
      const part = parts.get(own)
      return part && namespace === 'file' && part !== partOf(importer)
        ? { path: own, namespace: 'elsewhere', sideEffects: false }
        : undefined
    })
    onLoad({ filter: /./, namespace: 'elsewhere' }, ({ path }) => ({
      contents: `module.exports = require('./${parts.get(path)}.cjs').modules[${JSON.stringify(path)}]()`,
    }))
    onLoad({ filter: /./, namespace: 'part' }, ({ path: part }) => ({
      contents: entryOf(part),
      resolveDir: '.',
    }))

    const entryOf = (part: string): string => {
      const own = Object.keys(metafile.inputs).filter(
        (path) => parts.get(path) === part && isAskedFor(path, part),
      )
      const modules = own.map(
        (path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(resolve(path))})`,
      )
      const main = part === 'crm' ? `require(${JSON.stringify(resolve('cli/main.ts'))})` : ''
      return `exports.modules = { ${modules.join(', ')} }\n${main}`
    }
    const isAskedFor = (path: string, part: string): boolean =>
      Object.entries(metafile.inputs).some(
        ([importer, { imports }]) =>
          parts.get(importer) !== part && imports.some((one) => one.path === path && !one.external),
      )
  },
})

// Serves the methodology and the changelog of the data.
import changes from '../../../sql/data/pay/changes.json' with { type: 'json' }
import methods from '../../../sql/data/pay/methods.json' with { type: 'json' }
import { must } from '../../kernel/narrow.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing, objectSchema } from '../../kernel/schema.ts'
import { METHODOLOGY_VERSION, SourceOut, sourceView } from '../attribution.ts'
import type { Manifest } from '../file/csv.ts'
import { IMPORT_NAMES, KINDS_OF_IMPORT, noteView } from '../imports/import-note.ts'

const METHOD_KINDS = ['published', 'derived', 'modelled', 'interpolated', 'extrapolated', 'judged'] as const
const CHANGE_KINDS = ['api', 'data', 'methodology'] as const

const withKind = <Row extends { kind: string }, Kind extends string>(row: Row, kinds: readonly Kind[]) => ({
  ...row,
  kind: must(kinds.find((kind) => kind === row.kind)),
})

const Method = objectSchema((z) => ({
  name: z.string(),
  kind: z.enum(METHOD_KINDS),
  formula: z.string(),
  sources: z.array(z.string()),
  error: z.string().describe('The measured value, or why it cannot be measured.'),
}))

const Methodology = objectSchema((z) => ({
  methodology_version: z.string(),
  data_version: z.string(),
  benchmark: z.string(),
  methods: z.array(Method()),
  sources: z.array(SourceOut()),
  tables: z.array(z.strictObject({ name: z.string(), about: z.string(), rows: z.int() })),
  imports: z
    .array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(KINDS_OF_IMPORT),
        vintage: z.string(),
        file: z.string(),
        sha256: z.string(),
        licence: z.string(),
        taken: z.int(),
        skipped: z.array(z.strictObject({ reason: z.string(), rows: z.int() })),
        imported_at: z.iso.datetime(),
      }),
    )
    .describe('Newer files imported into this installation alongside the shipped data, oldest first.'),
  not_available: z.array(z.string()).describe('Not available from any source, and never shown.'),
}))

export const showMethodology = operation({
  name: 'methodology.get',
  summary: 'Show every formula, its sources and its measured error.',
  http: 'GET /api/v1/intelligence/methodology',
  access: 'public',
  input: Nothing,
  output: Methodology,
  async run({ intelligence }) {
    const { manifest } = await intelligence.fullDataset()
    return {
      methodology_version: METHODOLOGY_VERSION,
      data_version: manifest.version,
      benchmark: manifest.benchmark,
      // Methods whose sources are all loaded. Some sources exist only after an import.
      methods: methods
        .filter(({ sources }) => sources.every((name) => manifest.sources[name]))
        .map((method) => withKind(method, METHOD_KINDS)),
      sources: Object.entries(manifest.sources).map(([name, source]) => sourceView(name, source)),
      imports: (manifest.imports ?? []).map(noteView).map(({ over: _, ...note }) => note),
      tables: manifest.tables.map(({ name, about, rows }) => ({ name, about, rows })),
      not_available: [
        'Independent wage surveys for single job titles.',
        ...(manifest.sources['bls_oews_metro']
          ? []
          : ['Published percentiles, or employment, by metropolitan area (crm salary import loads them).']),
        'Signing bonuses, and pay by the size of the firm.',
      ],
    }
  },
})

const Change = objectSchema((z) => ({
  date: z.string().meta({ format: 'date' }),
  version: z.string(),
  kind: z.enum(CHANGE_KINDS),
  change: z.string(),
}))

const Changelog = objectSchema((z) => ({
  version: z.string(),
  updated: z.string().meta({ format: 'date' }),
  changes: z.array(Change()),
}))

export const showChangelog = operation({
  name: 'changelog.get',
  summary: 'Show changes in the API, the data and the method.',
  http: 'GET /api/v1/intelligence/changelog',
  access: 'public',
  input: Nothing,
  output: Changelog,
  async run({ intelligence }) {
    const { manifest } = await intelligence.fullDataset()
    return {
      version: 'v1',
      updated: intelligence.edition().updated,
      changes: [...importChanges(manifest), ...changes.map((change) => withKind(change, CHANGE_KINDS))],
    }
  },
})

/** The changelog entries for imports, newest first: an import changes the data too. */
const importChanges = ({ version, imports = [] }: Manifest) =>
  imports
    .map(({ kind, vintage, taken, importedAt }) => ({
      date: importedAt.slice(0, 10),
      version,
      kind: 'data' as const,
      change: `Imported here: ${IMPORT_NAMES[kind]}, ${vintage} (${taken} rows).`,
    }))
    .reverse()

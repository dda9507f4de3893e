// How the figures are made, and what changed: the documentation that travels with the data.
import { operation } from '../../kernel/operation.ts'
import { recipe } from '../../kernel/schema.ts'
import { DATA_UPDATED, METHODOLOGY_VERSION } from '../attribution.ts'
import { CHANGES, METHODS } from './method-table.ts'
import { SourceOut } from '../lineage/source.ts'

const Nothing = recipe((z) => z.strictObject({}))

const Methodology = recipe((z) =>
  z.strictObject({
    methodology_version: z.string(),
    data_version: z.string(),
    benchmark: z.string(),
    methods: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.enum(['published', 'derived', 'modelled', 'interpolated', 'extrapolated', 'judged']),
        formula: z.string(),
        sources: z.array(z.string()),
        error: z.string().describe('As measured, or why it cannot be.'),
      }),
    ),
    sources: z.array(SourceOut()),
    tables: z.array(z.strictObject({ name: z.string(), about: z.string(), rows: z.int() })),
    not_available: z.array(z.string()).describe('What no source gives, and so no answer shows.'),
  }),
)

export const showMethodology = operation({
  name: 'methodology.get',
  summary: 'Show every formula, its sources and its measured error.',
  http: 'GET /api/v1/intelligence/methodology',
  access: 'public',
  effect: 'read',
  input: Nothing,
  output: Methodology,
  async run({ intelligence }) {
    const { manifest } = await intelligence.whole()
    return {
      methodology_version: METHODOLOGY_VERSION,
      data_version: manifest.version,
      benchmark: manifest.benchmark,
      methods: METHODS.map((method) => ({ ...method, sources: [...method.sources] })),
      sources: Object.entries(manifest.sources).map(
        ([name, { title, publisher, vintage, licence, attribution }]) => ({
          ...{ name, title, publisher, vintage, licence },
          ...(attribution && { attribution }),
        }),
      ),
      tables: manifest.tables.map(({ name, about, rows }) => ({ name, about, rows })),
      not_available: [
        'Independent wage surveys for single job titles.',
        'Published percentiles, or employment, by metropolitan area.',
        'Signing bonuses, and pay by the size of the firm.',
      ],
    }
  },
})

const Changelog = recipe((z) =>
  z.strictObject({
    version: z.string(),
    updated: z.string().meta({ format: 'date' }),
    changes: z.array(
      z.strictObject({
        date: z.string().meta({ format: 'date' }),
        version: z.string(),
        kind: z.enum(['api', 'data', 'methodology']),
        change: z.string(),
      }),
    ),
  }),
)

export const showChangelog = operation({
  name: 'changelog.get',
  summary: 'Show what changed in the interface, the data and the method.',
  http: 'GET /api/v1/intelligence/changelog',
  access: 'public',
  effect: 'read',
  input: Nothing,
  output: Changelog,
  async run() {
    return { version: 'v1', updated: DATA_UPDATED, changes: CHANGES.map((change) => ({ ...change })) }
  },
})

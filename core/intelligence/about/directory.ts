// The directory of endpoints, tools and coverage, and the remaining allowance of a key.
import listed from '../../../sql/data/pay/directory.json' with { type: 'json' }
import { serviceUrl } from '../../config.ts'
import { TIERS } from '../../kernel/family.ts'
import { Instant, Nothing, objectSchema } from '../../kernel/schema.ts'
import { operation } from '../../kernel/operation.ts'
import { companies } from '../levels/companies.ts'
import { operations as analyses } from '../analyses/operations.ts'

const Directory = objectSchema((z) => ({
  base_url: z.string(),
  version: z.literal('v1'),
  coverage: z.strictObject({
    roles: z.int(),
    specialized_roles: z.int(),
    occupations: z.int(),
    cities: z.int(),
    leveling_frameworks: z.int(),
  }),
  engines: z.array(z.strictObject({ name: z.string(), serves: z.boolean(), endpoints: z.array(z.string()) })),
  endpoints: z.array(
    z.strictObject({
      method: z.string(),
      path: z.string(),
      about: z.string(),
      plan: z.string(),
      key: z.boolean(),
    }),
  ),
  documentation: z.string(),
}))

export const showDirectory = operation({
  name: 'directory.get',
  summary: 'List every endpoint and the coverage of the data.',
  http: 'GET /api/v1/intelligence/directory',
  access: 'public',
  input: Nothing,
  output: Directory,
  async run({ intelligence, config }) {
    const { catalog, references } = await intelligence.fullDataset()
    return {
      base_url: `${serviceUrl(config)}/api/v1/intelligence`,
      version: 'v1' as const,
      coverage: {
        roles: catalog.roles().length,
        specialized_roles: catalog.roles().filter(({ specialized }) => specialized).length,
        occupations: catalog.occupations().length,
        cities: catalog.cities().length,
        leveling_frameworks: companies(references).length,
      },
      ...listed,
      documentation: `${serviceUrl(config)}/docs`,
    }
  },
})

const Tools = objectSchema((z) => ({
  endpoint: z.string(),
  plan: z.literal('pro'),
  tools: z.array(z.strictObject({ name: z.string(), about: z.string(), arguments: z.array(z.string()) })),
}))

export const listTools = operation({
  name: 'tools.list',
  summary: 'List the tools that AI clients call over JSON-RPC.',
  http: 'GET /api/v1/intelligence/tools',
  access: 'public',
  input: Nothing,
  output: Tools,
  async run({ config }) {
    return {
      endpoint: `${serviceUrl(config)}/api/v1/intelligence/mcp`,
      plan: 'pro' as const,
      tools: analyses.map(({ http, summary, input }) => ({
        name: http.slice(http.lastIndexOf('/') + 1),
        about: summary,
        arguments: Object.keys(input().shape),
      })),
    }
  },
})

const AllowanceOut = objectSchema((z) => ({ limit: z.int(), remaining: z.int(), reset_at: Instant() }))
const Usage = objectSchema((z) => ({
  tier: z.enum(TIERS),
  key: z.strictObject({ id: z.string().nullable(), name: z.string().nullable() }),
  scopes: z.array(z.string()),
  minute: AllowanceOut().nullable(),
  month: AllowanceOut().nullable(),
  note: z.string().nullable(),
}))

export const showUsage = operation({
  name: 'usage.get',
  summary: 'Show what is left of your rate limit and quota.',
  http: 'GET /api/v1/intelligence/usage',
  access: 'intelligence:read',
  input: Nothing,
  output: Usage,
  async run({ principal, report }) {
    const { tier, scopes, credential } = principal
    const view = ({ limit, remaining, resetAt }: { limit: number; remaining: number; resetAt: string }) => ({
      ...{ limit, remaining, reset_at: resetAt },
    })
    return {
      tier,
      key: { id: credential.id, name: credential.name },
      scopes: [...scopes].filter((scope) => scope.startsWith('intelligence:')),
      minute: report.spent ? view(report.spent.minute) : null,
      month: report.spent ? view(report.spent.month) : null,
      note: report.spent ? null : 'Nothing is counted for the owner at their own terminal.',
    }
  },
})

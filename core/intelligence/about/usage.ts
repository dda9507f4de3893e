// What is left of a key's rate limit and quota.
import { operation } from '../../kernel/operation.ts'
import { lazySchema } from '../../kernel/schema.ts'
import { Instant } from '../../kernel/fields.ts'
import { TIERS } from '../../kernel/family.ts'

const Nothing = lazySchema((z) => z.strictObject({}))
const AllowanceOut = lazySchema((z) =>
  z.strictObject({ limit: z.int(), remaining: z.int(), reset_at: Instant() }),
)
const Usage = lazySchema((z) =>
  z.strictObject({
    tier: z.enum(TIERS),
    key: z.strictObject({ id: z.string().nullable(), name: z.string().nullable() }),
    scopes: z.array(z.string()),
    minute: AllowanceOut().nullable(),
    month: AllowanceOut().nullable(),
    note: z.string().nullable(),
  }),
)

export const showUsage = operation({
  name: 'usage.get',
  summary: 'Show what is left of your rate limit and quota.',
  http: 'GET /api/v1/intelligence/usage',
  access: 'intelligence:read',
  effect: 'read',
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

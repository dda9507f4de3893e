// The current user: account, figures of the pipeline, limits, and budget for assistants.
import { Budget, budgetOf } from '../assistants/budget.ts'
import { balanceOf } from '../billing/account.ts'
import { Balance } from '../billing/records.ts'
import { findProfile, timeZoneOf } from '../identity/user.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { TIERS } from '../kernel/family.ts'
import { Id, Instant, type Parsed, objectSchema } from '../kernel/schema.ts'
import { pipelineFigures } from '../pipeline/rule-inputs.ts'
import { Figures } from '../pipeline/summary.ts'

const RemainingAllowance = objectSchema((z) => ({ limit: z.int(), remaining: z.int(), resetAt: Instant() }))

export const Me = objectSchema((z) => ({
  id: Id(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  tier: z.enum(TIERS),
  timeZone: z.string().nullable().describe('The zone of your dates over HTTP; null: the server’s.'),
  token: z
    .strictObject({ name: z.string().nullable(), scope: z.string().nullable() })
    .describe('The credential of this request. Both fields are null for the owner at the terminal.'),
  pipeline: Figures(),
  rateLimits: z.strictObject({ minute: RemainingAllowance(), month: RemainingAllowance() }),
  ai: Budget(),
  billing: Balance(),
}))
export type Me = Parsed<typeof Me>

export async function meOf(ctx: Context): Promise<Me> {
  const { sql, principal, limiter, report } = ctx
  const { userId, tier, credential } = principal
  const [user, timeZone, pipeline, spent, ai, billing] = await Promise.all([
    findProfile(sql, userId),
    timeZoneOf(sql, userId),
    pipelineFigures(ctx),
    report.spent ?? limiter.peek('pipeline', userId),
    budgetOf(ctx),
    balanceOf(ctx),
  ])
  if (!user) return fail('user_not_found', { id: userId })
  return {
    id: userId,
    email: user.email,
    name: user.name,
    tier,
    timeZone,
    token: { name: credential.name, scope: credential.scope },
    pipeline,
    rateLimits: { minute: spent.minute, month: spent.month },
    ai,
    billing,
  }
}

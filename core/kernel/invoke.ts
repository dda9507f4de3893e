// The only way to call an operation. It checks scope, plan and limit, parses the input, runs, and checks the output. The
// change's transaction writes the audit record: see core/database/transaction.ts.
import type { Context, Principal, Services, LimitUsage } from './context.ts'
import { fail, problem } from './errors.ts'
import { familyOf, planIncludes, type LimitName } from './family.ts'
import type { Operation } from './operation.ts'
import { parse } from './schema.ts'
import type { Z } from './zod.ts'

/** Runs an operation for `ctx.principal`; throws a CrmError for every refusal. */
export async function invoke<I extends Z.ZodType, O extends Z.ZodType>(
  op: Operation<I, O>,
  ctx: Context,
  input: unknown,
): Promise<Z.output<O>> {
  const leave = await enter(op, ctx)
  try {
    await spend(op, ctx)
    const accepted = accept(op, ctx, input)
    const output = await op.run(ctx.operation === op.name ? ctx : { ...ctx, operation: op.name }, accepted)
    return ctx.config.checkOutputs ? check(op, output) : output
  } finally {
    leave()
  }
}

/** Runs an operation within another one. Checks only scopes, because the outer operation has passed the checks of plan and limit. */
export async function invokeWithin<I extends Z.ZodType, O extends Z.ZodType>(
  op: Operation<I, O>,
  ctx: Context,
  input: unknown,
): Promise<Z.output<O>> {
  authorise(op, ctx)
  const output = await op.run({ ...ctx, operation: op.name }, parse(op.input(), input))
  return ctx.config.checkOutputs ? check(op, output) : output
}

/** The parts of an operation that are checked before its input. */
type OperationPolicy = Pick<Operation, 'name' | 'http' | 'access' | 'requires' | 'plan' | 'sessionPlan'>

/** Checks scopes and plan, and counts an open call. Returns a function that ends the call; throws `too_many_at_once`. */
export async function enter(
  op: OperationPolicy,
  ctx: Pick<Context, 'principal'> & Services,
): Promise<() => void> {
  permit(op, ctx)
  const allowance = allowanceOf(op, ctx.principal)
  if (!allowance) return nothing
  return (await ctx.limiter.enter(...allowance)) ?? fail('too_many_at_once', {}, { retryAfterSeconds: 1 })
}

const nothing = (): void => {}

/** All checks before parsing. A transport runs them before it reports an unreadable body. */
export async function admit(op: OperationPolicy, ctx: Context): Promise<void> {
  permit(op, ctx)
  await spend(op, ctx)
}

/** Checks scopes, plan and configuration, but spends nothing: for example to list the available tools. */
export function permit(op: OperationPolicy, ctx: Pick<Context, 'principal'> & Services): void {
  authorise(op, ctx)
  op.requires?.(ctx)
  entitle(op, ctx)
}

function authorise(op: OperationPolicy, { principal }: Pick<Context, 'principal'>): void {
  if (op.access === 'public') return
  if (principal.credential.kind === 'anonymous')
    fail('credential_missing', { how: HOW_TO_SIGN_IN[familyOf(op).credential] })
  if (op.access === 'session') return
  if (!principal.scopes.has(op.access)) fail('scope_missing', { scope: op.access })
}

const HOW_TO_SIGN_IN = {
  token: 'Authorization: Bearer ext_…',
  key: 'Authorization: Bearer intelligence_…',
  session: 'sign in at POST /api/auth/login',
} as const

function entitle(op: OperationPolicy, { principal }: Pick<Context, 'principal'>): void {
  const isSessionOrOwner = ['session', 'local'].includes(principal.credential.kind)
  const plan = (isSessionOrOwner && op.sessionPlan) || (op.plan ?? familyOf(op).plan)
  if (!planIncludes(principal.tier, plan)) fail('plan_required', { plan, tier: principal.tier })
}

/** The limit that a call counts against, and the id of the user who has it. Null without a limit. */
function allowanceOf(
  op: OperationPolicy,
  { userId, tier, quotaOf, credential }: Principal,
): [LimitName, string] | null {
  const { limit } = familyOf(op)
  // The local owner has no limit. Callers without a credential have one for each IP address.
  if (!limit || credential.kind === 'local' || credential.kind === 'anonymous') return null
  // In a family with the limit `own`, each operation has a limit.
  if (limit === 'own') return [op.name as LimitName, userId]
  return limit === 'pipeline' ? [limit, userId] : [`intelligence-${tier}`, quotaOf ?? userId]
}

/** What is left of a call's limit. It spends nothing. Null if the operation has no limit. */
export function allowanceLeft(
  op: OperationPolicy,
  { limiter, principal }: Pick<Context, 'limiter' | 'principal'>,
): Promise<LimitUsage> | null {
  const allowance = allowanceOf(op, principal)
  return allowance && limiter.peek(...allowance)
}

/** Operations that show the remaining quota also work when it is used up. */
const QUOTA_OPERATIONS: readonly string[] = ['usage.get', 'me.get']

/** Spends one call of the limit; throws `rate_limited`, `quota_exhausted`, `busy`. */
export async function spend(op: OperationPolicy, ctx: Context): Promise<void> {
  const allowance = allowanceOf(op, ctx.principal)
  if (!allowance) return
  const spent = await ctx.limiter.spend(...allowance)
  ctx.report.spent = spent
  if (spent.refused?.by === 'month' && QUOTA_OPERATIONS.includes(op.name)) return
  refuseOver(spent)
}

export function refuseOver({ minute, month, refused }: LimitUsage): void {
  if (!refused) return
  const { by, retryAfterSeconds } = refused
  if (by === 'storage') throw problem('busy', {}, { retryAfterSeconds })
  if (by === 'month') throw problem('quota_exhausted', { limit: month.limit }, { retryAfterSeconds })
  throw problem('rate_limited', { limit: minute.limit, seconds: retryAfterSeconds }, { retryAfterSeconds })
}

function accept<I extends Z.ZodType>(op: Operation<I>, ctx: Context, input: unknown): Z.output<I> {
  if (op.effect === 'read' && ctx.accepts?.(op.name, input)) return input as Z.output<I> // `accepts` is true only for input that parsing would leave unchanged.
  return parse(op.input(), input)
}

/** Called in tests only: in production this check would cost more than the query (docs/decisions/0002-outputs.md). */
function check<O extends Z.ZodType>(op: Operation<Z.ZodType, O>, output: unknown): Z.output<O> {
  const result = op.output().safeParse(output)
  if (result.success) return result.data
  const cause = new Error(`${op.name} broke its output schema: ${result.error.message}`)
  throw problem('internal', {}, { cause })
}

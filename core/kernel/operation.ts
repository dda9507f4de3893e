// The declaration of an operation: a capability of the product, as plain data.
import { must } from './narrow.ts'
import type { Context, Services } from './context.ts'
import type { KindName } from './errors.ts'
import type { Tier } from './family.ts'
import type { LazySchema } from './schema.ts'
import type { Z } from './zod.ts'
import type { Access } from './scope.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Route, OpenAPI, remote client, `crm call` and refusal tests derive from these fields. Add one only when three operations need it. */
export interface Operation<Input extends Z.ZodType = Z.ZodType, Output extends Z.ZodType = Z.ZodType> {
  /** `noun.verb`, the name in `crm call`, the audit trail and OpenAPI. */
  readonly name: string
  readonly summary: string
  /** `PATCH /api/mcp/jobs/:id`. */
  readonly http: `${Method} /${string}`
  readonly access: Access
  readonly effect: 'read' | 'write' | 'destroy'
  /** The lowest plan that includes the operation, if higher than its family's. */
  readonly plan?: Tier
  /** The lowest plan for a session or the owner, if lower. With it, users still see and remove their data after a plan ends. */
  readonly sessionPlan?: Tier
  /** Throws if this installation does not offer the operation. Runs before the checks of plan and input. */
  readonly requires?: (services: Services) => void
  /** The kinds of errors for OpenAPI, except those that follow from access, path and effect. */
  readonly refuses?: readonly KindName[]
  /** Success status; 200 unless it creates a row. */
  readonly status?: 200 | 201
  readonly input: LazySchema<Input>
  readonly output: LazySchema<Output>
  run(ctx: Context, input: Z.output<Input>): Promise<Z.output<Output>>
}

/**
 * Declares an operation. Define its schemas as constants: TypeScript checks `run` before it infers schemas written inline. Declare
 * `effect` only if it differs from the one that the method GET or the scope implies.
 */
export function operation<Input extends Z.ZodType, Output extends Z.ZodType>(
  declaration: Omit<Operation<Input, Output>, 'effect'> & Partial<Pick<Operation, 'effect'>>,
): Operation<Input, Output> {
  const isRead = declaration.http.startsWith('GET ')
  return { effect: isRead ? 'read' : effectOf(declaration.access), ...declaration }
}

export const effectOf = (access: Access): Operation['effect'] =>
  access.endsWith(':delete') ? 'destroy' : access.endsWith(':read') ? 'read' : 'write'

export function routeOf(op: Pick<Operation, 'http'>): { method: Method; path: string } {
  const end = op.http.indexOf(' ')
  // By its type, `http` begins with a method.
  return { method: op.http.slice(0, end) as Method, path: op.http.slice(end + 1) }
}

export const filledPath = (op: Pick<Operation, 'http'>, input: Record<string, unknown>): string =>
  routeOf(op).path.replace(/:(\w+)/g, (_, slot: string) => encodeURIComponent(String(input[slot])))

export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => must(name))

/** A POST that changes something, or that pays for a model's answer, is answered once per Idempotency-Key. */
export const takesIdempotencyKey = (op: Pick<Operation, 'http' | 'effect' | 'access'>): boolean =>
  op.http.startsWith('POST ') && (op.effect !== 'read' || op.access === 'assistants:write')

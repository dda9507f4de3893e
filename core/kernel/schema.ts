// Lazy schemas: written as plain zod, built on first use.
import { type CrmError, problem, type Issue } from './errors.ts'
import { joinIssues, issueMessage, UNKNOWN } from './issue-messages.ts'
import { zod, type Z, type Zod } from './zod.ts'

export type LazySchema<S extends Z.ZodType = Z.ZodType> = () => S

export type Parsed<R extends LazySchema> = Z.output<ReturnType<R>>

/**
 * `const JobId = lazySchema((z) => z.uuid())`: lazy schemas are composed by calling them, `z.object({ id: JobId() })`.
 */
export function lazySchema<S extends Z.ZodType>(build: (z: Zod) => S): LazySchema<S> {
  let built: S | undefined
  return () => (built ??= build(zod()))
}

/** An object of exactly these fields: `const Named = objectSchema((z) => ({ name: z.string() }))`. */
export const objectSchema = <Shape extends Z.core.$ZodLooseShape>(fields: (z: Zod) => Shape) =>
  lazySchema((z) => z.strictObject(fields(z)))

const MAX_ISSUES = 20

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/** Whether the next problem repeats this one with the field's own bound: a number beyond the safe integers breaks both. */
const hasOwnBound = (next: Z.core.$ZodIssue | undefined, { code, path }: Z.core.$ZodIssue): boolean =>
  (code === 'too_big' || code === 'too_small') && next?.code === code && pathOf(next.path) === pathOf(path)

function issuesOf(error: Z.ZodError): Issue[] {
  // Zod checks the length of a text even where it expects a list.
  const mistyped = new Set(
    error.issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pathOf(path)),
  )
  const issues = error.issues.filter(
    (issue, at) =>
      issue.code === 'invalid_type' ||
      !(mistyped.has(pathOf(issue.path)) || hasOwnBound(error.issues[at + 1], issue)),
  )
  return issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, MAX_ISSUES).map((key) => ({
        path: pathOf([...issue.path, key]),
        message: UNKNOWN,
      }))
    return [{ path: pathOf(issue.path), message: issueMessage(issue) }]
  })
}

/** `salary is too long; tagz is not a known field` — every problem, not only the first. */
export function invalidInput(issues: Issue[], hint?: string): CrmError {
  return problem('invalid_input', { problems: joinIssues(issues) }, { issues, hint })
}

/** Parses a value; throws `invalid_input` listing every invalid field. */
export function parse<S extends Z.ZodType>(schema: S, value: unknown): Z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidInput(issuesOf(result.error))
}

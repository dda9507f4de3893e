// Analyses are the same for the same question until the data changes, so a gateway makes each once.
import type { Context } from '../../kernel/context.ts'

/** The answer kept for this operation and input, made when there is none. Inputs are parsed: same fields, same order. */
export async function kept<T extends object>(
  { intelligence: { answers }, operation }: Context,
  input: object,
  make: () => Promise<T>,
): Promise<T> {
  const key = `${operation} ${JSON.stringify(input)}`
  const held = answers?.get(key) as T | undefined
  if (held) return held
  const made = await make()
  return answers ? answers.put(key, made) : made
}

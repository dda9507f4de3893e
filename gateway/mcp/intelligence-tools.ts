// The six tools of compensation intelligence. Their texts for models are data; a tool is exposed by having one.
import words from '../../sql/data/pay/tools.json' with { type: 'json' }
import { operations } from '../../core/intelligence/analyses/operations.ts'
import { must } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { scopeOf } from '../../core/kernel/scope.ts'
import type { ToolOutput, SuggestNext, Tool } from './tool.ts'

export const TOOLS: readonly Tool[] = words.tools.map(({ name, title, description }) => {
  const operation: Operation = must(operations.find(({ http }) => http.endsWith(`/${name}`)))
  const { effect, input, output } = operation
  // The output of each of these operations has a summary.
  const run: Tool['run'] = (ctx, args) => ctx.ask(operation, args) as Promise<ToolOutput>
  return { name, title, description, effect, access: scopeOf(operation), input, output, run }
})

/** The server's instructions. Hosts read them at the start of a conversation, often before any tool. */
export const INSTRUCTIONS = words.instructions

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '')

/** Suggests a call after an error: a search for the role or city, or the same call without the city. */
export const next: SuggestNext = (code, { tool, arguments: { role, city, ...rest } }) => {
  if (code === 'role_not_found') return discover(textOf(role), 'roles')
  if (code === 'city_not_found') return discover(textOf(city), 'cities')
  if (code !== 'pay_not_found') return undefined
  return city ? { tool, arguments: { role, ...rest } } : discover(textOf(role), 'roles')
}

const discover = (query: string, kind: 'roles' | 'cities') => ({
  tool: 'discover_roles_and_cities',
  arguments: { query, kind },
})

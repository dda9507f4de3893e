// `tools/list`: the tools this caller may call, rendered once per set of permissions.
import { PaginatedRequestParamsSchema } from '@modelcontextprotocol/sdk/types.js'
import { invalidParams, type MethodHandler } from './method.ts'
import { isOpenTo, toolListing, type Depth, type Tool } from './tool.ts'

/** Most lists cached. Few sets of permissions are in use, and callers cannot make the cache grow beyond this. */
const MAX_ENTRIES = 200

interface Listed {
  tools: readonly Tool[]
  depth?: (tool: Tool) => Depth
}

export function toolList({ tools, depth }: Listed): MethodHandler {
  const kept = new Map<string, string>()
  const textFor = (names: readonly string[]): string => {
    const key = names.join(' ')
    const known = kept.get(key)
    if (known) return known
    const shown = tools
      .filter(({ name }) => names.includes(name))
      .map((tool) => toolListing(tool, depth?.(tool)))
    const text = JSON.stringify({ tools: shown })
    if (kept.size < MAX_ENTRIES) kept.set(key, text)
    return text
  }
  return ({ params }, caller) => {
    const read = PaginatedRequestParamsSchema.safeParse(params ?? {})
    // There is only one page, so no cursor is valid.
    if (!read.success || read.data.cursor !== undefined) return invalidParams(['cursor'], caller.requestId)
    const names = tools.filter((tool) => isOpenTo(tool, caller)).map(({ name }) => name)
    return { result: textFor(names) }
  }
}

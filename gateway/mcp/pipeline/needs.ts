// Derives the scopes of a tool call from its arguments. A refusal names all of them at once; granting exactly those is enough.
import { first, must, isKeyOf } from '../../../core/kernel/narrow.ts'
import { SCOPE_NOUNS } from '../../../core/kernel/record.ts'
import type { Scope } from '../../../core/kernel/scope.ts'
import { scopesOf, type Tool } from '../tool.ts'

type Args = Readonly<Record<string, unknown>>

/** Arguments that name records of another noun, which the tool must look up. */
const REFERENCES: Readonly<Record<string, Scope>> = {
  jobId: 'jobs:read',
  jobIds: 'jobs:read',
  job: 'jobs:read',
  contactId: 'contacts:read',
  contactIds: 'contacts:read',
  contact: 'contacts:read',
}

export const nounOf = (access: string): string => first(access.split(':'))

function ownScopes(tool: Tool, args: Args): Scope[] {
  const noun = String(args['noun'])
  if (tool.effect === 'destroy' && isKeyOf(SCOPE_NOUNS, noun))
    return [`${SCOPE_NOUNS[noun]}:delete`, `${SCOPE_NOUNS[noun]}:read`]
  const [scope] = scopesOf(tool)
  const isFound = ['id', 'ids', 'from'].some((name) => args[name] !== undefined)
  return [must(scope), ...(isFound ? [`${nounOf(must(scope))}:read` satisfies Scope] : [])]
}

function needed(tool: Tool, args: Args): readonly Scope[] {
  const named = Object.entries(REFERENCES).filter(([name]) => args[name] !== undefined && args[name] !== null)
  const merges: Scope[] = args['mergeFrom'] === undefined ? [] : [`${nounOf(first(scopesOf(tool)))}:delete`]
  const page: Scope[] = tool.name === 'ask_assistant' && args['url'] !== undefined ? ['scout:read'] : []
  const isOfCompany = tool.name.startsWith('list_') && args['company'] !== undefined
  const read: Scope[] = args['posting'] === undefined && !isOfCompany ? [] : ['jobs:read']
  return [
    ...new Set([...ownScopes(tool, args), ...named.map(([, scope]) => scope), ...merges, ...page, ...read]),
  ]
}

const GOES_ALONG: Readonly<Record<string, readonly Scope[]>> = {
  job: ['activities:delete', 'calendar:delete', 'offers:delete'],
  contact: ['activities:write', 'calendar:write'],
}

/** Further scopes that a call may need, depending on the records it affects. */
function furtherNeeds({ name, effect }: Tool, args: Args): readonly Scope[] {
  if (effect === 'destroy') return GOES_ALONG[String(args['noun'])] ?? []
  if (name === 'accept_inbox') return ['jobs:write', 'calendar:write']
  if (name === 'decide_posting') return args['decision'] === 'accept' ? ['jobs:write'] : []
  if (name === 'update_offer') return args['status'] === 'accepted' ? ['jobs:write'] : []
  return args['mergeFrom'] === undefined ? [] : ['activities:write', 'calendar:write', 'offers:write']
}

export const knowingNeeds = (tool: Tool): Tool => ({
  ...tool,
  needs: (args) => needed(tool, args),
  mayNeed: (args) => furtherNeeds(tool, args),
})

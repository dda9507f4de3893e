// The tools for an agent on this machine: pipeline and pay, as granted.
import { denialsOf, flagsFor } from '../../../core/identity/grants.ts'
import type { Scope } from '../../../core/kernel/scope.ts'
import type { EndpointDefinition } from '../endpoint.ts'
import { scopesOf } from '../tool.ts'
import { OFFER, pipelineInstructions, toolsOf } from '../pipeline/tools.ts'

export interface Permission {
  scopes: ReadonlySet<Scope>
  denied: ReadonlySet<Scope>
  /** The sets of tools that are offered, as a comma list; all by default. */
  sets?: string | undefined
}

export const wayToOf =
  ({ denied }: Permission) =>
  (scopes: readonly Scope[]): string => {
    const shut = scopes.filter((scope) => denied.has(scope))
    const steps = [
      ...flagsFor(scopes.filter((scope) => !shut.includes(scope))).map((flag) => `add ${flag} to`),
      ...denialsOf(shut).map((flag) => `take ${flag} out of`),
    ]
    return `NOT GRANTED: your person has to ${steps.join(' and ')} the command that starts crm mcp; nothing else grants it. Tell them; do not look for a way around it.`
  }

export const stdioOffer = (permission: Permission): EndpointDefinition => ({
  ...OFFER,
  instructions(withheld) {
    const flags = flagsFor(withheld.flatMap(scopesOf)).join(' ')
    const how = `Your person grants them by adding to the command of this server: ${flags}.`
    return pipelineInstructions(withheld, how)
  },
  tools: toolsOf(permission.sets),
})

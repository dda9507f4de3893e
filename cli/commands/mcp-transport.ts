// How `crm mcp` runs operations: in this process as the local owner, or over HTTP at CRM_SERVER.
import type { Config } from '../../core/config.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import type { Principal } from '../../core/kernel/context.ts'
import { asCrmError } from '../../core/kernel/errors.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import type { Reach } from '../../gateway/mcp/stdio.ts'
import type { Local } from '../local.ts'
import { remoteReach } from './mcp-remote.ts'

type Progress = (sentence: string) => void

export const transportOf = (config: Config, onProgress: Progress): Reach =>
  config.server ? remoteReach(config) : local(config, onProgress)

/** Opens the database on the first call, and again after the connection was lost. */
function local(config: Config, onProgress: Progress): Reach {
  let opened: Promise<Local> | undefined
  return {
    lookEveryMs: SECOND_MS,
    async call(op, input, { scopes, ...about }) {
      const { invoke } = await import('../../core/kernel/invoke.ts')
      try {
        const { context } = await (opened ??= open(config, onProgress))
        const principal = within(context.principal, scopes)
        const report: { changeId?: string } = {}
        const output = await invoke(op, { ...context, ...about, principal, report }, input)
        return { output, changeId: report.changeId }
      } catch (error) {
        if (asCrmError(error).code === 'database_unavailable') opened = undefined
        throw error
      }
    },
  }
}

/** The owner's principal, limited to the granted scopes. */
const within = (principal: Principal, scopes: ReadonlySet<Scope>): Principal => ({
  ...principal,
  scopes: new Set([...principal.scopes].filter((scope) => scopes.has(scope))),
})

async function open(config: Config, onProgress: Progress): Promise<Local> {
  const { startLocal, openLocalCore } = await import('../local.ts')
  return openLocalCore(config, onProgress, startLocal(config, onProgress))
}

// How `crm mcp` runs operations: in this process as the local owner, or over HTTP at CRM_SERVER.
import type { Config } from '../../core/config.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import type { Principal } from '../../core/kernel/context.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import type { Reach } from '../../gateway/mcp/stdio.ts'
import type { Local } from '../local.ts'

/** Runs operations at a gateway. The client is loaded with the first call. */
const remoteReach = (config: Config): Reach => ({
  // Each look counts against the limit of a minute.
  lookEveryMs: 5 * SECOND_MS,
  async call(op, input, { idempotency, scopes: _, ...about }) {
    const { callRemote } = await import('../remote.ts')
    let changeId: string | undefined
    const onChange = (id: string) => void (changeId = id)
    const behalf = { ...about, onChange, ...(idempotency && { idempotencyKey: idempotency.key }) }
    const output = await callRemote(config, op, input, behalf)
    return { output, changeId }
  },
})

type Progress = (sentence: string) => void

export const transportOf = (config: Config, onProgress: Progress): Reach =>
  config.server ? remoteReach(config) : local(config, onProgress)

function local(config: Config, onProgress: Progress): Reach {
  let opening: Promise<Local> | undefined
  const opened = () =>
    (opening ??= import('../local.ts').then(({ localCore }) => localCore(config, onProgress)))
  return {
    lookEveryMs: SECOND_MS,
    async call(op, input, { scopes, ...about }) {
      const { invoke } = await import('../../core/kernel/invoke.ts')
      return (await opened()).run(op, async (context) => {
        const principal = within(context.principal, scopes)
        const idempotency = about.idempotency ?? context.idempotency
        const output = await invoke(op, { ...context, ...about, idempotency, principal }, input)
        return { output, changeId: context.report.changeId }
      })
    },
  }
}

const within = (principal: Principal, scopes: ReadonlySet<Scope>): Principal => ({
  ...principal,
  scopes: new Set([...principal.scopes].filter((scope) => scopes.has(scope))),
})

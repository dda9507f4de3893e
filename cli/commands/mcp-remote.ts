// How `crm mcp` runs operations at CRM_SERVER: over HTTP, in the name of the agent and of its session.
import type { Config } from '../../core/config.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import type { Reach } from '../../gateway/mcp/stdio.ts'

/** Runs operations at a gateway. The client is loaded with the first call. */
export const remoteReach = (config: Config): Reach => ({
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

// `crm mcp`: an MCP server on stdio for an agent on this machine.
import type { Command } from '../command.ts'
import { config } from './mcp-config.ts'
import { doctor } from './mcp-doctor.ts'
import { GRANT_OPTIONS, permissionOf } from './mcp-grants.ts'
import { localZone } from './inputs.ts'
import type { Config } from '../../core/config.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import type { Principal } from '../../core/kernel/context.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import type { Reach } from '../../gateway/mcp/stdio.ts'
import type { Local } from '../local.ts'

const mcp: Command = {
  name: 'mcp',
  about: 'Run an MCP server on stdio for a local agent. It is read-only unless you allow more.',
  fields: [],
  options: GRANT_OPTIONS,
  examples: [
    'crm mcp',
    'crm mcp --allow-write=jobs,activities,calendar',
    'crm mcp --allow-all --deny-delete=contacts',
  ],
  async run({ options, config: settings, out }) {
    const permission = permissionOf(options)
    const { serveStdio } = await import('../../gateway/mcp/stdio.ts')
    const { lineLog } = await import('../../core/kernel/log.ts')
    await serveStdio({
      input: process.stdin,
      output: process.stdout,
      permission,
      reach: settings.server ? remoteReach(settings) : local(settings, out.note),
      timeZone: localZone(),
      log: lineLog(settings.logLevel === 'info' ? 'error' : settings.logLevel, out.note),
      now: () => Date.now(),
    })
  },
}

const remoteReach = (config: Config): Reach => ({
  // Each poll counts against the limit per minute.
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

function local(config: Config, onProgress: (sentence: string) => void): Reach {
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

export const commands: Command[] = [mcp, config, doctor]

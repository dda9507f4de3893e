// `crm mcp`: an MCP server on stdio for an agent on this machine.
import type { Command } from '../command.ts'
import { config } from './mcp-config.ts'
import { doctor } from './mcp-doctor.ts'
import { GRANT_OPTIONS, permissionOf } from './mcp-grants.ts'
import { localZone } from './inputs.ts'
import { transportOf } from './mcp-transport.ts'

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
      reach: transportOf(settings, out.note),
      timeZone: localZone(),
      log: lineLog(settings.logLevel === 'info' ? 'error' : settings.logLevel, out.note),
      now: () => Date.now(),
    })
  },
}

export const commands: Command[] = [mcp, config, doctor]

// `crm serve`: runs the gateway in the foreground.
import { isGiven, readConfig } from '../../core/config.ts'
import { textOf, isOn, type Command, type Run, misused } from '../command.ts'

export const commands: Command[] = [
  {
    name: 'serve',
    fields: ['url', 'port'],
    about: 'Run the gateway: REST API, MCP, settings page, background work.',
    options: [
      { flags: '--port <n>', about: 'Port to listen on (8787).' },
      { flags: '--host <address>', about: 'Address to listen on (127.0.0.1).' },
      { flags: '--no-workers', about: 'Only answer requests; another process runs the workers.' },
      {
        flags: '--workers-only',
        about: 'Only run the workers: deliver webhooks, clean up. Does not listen.',
      },
      { flags: '--welcome', about: 'Print first steps for a new installation.' },
    ],
    examples: ['crm serve', 'crm serve --port 9000 --host 0.0.0.0', 'crm serve --workers-only'],
    async run(call) {
      const { options, config: settings, out } = call
      if (isOn(options, 'workersOnly')) return runWorkersOnly(call)
      const port = textOf(options, 'port')
      const host = textOf(options, 'host')
      const greets = isOn(options, 'welcome') && !out.json
      if (port && !(/^\d+$/.test(port) && Number(port) < 65_536)) misused('--port must be from 0 to 65535')
      const given = {
        ...(port && { PORT: port }),
        ...(host && { HOST: host }),
        // Log lines of requests would bury the greeting.
        ...(greets && !isGiven(settings, 'logLevel') && { LOG_LEVEL: 'warn' }),
      }
      const config = readConfig(given, settings.env)
      const { startGateway } = await import('../../gateway/main.ts')
      const gateway = await startGateway(config, {
        onProgress: out.note,
        workers: options['workers'] !== false,
      })
      // Listens before the greeting is printed, because its reader may send a signal at once.
      const signal = untilSignal()
      if (greets) {
        const { welcome } = await import('./welcome.ts')
        out.raw(await welcome(gateway))
      } else out.done({ url: gateway.url, port: gateway.port }, `crm listens on ${gateway.url}`)
      await signal
      await gateway.close()
    },
  },
]

async function runWorkersOnly({ options, config, out }: Run): Promise<void> {
  if (options['workers'] === false || textOf(options, 'port') !== undefined)
    misused('--workers-only listens nowhere: leave out --no-workers and --port.')
  const { startBackground } = await import('../../gateway/main.ts')
  const background = await startBackground(config, { onProgress: out.note })
  const signal = untilSignal()
  out.done({ url: null, port: null }, 'crm works in the background.')
  await signal
  await background.close()
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The first signal drains the gateway; a second one ends the process at once. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      for (const name of SIGNALS) process.off(name, stop)
      // A container's first process does not end on SIGTERM by default.
      process.once('SIGTERM', () => process.exit(143))
      resolve()
    }
    for (const name of SIGNALS) process.on(name, stop)
  })

// `crm serve`: runs the gateway in the foreground.
import { readConfig, settingsOf } from '../../core/config.ts'
import { fail } from '../../core/kernel/errors.ts'
import { textOf, isOn, type Group, type Run } from '../command.ts'

export const group: Group = {
  name: 'serve',
  about: 'Run the gateway.',
  commands: [
    {
      name: 'serve',
      fields: ['url', 'port'],
      about: 'Run the gateway: REST, OpenAPI, metrics.',
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
      async run({ options, out }) {
        if (isOn(options, 'workersOnly')) return runWorkersOnly(options, out)
        const port = textOf(options, 'port')
        const host = textOf(options, 'host')
        const greets = isOn(options, 'welcome') && !out.json
        const config = readConfig({
          ...(port && { PORT: port }),
          ...(host && { HOST: host }),
          ...(greets && isUnset('LOG_LEVEL') && { LOG_LEVEL: 'warn' }),
        })
        const { startGateway } = await import('../../gateway/main.ts')
        const gateway = await startGateway(config, {
          onProgress: out.note,
          workers: options['workers'] !== false,
        })
        // Listened for before the greeting: whoever reads it may send one at once.
        const signal = untilSignal()
        if (greets) {
          const { welcome } = await import('./welcome.ts')
          out.raw(await welcome(gateway))
        } else out.done({ url: gateway.url, port: gateway.port }, `crm listens on ${gateway.url}`)
        await signal
        await gateway.close()
      },
    },
  ],
}

async function runWorkersOnly(options: Run['options'], out: Run['out']): Promise<void> {
  if (options['workers'] === false || textOf(options, 'port') !== undefined)
    fail('usage', { problem: '--workers-only listens nowhere: leave out --no-workers and --port.' })
  const { startBackground } = await import('../../gateway/main.ts')
  const background = await startBackground(readConfig(), { onProgress: out.note })
  const signal = untilSignal()
  out.done({ url: null, port: null }, 'crm works in the background.')
  await signal
  await background.close()
}

/**
 * Whether a setting is unset. With --welcome, LOG_LEVEL is
 * then `warn`, so that request logs do not bury the greeting.
 */
const isUnset = (variable: string): boolean =>
  settingsOf().some(({ name, value }) => name === variable && value === 'not set')

/** The first signal drains the gateway; a second one exits immediately. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      process.once('SIGINT', () => process.exit(130))
      process.once('SIGTERM', () => process.exit(143))
      resolve()
    }
    process.removeAllListeners('SIGINT')
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })

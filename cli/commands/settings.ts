// `crm settings`: a link to /settings that signs the local owner in.
import { readConfig, serviceUrl } from '../../core/config.ts'
import { textOf, type Command } from '../command.ts'

export const commands: Command[] = [
  {
    name: 'settings',
    about: 'Print a link to your settings. It works once, for five minutes, while crm serve runs.',
    fields: ['url', 'expiresAt'],
    options: [{ flags: '--port <n>', about: 'The port of crm serve, when it is not the configured one.' }],
    examples: ['crm settings', 'crm settings --port 9000'],
    async run({ client, config, options, out }) {
      const context = await client.context?.()
      if (!context) {
        const url = `${config.server}/settings`
        return out.done({ url, expiresAt: null }, url)
      }
      const { makeOwnerLink } = await import('../../core/identity/owner-link.ts')
      const { link, expiresAt } = await makeOwnerLink(context)
      const port = textOf(options, 'port')
      const service = serviceUrl(port ? readConfig({ PORT: port, PUBLIC_URL: '' }, config.env) : config)
      const url = `${service}/settings?link=${link}`
      out.done({ url, expiresAt }, url)
      const isServed = await fetch(`${service}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isServed) return out.note('It signs you in once, in the next five minutes.')
      const start = `Start crm serve${port ? ` --port ${port}` : ', or name its port with --port'}.`
      out.note(`Nothing answers at ${service} now. ${start} The link is good once, for five minutes.`)
    },
  },
]

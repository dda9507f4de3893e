// `crm settings`: a link to /settings that signs the local owner in.
import { serviceUrl } from '../../core/config.ts'
import type { Command } from '../command.ts'

export const commands: Command[] = [
  {
    name: 'settings',
    about: 'Print a link to your settings, good once and for five minutes, while crm serve runs.',
    fields: ['url', 'expiresAt'],
    examples: ['crm settings'],
    async run({ client, config, out }) {
      const context = await client.context?.()
      if (!context) {
        const url = `${config.server}/settings`
        return out.done({ url, expiresAt: null }, url)
      }
      const { makeOwnerLink } = await import('../../core/identity/owner-link.ts')
      const { link, expiresAt } = await makeOwnerLink(context)
      const url = `${serviceUrl(config)}/settings?link=${link}`
      out.done({ url, expiresAt }, url)
      out.note('It signs you in once, in the next five minutes, while crm serve runs.')
    },
  },
]

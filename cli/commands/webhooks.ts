// `crm webhooks …`.
import type { Group } from '../command.ts'
import { deliveryCommands } from './webhooks-deliveries.ts'
import { listenCommand } from './webhooks-listen.ts'
import { registrationCommands } from './webhooks-registration.ts'

export const group: Group = {
  name: 'webhooks',
  about: 'Webhooks: signed HTTP requests when something changes.',
  commands: [...registrationCommands, ...deliveryCommands, listenCommand],
}

// `crm webhooks …`.
import type { Command } from '../command.ts'
import { deliveryCommands } from './webhooks-deliveries.ts'
import { listenCommand } from './webhooks-listen.ts'
import { registrationCommands } from './webhooks-registration.ts'

export const commands: Command[] = [...registrationCommands, ...deliveryCommands, listenCommand]

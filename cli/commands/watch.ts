// `crm watch …`.
import type { Group } from '../command.ts'
import { boardCommands } from './watch-boards.ts'
import { digestCommand } from './watch-digest.ts'
import { newCommand } from './watch-new.ts'

export const group: Group = {
  name: 'watch',
  about: 'Job boards that are watched for you.',
  commands: [...boardCommands, newCommand, digestCommand],
}

// `crm watch …`.
import type { Command } from '../command.ts'
import { boardCommands } from './watch-boards.ts'
import { digestCommand } from './watch-digest.ts'
import { newCommand } from './watch-new.ts'

export const commands: Command[] = [...boardCommands, newCommand, digestCommand]

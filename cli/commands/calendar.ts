// `crm calendar …`
import type { Command } from '../command.ts'
import { addCommand, editCommand, removeCommand } from './calendar-add.ts'
import { exportCommand, importCommand, feedCommand } from './calendar-feed.ts'
import { listCommand, showCommand } from './calendar-list.ts'

export const commands: Command[] = [
  ...[listCommand, showCommand, addCommand, editCommand, removeCommand],
  ...[importCommand, exportCommand, feedCommand],
]

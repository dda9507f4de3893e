// `crm calendar …`
import type { Command } from '../command.ts'
import { addCommand } from './calendar-add.ts'
import { editCommand, removeCommand } from './calendar-change.ts'
import { exportCommand, importCommand } from './calendar-file.ts'
import { feedCommand } from './calendar-feed.ts'
import { listCommand } from './calendar-list.ts'
import { showCommand } from './calendar-show.ts'

export const commands: Command[] = [
  listCommand,
  showCommand,
  addCommand,
  editCommand,
  removeCommand,
  importCommand,
  exportCommand,
  feedCommand,
]

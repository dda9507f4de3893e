// `crm jobs …`
import type { Command } from '../command.ts'
import { addCommand, editCommand, mergeCommand, removeCommand } from './jobs-change.ts'
import { attachCommand } from './jobs-attach.ts'
import { statusCommand } from './jobs-status.ts'
import { doneCommand } from './jobs-done.ts'
import { openCommand } from './jobs-open.ts'
import { checkCommand } from './jobs-check.ts'
import { exportCommand } from './jobs-export.ts'
import { importCommand } from './jobs-import.ts'
import { viewsCommand } from './jobs-views.ts'
import { listCommand } from './jobs-read.ts'
import { showCommand } from './jobs-show.ts'

export const commands: Command[] = [
  listCommand,
  showCommand,
  viewsCommand,
  addCommand,
  editCommand,
  statusCommand,
  doneCommand,
  openCommand,
  attachCommand,
  mergeCommand,
  checkCommand,
  removeCommand,
  importCommand,
  exportCommand,
]

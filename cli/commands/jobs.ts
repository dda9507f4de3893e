// `crm jobs …`
import type { Command } from '../command.ts'
import { addCommand, editCommand, mergeCommand, removeCommand } from './jobs-change.ts'
import { exportCommand, importCommand } from './jobs-export.ts'
import { attachCommand, checkCommand, openCommand } from './jobs-postings.ts'
import { listCommand, viewsCommand } from './jobs-read.ts'
import { showCommand } from './jobs-show.ts'
import { doneCommand, statusCommand } from './jobs-status.ts'

export const commands: Command[] = [
  ...[listCommand, showCommand, viewsCommand, addCommand, editCommand, statusCommand, doneCommand],
  ...[openCommand, attachCommand, mergeCommand, checkCommand, removeCommand, importCommand, exportCommand],
]

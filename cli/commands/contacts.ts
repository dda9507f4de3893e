// `crm contacts …`
import type { Command } from '../command.ts'
import { addCommand, editCommand, mergeCommand, removeCommand } from './contacts-change.ts'
import { exportCommand, importCommand, listCommand, showCommand } from './contacts-read.ts'

export const commands: Command[] = [
  ...[listCommand, showCommand, addCommand, editCommand, mergeCommand, removeCommand],
  ...[importCommand, exportCommand],
]

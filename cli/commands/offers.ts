// `crm offers …`
import type { Command } from '../command.ts'
import { addCommand, editCommand, removeCommand, roundCommand } from './offers-change.ts'
import { compareCommand, counterCommand } from './offers-compare.ts'
import { exportCommand, importCommand } from './offers-file.ts'
import { listCommand, showCommand } from './offers-read.ts'

export const commands: Command[] = [
  ...[listCommand, addCommand, showCommand, editCommand, removeCommand],
  ...[roundCommand, compareCommand, counterCommand, importCommand, exportCommand],
]

// `crm inbox …`.
import type { Command } from '../command.ts'
import { addCommand, syncCommand } from './inbox-accounts.ts'
import { acceptCommand, forgetCommand, rejectCommand, listCommand, showCommand } from './inbox-read.ts'
import { scanCommand } from './inbox-scan.ts'

export const commands: Command[] = [
  ...[scanCommand, addCommand, syncCommand],
  ...[listCommand, showCommand, acceptCommand, rejectCommand, forgetCommand],
]

// `crm inbox …`.
import type { Command } from '../command.ts'
import { accountsCommand, addCommand, syncCommand } from './inbox-accounts.ts'
import { acceptCommand, forgetCommand, rejectCommand, listCommand, showCommand } from './inbox-read.ts'
import { scanCommand } from './inbox-scan.ts'

export const commands: Command[] = [
  ...[scanCommand, addCommand, syncCommand, accountsCommand],
  ...[listCommand, showCommand, acceptCommand, rejectCommand, forgetCommand],
]

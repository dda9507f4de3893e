// `crm inbox …`.
import type { Group } from '../command.ts'
import { accountsCommand, addCommand, syncCommand } from './inbox-accounts.ts'
import { acceptCommand, forgetCommand, rejectCommand } from './inbox-decide.ts'
import { listCommand, showCommand } from './inbox-read.ts'
import { scanCommand } from './inbox-scan.ts'

export const group: Group = {
  name: 'inbox',
  about: 'What your mail says about your search, as proposals.',
  commands: [
    ...[scanCommand, addCommand, syncCommand, accountsCommand],
    ...[listCommand, showCommand, acceptCommand, rejectCommand, forgetCommand],
  ],
}

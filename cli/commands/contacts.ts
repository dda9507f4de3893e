// `crm contacts …`
import type { Group } from '../command.ts'
import { addCommand, editCommand, mergeCommand, removeCommand } from './contacts-change.ts'
import { exportCommand, importCommand } from './contacts-file.ts'
import { listCommand, showCommand } from './contacts-read.ts'

export const group: Group = {
  name: 'contacts',
  about: 'The people in your search.',
  commands: [
    listCommand,
    showCommand,
    addCommand,
    editCommand,
    mergeCommand,
    removeCommand,
    importCommand,
    exportCommand,
  ],
}

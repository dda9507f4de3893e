// `crm jobs …`
import type { Group } from '../command.ts'
import { addCommand, editCommand, removeCommand, statusCommand } from './jobs-change.ts'
import { exportCommand } from './jobs-export.ts'
import { importCommand } from './jobs-import.ts'
import { listCommand, showCommand } from './jobs-read.ts'

export const group: Group = {
  name: 'jobs',
  about: 'The jobs you follow.',
  commands: [
    listCommand,
    showCommand,
    addCommand,
    editCommand,
    statusCommand,
    removeCommand,
    importCommand,
    exportCommand,
  ],
}

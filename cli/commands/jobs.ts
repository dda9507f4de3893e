// `crm jobs …`
import type { Group } from '../command.ts'
import { addCommand, editCommand, mergeCommand, removeCommand, statusCommand } from './jobs-change.ts'
import { openCommand } from './jobs-open.ts'
import { checkCommand } from './jobs-check.ts'
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
    openCommand,
    mergeCommand,
    checkCommand,
    removeCommand,
    importCommand,
    exportCommand,
  ],
}

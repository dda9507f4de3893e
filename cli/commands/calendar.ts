// `crm calendar …`
import type { Group } from '../command.ts'
import { addCommand } from './calendar-add.ts'
import { exportCommand } from './calendar-export.ts'
import { listCommand } from './calendar-list.ts'

export const group: Group = {
  name: 'calendar',
  about: 'Interviews, calls, deadlines.',
  commands: [listCommand, addCommand, exportCommand],
}

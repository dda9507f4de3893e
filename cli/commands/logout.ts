// `crm logout`; see login.ts.
import type { Group } from '../command.ts'
import { logoutCommand } from './login.ts'

export const group: Group = {
  name: 'logout',
  about: 'Return to the local database.',
  commands: [logoutCommand],
}

// The platform's folder for a program's data.
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The default of CRM_HOME; a system folder for root. */
export const dataFolder = (env: NodeJS.ProcessEnv): string => {
  if (process.getuid?.() === 0)
    return process.platform === 'darwin' ? '/Library/Application Support/crm' : '/var/lib/crm'
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'crm')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'crm')
}

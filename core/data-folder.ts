// The platform's folder for a program's data.
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The default of CRM_HOME; a system folder for root. */
export const dataFolder = (env: NodeJS.ProcessEnv, platform: string = process.platform): string => {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'crm')
  if (process.getuid?.() === 0)
    return platform === 'darwin' ? '/Library/Application Support/crm' : '/var/lib/crm'
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'crm')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'crm')
}

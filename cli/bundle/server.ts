// The bundle's entry point: connects to a remote crm, or runs the crm of this computer if none is configured.
import { messageOf } from '../../core/kernel/thrown.ts'
import { spawn } from 'node:child_process'
import { remoteReach } from '../commands/mcp-remote.ts'
import { grantFlags, permissionOf } from '../commands/mcp-grants.ts'
import { readConfig } from '../../core/config.ts'
import { lineLog } from '../../core/kernel/log.ts'
import { serveStdio } from '../../gateway/mcp/stdio.ts'

/** A setting; empty if it was not filled in, when some hosts pass the placeholder itself. */
const said = (name: string): string => {
  const text = process.env[name] ?? ''
  return text.startsWith('${') ? '' : text.trim()
}

const camel = (flag: string): string => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Parses `--allow-write=jobs --deny-ai` into the command's options. */
const options = Object.fromEntries(
  said('CRM_GRANTS')
    .split(/\s+/)
    .filter(Boolean)
    .map((word): [string, string | true] => {
      const [name = '', value] = word.replace(/^--/, '').split('=', 2)
      return [camel(name), value ?? true]
    }),
)

const note = (text: string): void => void process.stderr.write(`${text}\n`)

async function main(): Promise<void> {
  const permission = permissionOf(options)
  if (!said('CRM_SERVER')) {
    const child = spawn('crm', ['mcp', ...grantFlags(options)], {
      stdio: 'inherit',
      // What npm installs there is a batch file, which only a shell runs; the flags were checked above.
      shell: process.platform === 'win32',
    })
    child.once('error', () => {
      note('crm is not installed on this computer, and no server is named in the settings.')
      process.exit(1)
    })
    child.once('exit', (code) => process.exit(code ?? 1))
    return
  }
  const names = ['CRM_SERVER', 'CRM_TOKEN', 'CRM_INTELLIGENCE_KEY']
  const config = readConfig({}, Object.fromEntries(names.map((name) => [name, said(name)])))
  await serveStdio({
    input: process.stdin,
    output: process.stdout,
    permission,
    reach: remoteReach(config),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    log: lineLog('error', note),
    now: () => Date.now(),
  })
  process.exit(0)
}

main().catch((error: unknown) => {
  note(messageOf(error))
  process.exit(2)
})

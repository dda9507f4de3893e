// What a run of the tests started ends with it: every temporary folder of the run is in one, and a process that still knows
// that folder at the end, by its own folder or its environment, is ended. So is what an earlier run left that was killed.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = /^crm-run-(\d+)-/

/** Reads of /proc fail when a process ends meanwhile, or is another person's. */
function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The processes that know a folder. Only Linux says so without another program. */
function processesOf(folder: string): number[] {
  const pids = orEmpty(() => readdirSync('/proc').join(' ')).match(/\b\d+\b/g) ?? []
  return pids.map(Number).filter((pid) => {
    if (pid === process.pid || pid === process.ppid) return false
    const known = [
      orEmpty(() => readlinkSync(`/proc/${pid}/cwd`)),
      orEmpty(() => readFileSync(`/proc/${pid}/environ`, 'latin1')),
      orEmpty(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')),
    ]
    return known.some((text) => text.includes(folder))
  })
}

function clear(folder: string): void {
  for (const pid of processesOf(folder)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** What another user's run left is theirs to remove; root removes all. */
const isOurs = (folder: string): boolean =>
  [0, statSync(folder, { throwIfNoEntry: false })?.uid].includes(process.getuid?.() ?? 0)

/** How many projects of this run are not done. */
const projects = globalThis as { crmProjects?: number }

export default function setup(): () => void {
  const outer = process.env['CRM_RUN_OUTER'] ?? tmpdir()
  if (!projects.crmProjects) {
    for (const name of readdirSync(outer)) {
      const owner = NAME.exec(name)?.[1]
      if (owner !== undefined && !isAlive(Number(owner)) && isOurs(join(outer, name)))
        clear(join(outer, name))
    }
    process.env['CRM_RUN_OUTER'] = outer
    process.env['TMPDIR'] = mkdtempSync(join(outer, `crm-run-${process.pid}-`))
    // Postgres runs as another user where the tests run as root.
    chmodSync(process.env['TMPDIR'], 0o755)
  }
  projects.crmProjects = (projects.crmProjects ?? 0) + 1
  const folder = process.env['TMPDIR'] ?? ''
  return () => {
    projects.crmProjects = (projects.crmProjects ?? 1) - 1
    if (!projects.crmProjects) clear(folder)
  }
}

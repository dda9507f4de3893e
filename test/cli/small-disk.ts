// A disk of its own for a home, of any size, where this process may mount one: Linux, as root.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'

const MB = 1_000_000
const mounted: string[] = []

export interface SmallDisk {
  /** Makes it so large that this many megabytes are free. */
  leave(megabytes: number): void
}

/** Mounts a disk in memory at `folder`, which it makes; null where that is not allowed. */
export function smallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { mode: 0o755 })
  const options = ['-t', 'tmpfs', '-o', 'size=1g,mode=0755']
  if (spawnSync('mount', [...options, 'tmpfs', folder]).status !== 0) return null
  mounted.push(folder)
  return {
    leave(megabytes) {
      const { blocks, bavail, bsize } = statfsSync(folder)
      const bytes = (blocks - bavail) * bsize + megabytes * MB
      execFileSync('mount', ['-o', `remount,size=${bytes}`, folder])
    },
  }
}

/** Unmounts all of them; their servers are stopped. */
export function dropDisks(): void {
  for (const folder of mounted.splice(0)) spawnSync('umount', ['--lazy', folder])
}

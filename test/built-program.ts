// The terminal tests run the shipped bundle, rebuilt when a source file is newer.
import { spawnSync } from 'node:child_process'

export default function buildOnce(): void {
  const script = new URL('../cli/ensure-built.cjs', import.meta.url).pathname
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed; see above.')
}

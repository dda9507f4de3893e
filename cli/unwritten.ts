// Output that could not be written: nobody reads it any more, or the disk is full.
import { messageOf, systemCodeOf } from '../core/kernel/thrown.ts'
import { stderr } from './stderr.ts'

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** Returns the exit code. A reader that closed the pipe, as `crm jobs list | head -1` does, is no error. */
export function reportUnwritten(error: unknown): number {
  // A later write fails only because an earlier one did.
  const cause = process.stdout.errored ?? error
  const code = systemCodeOf(cause) ?? ''
  if (code === 'EPIPE') return 0
  stderr().write(`crm: The output could not be written: ${REASONS[code] ?? messageOf(cause)}.\n`)
  return 1
}

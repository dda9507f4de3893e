// Output that could not be written: nobody reads it any more, or the disk is full.
import { stderr } from './stderr.ts'

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/**
 * Reports why stdout could not be written and returns the exit code. That the
 * reader has closed the pipe, as `crm jobs list | head -1` does, is not an error.
 */
export function reportUnwritten(error: Error): number {
  // A later write fails only because an earlier one did.
  const { code = '', message } = (process.stdout.errored ?? error) as NodeJS.ErrnoException
  if (code === 'EPIPE') return 0
  stderr().write(`crm: The output could not be written: ${REASONS[code] ?? message}.\n`)
  return 1
}

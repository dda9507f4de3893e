// Refuses what is no year's base in its market, with the likely slip.
import { invalidInput } from '../../kernel/schema.ts'
import { slipOf } from './position.ts'

/** Throws `invalid_input` at the path for an amount that is no year's base in a market of this median. */
export function refuseSlip(median: number, base: number, path: string): void {
  const slip = slipOf(median, base)
  if (slip) throw invalidInput([{ path, message: slip }])
}

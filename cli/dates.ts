// The dates people type and read, where the terminal's commands look for them.
export { readInstant, showInstant, type Direction, type InstantStyle } from '../core/kernel/natural-dates.ts'

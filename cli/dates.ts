// Re-exports the parser of natural-language dates for the terminal's commands.
export { readInstant, showInstant, type Direction, type InstantStyle } from '../core/kernel/natural-dates.ts'

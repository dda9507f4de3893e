// Appends text to notes.
import { text, invalidInput } from './schema.ts'
import type { Zod } from './zod.ts'

export const MAX_NOTES = 50_000

export const appendNotesIn = (z: Zod) =>
  text(z, MAX_NOTES)
    .optional()
    .describe(`Added as a new line; notes hold up to ${MAX_NOTES} characters this way.`)

/** The notes with a text appended on a new line. Throws when they become too long. */
export function appended(notes: string | null, added: string | undefined): string | null {
  if (!added?.trim()) return notes
  const all = notes ? `${notes.replace(/\n$/, '')}\n${added}` : added
  const message = `would bring the notes to more than ${MAX_NOTES} characters`
  if (all.length > MAX_NOTES) throw invalidInput([{ path: 'appendNotes', message }])
  return all
}

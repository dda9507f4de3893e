// Text that a format cannot hold to the letter (line endings, control characters), beside what it can.

/** What must stand beside a text for it to come back to the letter, percent-encoded; null when `form` is enough. */
export const exactOf = (text: string, form: (text: string) => string): string | null =>
  form(text) === text ? null : encodeURIComponent(text)

/** The text as it was written, unless what stands beside it was changed in another program. */
export function restored(shown: string, exact: string | null, form: (text: string) => string): string {
  if (!exact) return shown
  try {
    const text = decodeURIComponent(exact)
    return form(text) === form(shown) ? text : shown
  } catch {
    return shown
  }
}

/** The display width of a text in columns. */
export function wideWidth(text: string): number

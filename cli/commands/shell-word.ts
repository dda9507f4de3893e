// Text inside a command line that is shown to be copied.

/** A word for the shell: bare if safe, else in single quotes. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

// stderr, opened on first use: most commands write nothing to it, and opening takes half a millisecond.

/** Stderr; words that nobody reads are no reason to stop the work. */
export function stderr(): NodeJS.WriteStream {
  const stream = process.stderr
  if (!stream.listenerCount('error')) stream.on('error', () => {})
  return stream
}

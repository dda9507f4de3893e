// stderr, opened on first use: most commands write nothing to it, and opening takes half a millisecond.

/** Returns stderr, ignoring write errors: a closed stderr must not stop the work. */
export function stderr(): NodeJS.WriteStream {
  const stream = process.stderr
  if (!stream.listenerCount('error')) stream.on('error', () => {})
  return stream
}

// Holds what is written to stderr while a view has the screen: the log and warnings must not be drawn across it.

/** The most parts that are kept; of more, the latest. */
const MAX_HELD = 200

/** Holds what is written to a terminal until the returned function is called, which writes it. */
export function holdLines(stderr: NodeJS.WriteStream): () => void {
  // In a file they disturb nobody, and there they are read while the view is open.
  if (!stderr.isTTY) return () => {}
  const held: (string | Uint8Array)[] = []
  const { write } = stderr
  stderr.write = (part: string | Uint8Array, ...rest: unknown[]): boolean => {
    held.push(part)
    if (held.length > MAX_HELD) held.shift()
    // A stream's callbacks take at most an error.
    const done = rest.find((each): each is () => void => typeof each === 'function')
    if (done) setImmediate(done)
    return true
  }
  return () => {
    stderr.write = write
    for (const part of held.splice(0)) stderr.write(part)
  }
}

// Asks for a line of text on a terminal.
import { createInterface } from 'node:readline/promises'

/** The answer, or the suggestion when it is empty; the question goes to stderr, like every other. */
export async function askText(what: string, suggestion: string | undefined): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(suggestion ? `${what} [${suggestion}]: ` : `${what}: `)
    return answer.trim() || (suggestion ?? '')
  } finally {
    lines.close()
  }
}

// The log of a server: JSON lines on stderr, with secrets redacted.
import { pino, destination } from 'pino'
import { isoOf, systemClock } from '../core/kernel/clock.ts'
import { redact, type Log, type LogLevel } from '../core/kernel/log.ts'

export const serverLog = (level: LogLevel): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: isoTime(),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: errorInWords, cause: errorInWords },
    },
    { write: stderrInBatches() },
  )

const BATCH_CHARACTERS = 16_000
const BATCH_MS = 100

/** Writes eighty lines at a time or ten times a second, and the rest at exit: a write per line took a third of a response. */
function stderrInBatches(): (line: string) => void {
  const stream = destination({ dest: 2, sync: false })
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const batch = redact(pending)
    pending = ''
    if (batch) stream.write(batch)
  }
  process.once('exit', () => {
    flush()
    stream.flushSync()
  })
  return (line) => {
    pending += line
    if (pending.length >= BATCH_CHARACTERS) flush()
    else timer ??= setTimeout(flush, BATCH_MS).unref()
  }
}

/** Lines of the same millisecond share its text, because formatting it takes as long as the rest of a line. */
function isoTime(): () => string {
  let writtenMs = NaN
  let text = ''
  return () => {
    const nowMs = systemClock.now()
    if (nowMs !== writtenMs) text = `,"time":"${isoOf((writtenMs = nowMs))}"`
    return text
  }
}

/** The message and stack of an error without its other properties, which may contain what a client sent. */
const errorInWords = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error && { code: error.code }) }
}

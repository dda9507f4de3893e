// Prints what `jq -r` prints for these values.
import { messageOf } from '../core/kernel/errors.ts'
import { misused } from './command.ts'

export async function filtered(values: readonly unknown[], filter: string): Promise<string> {
  const { default: jq, raw = jq.raw } = await import('jq-wasm')
  const parts: string[] = []
  for (const value of values)
    parts.push(
      await raw(JSON.stringify(value), filter, ['-r', '-c']).catch((error: unknown) =>
        misused(`--jq: ${messageOf(error).trim()}`),
      ),
    )
  return parts.map((part) => (part === '' || part.endsWith('\n') ? part : `${part}\n`)).join('')
}

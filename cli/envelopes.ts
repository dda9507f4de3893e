// Envelopes of pay results. Commands use the data inside; `--json` prints the envelope, as the API does.
import { isPage, type Envelope } from '../core/intelligence/envelope.ts'
import { familyOf } from '../core/kernel/family.ts'

export const speaksOfPay = (op: Parameters<typeof familyOf>[0]): boolean =>
  familyOf(op).name === 'intelligence'

export type Envelopes = ReturnType<typeof createEnvelopes>

export function createEnvelopes() {
  const kept = new WeakMap<object, Envelope>()
  const keep = <Answer>(answer: Answer, envelope: Envelope): Answer => {
    if (typeof answer === 'object' && answer !== null) kept.set(answer, envelope)
    return answer
  }
  return {
    keep,
    partOf<Part extends object>(answer: object, part: Part): Part {
      const envelope = kept.get(answer)
      return envelope ? keep(part, envelope) : part
    },
    whole(answer: unknown): unknown {
      const envelope = typeof answer === 'object' && answer !== null ? kept.get(answer) : undefined
      return envelope ? { ...(isPage(answer) ? answer : { data: answer }), ...envelope } : answer
    },
  }
}

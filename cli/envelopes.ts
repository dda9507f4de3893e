// Envelopes of pay results. Commands use the data inside; `--json` prints the envelope, as the API does.
import { isPage, type Envelope } from '../core/intelligence/envelope.ts'

export interface Envelopes {
  keep<Answer>(answer: Answer, envelope: Envelope): Answer
  partOf<Part extends object>(answer: object, part: Part): Part
  whole(answer: unknown): unknown
}

export function createEnvelopes(): Envelopes {
  const kept = new WeakMap<object, Envelope>()
  const keep: Envelopes['keep'] = (answer, envelope) => {
    if (typeof answer === 'object' && answer !== null) kept.set(answer, envelope)
    return answer
  }
  return {
    keep,
    partOf(answer, part) {
      const envelope = kept.get(answer)
      return envelope ? keep(part, envelope) : part
    },
    whole(answer) {
      const envelope = typeof answer === 'object' && answer !== null ? kept.get(answer) : undefined
      return envelope ? { ...(isPage(answer) ? answer : { data: answer }), ...envelope } : answer
    },
  }
}

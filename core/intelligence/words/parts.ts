// Texts that hold more than a title: separators make parts of them, one of which may be the title itself.

const SEPARATOR =
  /\s+[-–—|•·@/]\s*|[-–—/]\s+|\s*[|•·:!;,]\s+|\s*[([{]\s*|\s*[)\]}]\s*|(?<=[a-z]{3})\/(?=[a-z]{3})|\s+(?:for|in|at|with|within)\s+/i

export interface Part {
  title: string
  others: string[]
}

/** The parts that separators make of a text: "Truck Driver - Home Daily", "Hiring: accountant"; none of one part. */
export function partsOf(text: string): Part[] {
  const parts = text.split(SEPARATOR).filter((part) => /\p{L}/u.test(part))
  if (parts.length < 2) return []
  return parts.map((title, at) => ({ title, others: parts.filter((_, place) => place !== at) }))
}

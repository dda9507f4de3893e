// Walking through all pages of a list.

interface Page {
  nextCursor: string | null
  total: number
}

/** One page, or with `all` every page joined into one. */
export async function everyPage<Noun extends string, Row, P extends Page & Record<Noun, Row[]>>(
  all: boolean,
  noun: Noun,
  read: (more: { cursor?: string; limit?: number }) => Promise<P>,
): Promise<P> {
  if (!all) return read({})
  const rows: Row[] = []
  let page = await read({ limit: 100 })
  rows.push(...page[noun])
  while (page.nextCursor !== null) {
    page = await read({ limit: 100, cursor: page.nextCursor })
    rows.push(...page[noun])
  }
  return { ...page, [noun]: rows, total: rows.length }
}

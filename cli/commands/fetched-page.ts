// A posting's page, fetched by the core through the outbound guard.
import { fetchJd } from '../../core/scout/fetch-posting.ts'
import type { Run } from '../command.ts'
import { createProgress } from '../ui/progress.ts'

export interface FetchedPage {
  text: string
  url: string
  meta: Record<string, unknown>
  left: { field: string; text: string; why: string }[]
}

export async function fetchPage({ client }: Pick<Run, 'client'>, url: string): Promise<FetchedPage> {
  const progress = createProgress()
  const ticking = setInterval(() => progress.update(`Fetching ${new URL(url).host} …`), 500)
  try {
    return await client.call(fetchJd, { url: url.trim() })
  } finally {
    clearInterval(ticking)
    progress.end()
  }
}

// Reads all pages of a board, unless the host says that it is unchanged.
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { decodePage } from '../scout/charset.ts'
import { listAddress, type Board } from './board.ts'
import { BoardFault, statusFault, asUnknownIfRedirected } from './fault.ts'
import type { FetchedPage } from '../outbound/fetch.ts'
import { UnexpectedAnswerError, type FoundPosting } from './found-posting.ts'
import type { HostTurn } from './host-turn.ts'

export interface Validators {
  etag: string | null
  lastModified: string | null
  digest: Buffer | null
}

export interface BoardReading extends Validators {
  company: string | null
  postings: FoundPosting[]
  /** Whether the whole board was read. Only then can a posting count as missing. */
  isComplete: boolean
}

/** crm reads only this much of larger boards, and then counts no posting as missing. */
const MAX_PAGES = 60
const MAX_POSTINGS = 10_000

/** The board's postings; null if the board is unchanged since `known`. Throws BoardFault. */
export async function readBoard(
  turn: HostTurn,
  board: Board,
  known: Validators | null,
): Promise<BoardReading | null> {
  const digest = createHash('sha256')
  const postings = new Map<string, FoundPosting>()
  let [url, page, rows]: [string | null, number, number] = [listAddress(board), 0, 0]
  let total: number | null = null
  let [company, etag, lastModified]: [string | null, string | null, string | null] = [null, null, null]
  for (; url !== null && page < MAX_PAGES && rows < MAX_POSTINGS; page += 1) {
    const answer = await pageAt(turn, board, url, page === 0 ? known : null)
    if (answer === null) return null
    digest.update(answer.body)
    ;[etag, lastModified] = [answer.etag, answer.lastModified]
    const listing = await readPage(board, url, textOfAnswer(answer))
    company ??= listing.company
    total = listing.total ?? total
    rows += listing.postings.length
    for (const posting of listing.postings) {
      const earlier = postings.get(posting.externalId)
      // If a later page repeats a posting, its text fills in a missing one.
      postings.set(posting.externalId, earlier ? { ...earlier, text: earlier.text ?? posting.text } : posting)
    }
    url = listing.next
  }
  const bytes = digest.digest()
  if (known?.digest?.equals(bytes)) return null
  // An empty list is more often an error than the end of all openings. Some systems return one for unknown boards.
  const isEmpty = postings.size === 0
  const isComplete =
    url === null && !isEmpty && !board.system.isPartial && (typeof total !== 'number' || rows >= total)
  // Validators belong to one page, so they say nothing about a board of several pages.
  const validators = page === 1 ? { etag, lastModified } : { etag: null, lastModified: null }
  return { company, postings: [...postings.values()], digest: bytes, isComplete, ...validators }
}

/** Decodes an answer as UTF-8 if its bytes are valid UTF-8 (JSON always is), otherwise by its declared charset. */
export const textOfAnswer = ({ body, contentType }: Pick<FetchedPage, 'body' | 'contentType'>): string =>
  decodePage({ body, contentType: isUtf8(body) ? 'text/plain; charset=utf-8' : contentType })

/** Reads one page; null if the host reports no change. */
async function pageAt(turn: HostTurn, { system }: Board, url: string, known: Validators | null) {
  const conditions = {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && !known.etag && { 'if-modified-since': known.lastModified }),
  }
  const { accept, robotsExempt, mostRedirects } = system
  const request = { accept, robotsExempt, mostRedirects, headers: conditions }
  const answer = await turn.get(url, request).catch((error: unknown) => {
    throw mostRedirects === undefined ? error : asUnknownIfRedirected(new URL(url).host, error)
  })
  if (answer.status === 304 && Object.keys(conditions).length > 0) return null
  if (answer.status !== 200) throw statusFault(new URL(url).host, answer.status)
  return answer
}

async function readPage({ system, token }: Board, url: string, body: string) {
  try {
    return await system.read({ url, body }, token)
  } catch (error) {
    if (!(error instanceof UnexpectedAnswerError)) throw error
    throw new BoardFault(`The answer of ${new URL(url).host} ${error.message}.`, { cause: error })
  }
}

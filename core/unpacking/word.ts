// Reads the text of a Word document (.docx) as a stream. A library that loads the whole document needed 23 s and 1.4 GB
// of memory for eight megabytes.
import { fail } from '../kernel/errors.ts'
import { entriesOf } from './archive.ts'
import { DOCUMENT, openMeter } from './bounds.ts'
import { readXml, TooDeepError } from './markup.ts'

const MAIN_PART = /^word\/document\d*\.xml$/

/** The text, one line per paragraph. Throws `unpacking_refused` if it is too large or has no main part. */
export async function readWord(name: string, bytes: Buffer): Promise<string> {
  const meter = openMeter(name, bytes.length, DOCUMENT)
  const main = (await entriesOf(name, bytes, meter)).find((entry) => MAIN_PART.test(entry.name))
  if (!main) return fail('unpacking_refused', { name, reason: 'it is no Word document' })
  const parts: string[] = []
  let [isText, skippedDepth] = [false, 0]
  try {
    await readXml(main, {
      onopentagname(tag) {
        if (SKIPPED.has(tag)) skippedDepth += 1
        if (tag === 'w:t') isText = true
        if (!skippedDepth && ELEMENT_TEXT[tag]) parts.push(ELEMENT_TEXT[tag])
      },
      ontext(data) {
        if (isText && !skippedDepth) parts.push(data)
      },
      onclosetag(tag) {
        if (SKIPPED.has(tag)) skippedDepth -= 1
        if (tag === 'w:t') isText = false
        if (!skippedDepth && tag === 'w:p') parts.push('\n')
      },
    })
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error
    fail('unpacking_refused', { name, reason: `it ${error.message}` })
  }
  return parts.join('')
}

const ELEMENT_TEXT: Record<string, string> = {
  'w:tab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
}
/** Elements that are skipped: deleted text, copies of text boxes for older programs, and tab stops, which are named as tabs are. */
const SKIPPED = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:tabs'])

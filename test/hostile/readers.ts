// Every reader of text from outside, each behind the door through which such a text comes.
import JSZip from 'jszip'
import { readIcs } from '../../core/calendar/import/read-ics.ts'
import { readVcards } from '../../core/contacts/import/vcard.ts'
import { contactTable } from '../../core/contacts/import/columns.ts'
import { understand } from '../../core/inbox/meaning/understand.ts'
import { prepare } from '../../core/inbox/meaning/tracked.ts'
import { companyKey, employerIn } from '../../core/inbox/meaning/names.ts'
import { personIn } from '../../core/reading/people.ts'
import { fold } from '../../core/inbox/meaning/sentences.ts'
import { decodeMail } from '../../core/inbox/reading/decode.ts'
import { glanceAt } from '../../core/inbox/reading/glance.ts'
import { openShipped } from '../../core/intelligence/file/shipped.ts'
import { openWords } from '../../core/intelligence/words/book.ts'
import { readPlace, readQuestion } from '../../core/intelligence/words/question.ts'
import { peopleIn } from '../../core/jobs/import/people.ts'
import { jobTable } from '../../core/jobs/import/columns.ts'
import { canonicalUrl, requisitionId } from '../../core/jobs/canonical-url.ts'
import { normalisedCompany, placeWords, requisitionInTitle, titleWords } from '../../core/jobs/names.ts'
import { payOnPage } from '../../core/reading/pay-on-page.ts'
import { readPay } from '../../core/reading/pay.ts'
import { isCrmError } from '../../core/kernel/errors.ts'
import { folded } from '../../core/kernel/folded.ts'

import { readMoment } from '../../core/reading/moments.ts'
import { readDate, readPastDay } from '../../core/reading/table-dates.ts'
import { readZoneName } from '../../core/reading/zones.ts'
import { isWebAddress } from '../../core/kernel/addresses.ts'
import { readOffer } from '../../core/offers/reading/read.ts'
import { postingsIn } from '../../core/scout/json-ld.ts'
import { readPage } from '../../core/scout/page.ts'
import { readCsv } from '../../core/sheets/csv.ts'

import { readJson } from '../../core/sheets/json.ts'
import { plainOf } from '../../core/sheets/markup-cell.ts'
import { splitTags } from '../../core/sheets/text.ts'
import { readWorkbook } from '../../core/sheets/workbook.ts'
import { readMail } from '../../core/unpacking/mail.ts'
import { visibleText } from '../../core/unpacking/visible-text.ts'
import { readWord } from '../../core/unpacking/word.ts'
import { UnexpectedAnswerError } from '../../core/watch/found-posting.ts'
import { postingText } from '../../core/watch/posting-pay.ts'
import { zonesIn } from '../../core/reading/stated-zones.ts'
import { feed } from '../../core/watch/systems/feed.ts'
import { greenhouse } from '../../core/watch/systems/json-boards.ts'
import { personio } from '../../core/watch/systems/personio.ts'

export interface Reader {
  /** Puts the hostile text where the reader finds it. */
  wrap(text: string): unknown
  read(input: never): Promise<unknown>
  /** The longest text that a gateway passes on to it. */
  most?: number
}

const reader = <T>(wrap: (text: string) => T | Promise<T>, read: (input: T) => unknown): Reader => ({
  wrap,
  // Only `wrap` makes what is read.
  read: (input: never) => refusable(() => read(input)),
})
const plainly = (read: (text: string) => unknown): Reader => reader((text) => text, read)

const NOW = '2026-03-02T10:00:00.000Z'
const JOB = {
  id: 'job',
  company: 'Halvorsen Instruments',
  role: 'Data Analyst',
  status: 'applied',
  url: null,
  location: null,
  contacts: [],
  aliases: [],
}
const KNOWN = {
  jobs: prepare([JOB]),
  ownAddresses: new Set<string>(),
  jobOf: () => undefined,
  endedJobIds: new Set<string>(),
  now: NOW,
}
const mailOf = (body: string, type = 'text/plain', more = ''): Buffer =>
  Buffer.from(
    `From: Jobs <jobs@halvorsen.example>\r\nSubject: Your application\r\nDate: Mon, 2 Mar 2026 10:00:00 +0100\r\nMessage-ID: <a@b.example>\r\n${more}Content-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
  )
const understood = async (bytes: Buffer) => {
  glanceAt(bytes)
  return understand(await decodeMail(bytes), KNOWN)
}
const zipOf = (files: Record<string, string>): Promise<Buffer> => {
  const zip = new JSZip()
  for (const [name, text] of Object.entries(files)) zip.file(name, text, { compression: 'STORE' })
  return zip.generateAsync({ type: 'nodebuffer' })
}
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const row = (text: string): string =>
  `<row><c t="inlineStr"><is><t>Company</t></is></c><c t="inlineStr"><is><t>Role</t></is></c></row>${text}`
const sheetOf = (text: string): Promise<Buffer> =>
  zipOf({
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row(text)}</sheetData></worksheet>`,
  })

let book: ReturnType<typeof openWords> | undefined
const words = () => (book ??= openWords(openShipped()))

export const READERS: Readonly<Record<string, Reader>> = {
  'a mail of plain text': reader((text) => mailOf(text), understood),
  'a mail of HTML': reader((text) => mailOf(text, 'text/html'), understood),
  'the headers of a mail': reader(
    (text) => mailOf('Hello', 'text/plain', `X-Long: ${text.replaceAll('\n', '\n ')}\r\n`),
    understood,
  ),
  'the raw lines of a mail': reader(
    (text) => Buffer.from(`From: a@b.example\r\n${text}\r\n\r\nHello`),
    understood,
  ),
  'the subject of a mail': reader(
    (text) =>
      Buffer.from(
        `From: a@b.example\r\nMessage-ID: <a@b.example>\r\nSubject: ${text.replace(/[\r\n]/g, ' ')}\r\n\r\nHello`,
      ),
    understood,
  ),
  'the parts of a mail': reader(
    (text) =>
      mailOf(
        `--x\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--x\r\nContent-Type: text/html\r\n\r\n${text}\r\n--x--\r\n`,
        'multipart/alternative; boundary=x',
      ),
    understood,
  ),
  'an invitation in a mail': reader(
    (text) =>
      mailOf(
        `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260303T100000Z\r\nUID:1\r\nSUMMARY:${text}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
        'text/calendar',
      ),
    understood,
  ),
  'a mail as a document': reader(
    (text) => mailOf(text, 'text/html'),
    (bytes: Buffer) => readMail('a.eml', bytes),
  ),
  'visible HTML': plainly(visibleText),
  'a page': reader(
    (text) => ({ body: Buffer.from(`<html><body>${text}</body></html>`), contentType: 'text/html' }),
    readPage,
  ),
  'a bare page': reader(
    (text) => ({ body: Buffer.from(`<html>${text}`), contentType: 'text/html' }),
    readPage,
  ),
  'a posting of a board': plainly((text) => postingText(text)),
  'JSON-LD': plainly((text) =>
    postingsIn([`{"@type": "JobPosting", "description": ${JSON.stringify(text)}}`]),
  ),
  'broken JSON-LD': plainly((text) => postingsIn([`{"@type": "JobPosting", ${text}`])),
  'a feed': reader(
    (text) => ({
      url: 'https://a.example/feed',
      body: `<rss><channel><item><title>Engineer</title><link>https://a.example/1</link><description>${xml(text)}</description></item></channel></rss>`,
    }),
    (answer) => feed.read(answer, ''),
  ),
  'the markup of a feed': reader(
    (text) => ({ url: 'https://a.example/feed', body: `<rss><channel>${text}</channel></rss>` }),
    (answer) => feed.read(answer, ''),
  ),
  'an XML board': reader(
    (text) => ({
      url: 'https://a.example',
      body: `<workzag-jobs><position><id>1</id><name>Engineer</name><jobDescriptions>${text}</jobDescriptions></position></workzag-jobs>`,
    }),
    (answer) => personio.read(answer, 'a'),
  ),
  'a JSON board': reader(
    (text) => ({
      url: 'https://a.example',
      body: JSON.stringify({
        jobs: [
          {
            id: 1,
            title: text,
            absolute_url: 'https://a.example/1',
            content: text,
            location: { name: text },
          },
        ],
      }),
    }),
    (answer) => greenhouse.read(answer, 'a'),
  ),
  CSV: plainly((text) => readCsv(`Company,Role\n${text}`, jobTable)),
  'a bare CSV': plainly((text) => readCsv(text, contactTable)),
  JSON: plainly((text) => readJson(text, jobTable)),
  'JSON cells': plainly((text) => readJson(JSON.stringify([{ company: text, role: text }]), jobTable)),
  cells: plainly((text) => plainOf(text)),
  'tags of a cell': plainly((text) => splitTags(text)),
  'people of jobs': plainly((text) => {
    const parts = [text, ...(text.match(/[^]{1,500}/g) ?? [])]
    return parts.map((part) => peopleIn(new Map([['contact', part], ['contactEmail', part]] as const))) // prettier-ignore
  }),
  'cells of markup': plainly((text) => plainOf(`<b>${text}</b>`)),
  'a workbook': reader(
    (text) => sheetOf(text),
    (bytes: Buffer) => readWorkbook('a.xlsx', bytes, jobTable),
  ),
  'cells of a workbook': reader(
    (text) =>
      sheetOf(
        `<row>${Array.from({ length: Math.ceil(text.length / 1000) }, (_, at) => `<c t="inlineStr"><is><t>${xml(text.slice(at * 1000, at * 1000 + 1000))}</t></is></c>`).join('')}</row>`,
      ),
    (bytes: Buffer) => readWorkbook('a.xlsx', bytes, jobTable),
  ),
  'a Word document': reader(
    (text) => zipOf({ 'word/document.xml': `<w:document><w:p><w:t>${xml(text)}</w:t></w:p></w:document>` }),
    (bytes: Buffer) => readWord('a.docx', bytes),
  ),
  'the markup of a Word document': reader(
    (text) => zipOf({ 'word/document.xml': `<w:document>${text}</w:document>` }),
    (bytes: Buffer) => readWord('a.docx', bytes),
  ),
  'a PDF': reader((text) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`), readPdf),
  vCards: plainly((text) => readVcards(`BEGIN:VCARD\nVERSION:3.0\nFN:A\nNOTE:${text}\nEND:VCARD\n`)),
  'lines of vCards': plainly((text) => readVcards(`BEGIN:VCARD\n${text}\nEND:VCARD`)),
  'many vCards': plainly((text) => readVcards('BEGIN:VCARD\nFN:A\nEND:VCARD\n'.repeat(text.length / 30))),
  'open vCards': plainly((text) => readVcards('BEGIN:VCARD\n'.repeat(text.length / 12))),
  'a calendar': plainly((text) =>
    readIcs(
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260303T100000Z\nSUMMARY:${text}\nEND:VEVENT\nEND:VCALENDAR`,
      'UTC',
    ),
  ),
  'lines of a calendar': plainly((text) => readIcs(text, 'UTC')),
  'parameters of a calendar': plainly((text) =>
    readIcs(
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID=${text}:20260303T100000\nEND:VEVENT\nEND:VCALENDAR`,
      'UTC',
    ),
  ),
  dates: plainly((text) => readMoment(text, new Date(NOW), 'UTC')),
  'dates of tables': plainly((text) => readDate(text, { dateOrder: null, timeZone: 'UTC' })),
  'days without a year': plainly((text) => readPastDay(text, { dateOrder: null, timeZone: 'UTC' }, 0)),
  pay: plainly((text) => readPay(text)),
  'pay in a text': plainly((text) => payOnPage(`Salary: ${text}`)),
  titles: plainly((text) => readQuestion(words(), { role: text })),
  places: plainly((text) => readPlace(words(), text)),
  'names of jobs': plainly((text) => [
    normalisedCompany(text),
    titleWords(text),
    placeWords(text),
    requisitionInTitle(text),
    folded(text),
  ]),
  'names in mail': plainly((text) => [companyKey(text), employerIn(text), personIn(text), fold(text)]),
  zones: plainly((text) => [zonesIn(text, 0), readZoneName(text, () => undefined)]),
  offers: {
    ...plainly((text) => readOffer(text, { now: Date.parse(NOW), timeZone: 'UTC' })),
    most: 20_000,
  },
  addresses: plainly((text) => [
    isWebAddress(`https://${text}`),
    canonicalUrl(`https://a.example/${text}`),
    requisitionId(text),
  ]),
}

/** What a reader refuses with a reason is read as far as it goes. */
async function refusable(read: () => unknown): Promise<unknown> {
  try {
    return await read()
  } catch (error) {
    if (isCrmError(error) || error instanceof UnexpectedAnswerError) return error.message
    throw error
  }
}

async function readPdf(bytes: Buffer): Promise<unknown> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    return await extractText(await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }), {
      mergePages: true,
    })
  } catch {
    return null
  }
}

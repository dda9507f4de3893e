// Messages as mail programs write them: charsets that lie, attached messages, and parts that cannot be read.
import { afterEach, expect, test, vi } from 'vitest'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { glanceAt } from '../../../core/inbox/reading/glance.ts'
import { letterOf } from '../../../core/inbox/reading/letter.ts'

afterEach(() => void vi.unstubAllEnvs())

const HEAD = 'From: Dana Fox <dana@globex.example>\r\nSubject: x\r\nMIME-Version: 1.0\r\n'
const read = (rest: string, encoding: BufferEncoding = 'utf8') =>
  decodeMail(Buffer.from(HEAD + rest, encoding))
const plain = (charset: string, body: string, more = '') =>
  `Content-Type: text/plain; charset=${charset}\r\n${more}\r\n${body}`
const parts = (...each: string[]) =>
  `Content-Type: multipart/mixed; boundary=cut\r\n\r\n${each.map((part) => `--cut\r\n${part}\r\n`).join('')}--cut--\r\n`
const attached = (type: string, name: string, bytes: Buffer) =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`

test.each(['windows-1252', 'iso-8859-1'])(
  '%s keeps the quotes, dashes and euro signs of Windows',
  async (charset) => {
    const { text } = await read(plain(charset, 'We\x92ve set \x8085,000 \x96 really\x85'), 'latin1')
    expect(text).toBe('We’ve set €85,000 – really…')
  },
)

test('a charset that does not fit the bytes is corrected', async () => {
  expect((await read(plain('utf-8', 'Grüße, Jürgen'), 'latin1')).text).toBe('Grüße, Jürgen')
  expect((await read(plain('iso-8859-1', 'Grüße, Jürgen'))).text).toBe('Grüße, Jürgen')
  expect((await read('Content-Type: text/html\r\n\r\n<p>Grüße</p>', 'latin1')).text).toBe('Grüße')
  const oneDamagedByte = Buffer.concat([
    Buffer.from(`${HEAD}${plain('utf-8', 'Grüße ')}`),
    Buffer.from([0xc3, 0x0a]),
  ])
  expect((await decodeMail(oneDamagedByte)).text).toContain('Grüße')
})

test('a line that was broken with spaces after its equals sign is joined', async () => {
  const quoted = plain(
    'utf-8',
    'at 1=  \r\n4:00 or 1=\t\n5:00\r\n',
    'Content-Transfer-Encoding: quoted-printable\r\n',
  )
  expect((await read(quoted)).text).toBe('at 14:00 or 15:00')
})

test('a mark of the byte order and line ends of old programs are no obstacle', async () => {
  const message = `${HEAD}${plain('utf-8', 'Hello.')}`
  for (const each of [`\uFEFF${message}`, message.replace(/\r\n/g, '\r')])
    expect(await decodeMail(Buffer.from(each))).toMatchObject({
      from: { address: 'dana@globex.example' },
      text: 'Hello.',
    })
})

test.each(['message/rfc822', 'application/octet-stream'])(
  'a message that is attached as %s is read as one that is forwarded',
  async (type) => {
    const inner = `From: Jobs <jobs@initech.example>\r\nSubject: Your application\r\nDate: Fri, 20 Nov 2026 09:00:00 +0000\r\n${plain('utf-8', 'No, sorry.')}`
    const mail = await read(
      parts(plain('utf-8', 'See below.'), attached(type, 'letter.eml', Buffer.from(inner))),
    )
    expect(letterOf(mail)).toMatchObject({
      own: 'See below.',
      forwarded: {
        from: { address: 'jobs@initech.example' },
        subject: 'Your application',
        text: 'No, sorry.',
      },
    })
  },
)

const message = (name: string, rest: string) =>
  `From: ${name} <${name}@initech.example>\r\nSubject: About ${name}\r\nDate: Fri, 20 Nov 2026 09:00:00 +0100\r\nMessage-ID: <${name}@initech.example>\r\n${rest}`
const eml = (name: string, rest: string) =>
  attached('application/octet-stream', `${name}.eml`, Buffer.from(message(name, rest)))

test('of several attached messages, and of those attached to them, each is read as forwarded', async () => {
  const nested = parts(plain('utf-8', 'Below.'), eml('inner', plain('utf-8', 'The inner.')))
  const mail = await read(
    parts(
      plain('utf-8', 'See all.'),
      eml('one', nested.replaceAll('cut', 'sliced')),
      eml('two', plain('utf-8', 'The second.')),
      attached('message/rfc822', 'broken.eml', Buffer.from('no message')),
    ),
  )
  expect(letterOf(mail).forwarded).toMatchObject({ subject: 'About one', text: 'Below.' })
  expect(mail).toMatchObject({ unread: ['broken.eml'], unopened: 1 })
  const [two, inner] = mail.attached
  expect(two).toMatchObject({ from: { address: 'dana@globex.example' }, messageId: 'two@initech.example' })
  expect(letterOf(two!)).toMatchObject({ own: '', forwarded: { subject: 'About two', text: 'The second.' } })
  expect(inner?.from?.address).toBe('one@initech.example')
  expect(inner?.sentAt).toBe('2026-11-20T08:00:00.000Z')
  expect(letterOf(inner!).forwarded?.text).toBe('The inner.')
})

test('attached messages beyond a number and a depth are counted and named', async () => {
  const many = Array.from({ length: 62 }, (_, at) => eml(`m${at}`, plain('utf-8', `Number ${at}.`)))
  const wide = await read(parts(...many))
  expect([wide.attached.length, wide.unopened]).toEqual([49, 12])
  expect([wide.unread[0], wide.unread.length, wide.unread.at(-1)]).toEqual(['m50.eml', 11, '2 more'])
  let deep = plain('utf-8', 'The end.')
  for (let level = 6; level > 0; level -= 1)
    deep = parts(eml(`level${level}`, deep)).replaceAll('cut', `cut${level}`)
  const { attached, unopened } = await read(deep)
  expect([attached.length, unopened, attached.at(-1)?.unread]).toEqual([4, 1, ['level6.eml']])
})

test('attachments that are not read are named, and pictures and signatures are not', async () => {
  const mail = await read(
    parts(
      plain('utf-8', 'See the letter.'),
      attached('application/pdf', 'letter.pdf', Buffer.from('%PDF')),
      attached('application/ms-tnef', 'winmail.dat', Buffer.from('x')),
      attached('text/calendar', 'broken.ics', Buffer.from('\uFEFFBEGIN:VCALENDAR', 'utf16le')),
      attached('image/png', 'logo.png', Buffer.from('x')),
      attached('application/pgp-signature', 'signature.asc', Buffer.from('x')),
    ),
  )
  expect(mail.unread).toEqual(['letter.pdf', 'winmail.dat', 'broken.ics'])
})

test('plain text that only leads to the page is passed over for the page', async () => {
  const page =
    '<p>Thank you for applying. Unfortunately we chose somebody else, and we wish you luck.</p>'.repeat(2)
  const mail = await read(
    `Content-Type: multipart/alternative; boundary=cut\r\n\r\n--cut\r\n${plain('utf-8', 'An update. Sign in to our portal and read it there, please.')}\r\n--cut\r\nContent-Type: text/html\r\n\r\n${page}\r\n--cut--`,
  )
  expect(mail.text).toContain('somebody else')
})

test.each([
  ['d0cf11e0a1b11ae1', /Outlook/],
  ['2142444e', /Outlook/],
  ['504b0304', /compressed/],
  ['1f8b0800', /compressed/],
])('a file that begins with %s is refused with what to do', async (start, why) => {
  await expect(decodeMail(Buffer.from(start + '00'.repeat(40), 'hex'))).rejects.toThrow(why)
})

test.each([
  ['old.pst', /mailbox of Outlook/],
  ['old.olm', /Outlook for Mac/],
  ['old.zip', /compressed/],
  ['old.eml', /no headers/],
])('a damaged file is refused by its name: %s', async (name, why) => {
  await expect(decodeMail(Buffer.from(name.endsWith('olm') ? 'PK\x03\x04' : '\0'), name)).rejects.toThrow(why)
})

test.each([
  ['message/partial; id="a"; number=2; total=3', /one part of a longer one/],
  ['multipart/alternative', /where its parts begin/],
])('a message of the type %s is refused with what to do', async (type, why) => {
  const message = `Subject: x\r\nContent-Type: ${type}\r\n\r\n--a\r\n\r\nHello.\r\n--a--\r\n`
  await expect(decodeMail(Buffer.from(message))).rejects.toThrow(why)
})

test('an attachment in the text itself is named', async () => {
  const mail = await read(plain('utf-8', 'See the letter.\n\nbegin 644 letter.txt\n#0V%%T\n`\nend\n'))
  expect(mail.unread).toEqual(['letter.txt'])
})

test('no length of a sender or a date holds the reader up', async () => {
  const began = performance.now()
  const long = 'a'.repeat(200_000)
  const id = 'Message-ID: <a@b.example>'
  expect(glanceAt(Buffer.from(`From: ${long}\r\n${id}\r\n\r\nHello.`))?.from).toBe('')
  const passedOn = `---------- Forwarded message ---------\nFrom: ${long}\nSubject: x\n\nHello.`
  expect(letterOf({ text: passedOn }).forwarded?.from?.address).toBe('')
  expect(glanceAt(Buffer.from(`From: a@b.example\r\n${id}\r\n\r\nsee one.eml`))?.isOpaque).toBe(true)
  const date = `Date: Tue, 01 Sep 2026 10:00:00 +0000${' '.repeat(200_000)}x`
  expect((await read(`${date}\r\n\r\nHello.`)).offsetMinutes).toBeNull()
  expect(performance.now() - began).toBeLessThan(5_000)
})

test.each([
  ['Tue, 01 Sep 2026 10:00:00 CEST', '2026-09-01T08:00:00.000Z'],
  ['Tue, 01 Sep 2026 10:00:00 EST', '2026-09-01T15:00:00.000Z'],
  ['Tue, 01 Sep 2026 10:00:00 XYZ', null],
  ['Tue, 01 Sep 2026 10:00:00 -0400 (EDT)', '2026-09-01T14:00:00.000Z'],
  ['Tue, 01 Sep 2026 10:00:00', '2026-09-01T10:00:00.000Z'],
  ['1 Sep 2026 10:00 (local)', '2026-09-01T10:00:00.000Z'],
  ['Tue Sep  1 10:00:00 2026', '2026-09-01T10:00:00.000Z'],
])('a message of %s was sent at %s, on a machine in any zone', async (date, at) => {
  for (const zone of ['America/New_York', 'UTC']) {
    vi.stubEnv('TZ', zone)
    expect((await read(`Date: ${date}\r\n\r\nHello.`)).sentAt, zone).toBe(at)
  }
})

// Reading messages from disk: every mbox dialect, Maildirs, calendar files, and messages made to do harm.
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { atMsOf, bytesOf, sourceKey, sourcesAt } from '../../../core/inbox/reading/sources.ts'
import { visibleText } from '../../../core/unpacking/visible-text.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-mail-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string | Buffer): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

const subjectsAt = async (path: string): Promise<string[]> =>
  Promise.all(sourcesAt([path]).map(async (source) => (await decodeMail(bytesOf(source)!)).subject))

const textsAt = async (path: string): Promise<string[]> =>
  Promise.all(sourcesAt([path]).map(async (source) => (await decodeMail(bytesOf(source)!)).text))

const SEPARATOR = 'From someone@example.com Tue Sep  1 10:00:00 2026'

describe('mbox', () => {
  test('messages end at separators after an empty line, not at a sentence that begins with From', async () => {
    const path = file(
      'a.mbox',
      `${SEPARATOR}\nSubject: one\n\nHello.\nFrom here on it is easy.\n\nFrom then on too.\n\n${SEPARATOR}\nSubject: two\n\nBye.\n`,
    )
    expect(await subjectsAt(path)).toEqual(['one', 'two'])
    expect((await textsAt(path))[0]).toContain('From then on too.')
  })

  test('separators without an empty line before them separate, and a time in a sentence does not', async () => {
    const path = file(
      'tight.mbox',
      `${SEPARATOR}\nSubject: one\n\nHello.\n${SEPARATOR}\nSubject: two\n\nCome early.\n\nFrom Monday on we start at 10:00.\nBye.\n`,
    )
    expect(await subjectsAt(path)).toEqual(['one', 'two'])
    expect((await textsAt(path))[1]).toContain('Bye.')
  })

  test('what Thunderbird has deleted is not read', async () => {
    const message = (flags: string) =>
      `From - Tue Sep  1 10:00:00 2026\nX-Mozilla-Status: ${flags}\nSubject: ${flags}\n\nHello.\n`
    const bird = file('bird.mbox', ['0001', '0009'].map(message).join('\n'))
    expect(await subjectsAt(bird)).toEqual(['0001'])
    const empty = file('gone.mbox', message('0009'))
    for (const paths of [[empty], [empty, bird], [bird, empty]])
      expect(() => sourcesAt(paths), 'in any order').toThrow('holds no message')
  })

  test('drafts and what lies in the bin are not read from an export of Gmail', async () => {
    const message = (label: string) =>
      `From 17@xxx Tue Sep  1 10:00:00 +0000 2026\nX-GM-THRID: 17\nX-Gmail-Labels: ${label}\nSubject: ${label}\n\nHello.\n`
    const kept = ['Inbox,Important', 'Sent', 'Inbox,Cover letter drafts', 'Jobs/Bin']
    const labels = [...kept, 'Drafts', 'Trash,Unread', 'Unread, Bin', '=?UTF-8?Q?Ouvert,Corbeille?=']
    expect(await subjectsAt(file('gmail.mbox', labels.map(message).join('\n')))).toEqual(kept)
  })

  test('a quoted From line loses one quotation mark', async () => {
    const path = file('rd.mbox', `${SEPARATOR}\r\nSubject: one\r\n\r\n>From the start\r\n>>From before\r\n`)
    expect(await textsAt(path)).toEqual(['From the start\n>From before'])
  })

  test('a Content-Length that ends at the next separator is believed', async () => {
    const body = `Hello.\n\n${SEPARATOR}\nSubject: not a message\n\n`
    const path = file(
      'cl.mbox',
      `${SEPARATOR}\nSubject: one\nContent-Length: ${body.length}\n\n${body}${SEPARATOR}\nSubject: two\nContent-Length: 999999\n\nBye.\n`,
    )
    expect(await subjectsAt(path)).toEqual(['one', 'two'])
  })
})

test('a Maildir is read in new, cur and its folders, without tmp, drafts and what was thrown away', async () => {
  const mail = (subject: string) => `Subject: ${subject}\n\nHello.\n`
  file('Maildir/new/1788000001.a.host', mail('new'))
  file('Maildir/cur/1788000000.b.host:2,S', mail('cur'))
  file('Maildir/cur/1788000002.c.host:2,ST', mail('thrown away'))
  file('Maildir/cur/1788000005.f.host:2,DS', mail('draft'))
  file('Maildir/tmp/1788000003.d.host', mail('unfinished'))
  for (const part of ['cur', 'new']) mkdirSync(join(folder, 'Maildir/.Jobs', part), { recursive: true })
  file('Maildir/.Jobs/cur/1788000004.e.host:2,', mail('folder'))
  expect((await subjectsAt(join(folder, 'Maildir'))).sort()).toEqual(['cur', 'folder', 'new'])
  const places = sourcesAt([join(folder, 'Maildir')]).map(sourceKey)
  expect(places).toContain('maildir\n1788000000.b.host')
})

test('folders of Thunderbird, Apple Mail and MH, whose files have no extension, are read', async () => {
  const mbox = (subject: string) => `${SEPARATOR}\nSubject: ${subject}\n\nHello.\n`
  file('programs/Inbox', mbox('thunderbird'))
  file('programs/Inbox.msf', '// <!-- <mdb:mork:z v="1.4"/> -->\n')
  file('programs/Jobs.sbd/Archive', mbox('subfolder'))
  file('programs/Jobs.mbox/mbox', mbox('apple'))
  file('programs/mh/12', 'Date: Tue, 01 Sep 2026 10:00:00 +0000\nSubject: mh\n\nHello.\n')
  file('programs/README', 'A list of mail.\n')
  file('programs/notes', 'From here on it is easy.\n')
  const subjects = await subjectsAt(join(folder, 'programs'))
  expect(subjects.filter(Boolean).sort()).toEqual(['apple', 'mh', 'subfolder', 'thunderbird'])
})

test('in a folder, what may hold mail and cannot be read is found, so that the scan names it', () => {
  for (const name of ['old.pst', 'takeout.zip', 'cv.pdf', 'one.eml'])
    file(`mixed/${name}`, 'Subject: x\n\nx\n')
  const names = sourcesAt([join(folder, 'mixed')]).map(({ name }) => name)
  expect(names.sort()).toEqual(['old.pst', 'one.eml', 'takeout.zip'])
})

test('of a mailbox that is too large for a message, the kind is read', () => {
  const large = file('large.pst', '!BDN')
  truncateSync(large, 40_000_000)
  expect(bytesOf(sourcesAt([large])[0]!)?.length).toBe(300)
})

test('a message that was moved after it was listed has no date and is not read, and the others are', () => {
  const moving = join(folder, 'moving')
  mkdirSync(moving)
  const letter = (day: string) => `Subject: x\nDate: Tue, ${day} Sep 2026 10:00:00 +0000\n\nx\n`
  for (const day of ['01', '08']) writeFileSync(join(moving, `${day}.eml`), letter(day))
  const [gone, kept] = sourcesAt([moving])
  rmSync(join(moving, '01.eml'))
  expect([gone, kept].map((source) => atMsOf(source!))).toEqual([0, Date.UTC(2026, 8, 8, 10)])
  expect(() => bytesOf(gone!)).toThrow('ENOENT')
  expect(bytesOf(kept!)?.toString()).toBe(letter('08'))
})

test('a calendar file is read as the message that brought it', async () => {
  const path = file(
    'invite.ics',
    [
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTAMP:20260901T080000Z',
      'DTSTART;TZID="W. Europe Standard Time":20260910T140000',
      'DURATION:PT45M',
      'ORGANIZER;CN=Jana Petersen:mailto:jana@globex.example',
      'SUMMARY:Vorstellungsgespräch Koch bei Globex',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  )
  const mail = await decodeMail(bytesOf(sourcesAt([path])[0]!)!)
  const job = {
    id: '1',
    company: 'Globex',
    role: 'Koch',
    status: 'applied',
    url: null,
    location: null,
    contacts: [],
    aliases: [],
  }
  const finding = await understand(mail, {
    jobs: prepare([job]),
    ownAddresses: new Set(),
    endedJobIds: new Set(),
    jobOf: () => undefined,
    now: '2026-09-01T00:00:00.000Z',
  })
  expect(finding).toMatchObject({
    status: 'interview',
    appointment: {
      startsAt: '2026-09-10T12:00:00.000Z',
      endsAt: '2026-09-10T12:45:00.000Z',
      timeZone: 'Europe/Berlin',
    },
  })
})

describe('hostile messages', () => {
  test('a reader sees what the rules see: nothing hidden by style, size or colour', () => {
    const html = `<p>Thank you.</p><div style="display:none">rejected</div><span style="font-size:0">hired</span>
      <font color="#ffffff">white</font><table bgcolor="#000"><tr><td><font color="#fff">shown</font><font color="#000000">gone</font></td></tr></table>
      <p hidden>secret</p><script>evil()</script><p>re\u200bject\u00aded \u202eolleh</p>`
    expect(visibleText(html)).toBe('Thank you.\n\nshown\n\nrejected olleh')
  })

  test('a style that hides nothing hides no text', () => {
    const isShown = (style: string) => visibleText(`<p style="${style}">seen</p>`) === 'seen'
    const shown = [
      ...['font-size:1.2em', 'font-size: 0.9em;', 'font-size:1rem', 'border-width:0', 'min-width:0px;'],
      ...['color:red; -webkit-backface-visibility: hidden', 'line-height:0', 'opacity:0.5'],
      ...['background:inherit;color:inherit', 'background-color: initial; color: initial !important'],
    ]
    expect(shown.filter((style) => !isShown(style))).toEqual([])
    const hidden = [
      ...['font-size:0.1em', 'font-size:0em;', 'font-size: 1px', 'font-size:1.5pt', 'margin:0;width:0'],
      ...['max-height:0;', 'visibility: hidden', 'color:red;display:none', 'margin-left:-9999px'],
      ...['left:-9999px', 'background:#123;color:#112233', 'text-indent:-999px', 'opacity:0.0'],
    ]
    expect(hidden.filter(isShown)).toEqual([])
  })

  test('nesting, parts and size are bounded, and the reason is said', async () => {
    const deep = Array.from(
      { length: 400 },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
    ).join('')
    const many = `Subject: x\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(5_000)}--b--`
    await expect(decodeMail(Buffer.from(`Subject: x\r\n${deep}`))).rejects.toMatchObject({
      code: 'unpacking_refused',
    })
    await expect(decodeMail(Buffer.from(many))).rejects.toThrow(/parts/)
    await expect(decodeMail(Buffer.alloc(30_000_000, 'a'))).rejects.toThrow(/larger/)
    await expect(decodeMail(Buffer.from('%PDF-1.7 no mail'))).rejects.toThrow(/headers/)
  })

  test('a broken charset and a lying attachment are read as far as they go', async () => {
    const mail = await decodeMail(
      Buffer.from(
        'Subject: =?x-none?q?caf=E9?=\r\nContent-Type: text/plain; charset=x-none\r\n\r\ncaf\xe9 \x00 end',
        'latin1',
      ),
    )
    expect(mail.text).toMatch(/^caf.* end$/)
    const lying = await decodeMail(
      Buffer.from(
        'Subject: x\r\nContent-Type: application/pdf; name="a.ics"\r\nContent-Disposition: attachment; filename="a.ics"\r\n\r\n%PDF not a calendar',
      ),
    )
    expect(lying.calendars).toEqual([])
  })

  test('long runs of brackets, spaces and quotation marks take no longer than their length', async () => {
    for (const text of [
      '<'.repeat(200_000),
      `${'> '.repeat(60_000)}On`,
      'On '.repeat(40_000),
      'a '.repeat(100_000),
      'not '.repeat(50_000),
      '1'.repeat(100_000),
      '9:'.repeat(40_000),
    ]) {
      const mail = await decodeMail(
        Buffer.from(
          `From: A <a@b.example>\r\nSubject: your application\r\nContent-Type: text/html\r\n\r\n${text}`,
        ),
      )
      await understand(mail, {
        jobs: prepare([]),
        ownAddresses: new Set(),
        endedJobIds: new Set(),
        jobOf: () => undefined,
        now: '2026-09-01T00:00:00.000Z',
      })
    }
  })
})

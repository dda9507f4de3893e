// The assistants from the terminal: input files of every kind, the response, and saving the result to the
// pipeline.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { crm, crmJson } from './run.ts'

let url = ''
const folder = mkdtempSync(join(tmpdir(), 'crm-ai-'))
beforeAll(async () => {
  url = (await freshDatabase()).url
})

const keyed = (more: Record<string, string> = {}) => ({
  url,
  env: {
    OPENAI_BASE_URL: inject('modelUrl'),
    OPENAI_API_KEY: 'terminal',
    CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    ...more,
  },
})

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A minimal PDF with one line of text. */
function pdf(text: string): string {
  const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  return `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

const docx = (text: string): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  })

const RESUME = 'Ada Okafor, backend engineer at Initech since 2019, before that at Globex. TypeScript.'

describe('a file', () => {
  test.each([
    ['text', 'resume.txt', RESUME],
    ['PDF', 'resume.pdf', pdf(RESUME)],
    ['Word', 'resume.docx', docx(RESUME)],
    [
      'mail',
      'resume.eml',
      `From: Ada <ada@example.com>\r\nTo: me@example.com\r\nSubject: My resume\r\n\r\n${RESUME}\r\n`,
    ],
  ])('of %s is read', async (_, name, content) => {
    const { code, body, stderr } = await crmJson(
      ['ai', 'parse-resume', file(name, content), '--json'],
      keyed(),
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(Object.keys(body)).toEqual(['name', 'headline', 'skills', 'experience', 'suggestedTargets'])
  })

  test.each([
    ['that is empty', 'empty.txt', ' \n', 5],
    ['that is too short', 'short.txt', 'Ada', 5],
    ['that is a broken PDF', 'broken.pdf', '%PDF-1.4 nothing more', 5],
    ['that is another archive', 'x.zip', zipSync({ 'a.txt': strToU8('x') }), 5],
  ])('%s is refused', async (_, name, content, exit) => {
    const { code, body } = await crmJson(['ai', 'parse-resume', file(name, content), '--json'], keyed())
    expect(code).toBe(exit)
    expect(body.error.code).toMatch(/VALIDATION_ERROR|UNPROCESSABLE/)
  })

  test('is read from stdin', async () => {
    const { code } = await crmJson(['ai', 'parse-resume', '-', '--json'], { ...keyed(), stdin: RESUME })
    expect(code).toBe(0)
  })
})

test('a person sees one line or a list per field', async () => {
  const { code, stdout } = await crm(['ai', 'interview-debrief', '-'], {
    ...keyed(),
    stdin: 'It went well, they liked the design round.',
  })
  expect(code).toBe(0)
  expect(stdout).toContain('overall sentiment: positive')
  expect(stdout).toContain('went well\n- As the data says.')
})

test('--save puts the result into the pipeline', async () => {
  const { code, stderr } = await crm(['ai', 'parse-jd', '-', '--save'], { ...keyed(), stdin: 'Acme hires.' })
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^Saved As the data says\. — As the data says\. \([\da-f]{8}\)\.\n$/),
  ])
  const { body } = await crmJson(['jobs', 'list', '--json'], { url })
  expect(body.total).toBe(1)
})

test('--save without a job is refused before a model is called', async () => {
  const args = ['ai', 'company-brief', 'Acme', '--save', '--model', 'stub:500']
  const { code, stdout, stderr } = await crm(args, keyed())
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('--job')
})

test('a tailored resume is shown section by section', async () => {
  const posting = file('posting.txt', 'We need TypeScript.')
  const { code, stdout } = await crm(
    ['ai', 'resume-tailor', file('r.txt', 'As the data says.'), posting],
    keyed(),
  )
  expect(code).toBe(0)
  expect(stdout).toContain('name: As the data says.\nheadline: As the data says.')
  expect(stdout).toContain('skills\n- As the data says.\n')
})

describe('without a key', () => {
  test('the error says how to configure one', async () => {
    const { code, body } = await crmJson(['ai', 'parse-jd', '-', '--json'], { url, stdin: 'Acme hires.' })
    expect([code, body.error.code]).toEqual([4, 'AI_KEY_REQUIRED'])
    expect(body.error.hint).toContain('OPENAI_API_KEY')
  })

  test('a posting’s address is still read from its markup', async () => {
    const { code, body, stderr } = await crmJson(['jobs', 'add', `${inject('modelUrl')}/page`, '--json'], {
      url,
      env: { CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(body).toMatchObject({ company: 'Acme', role: 'Engineer', notes: null })
  })
})

test('with a key, an address is read by markup and model; explicit flags override both', async () => {
  const args = ['jobs', 'add', `${inject('modelUrl')}/page/two`, '--role', 'Chief Engineer', '--json']
  const { code, body } = await crmJson(args, keyed())
  expect(code).toBe(0)
  expect(body).toMatchObject({ company: 'Acme', role: 'Chief Engineer', tags: ['As the data says.'] })
})

test('an address that cannot be fetched saves nothing that was guessed, and with the names said a job, with a warning', async () => {
  const add = ['jobs', 'add', 'http://127.0.0.1:9/acme/staff-engineer', '--json']
  const guessed = await crmJson(add, keyed())
  expect(guessed.code).toBe(5)
  expect(guessed.body.error.message).toContain('nothing was saved')
  const { code, body, stderr } = await crmJson(
    [...add, '--company', 'Acme', '--role', 'Staff Engineer'],
    keyed(),
  )
  expect(code).toBe(0)
  expect(body).toMatchObject({ company: 'Acme', role: 'Staff Engineer' })
  expect(stderr).toContain('cannot be fetched')
})

test.each([
  ['stub:401', 6, 'AI_PROVIDER_ERROR'],
  ['stub:429', 6, 'AI_PROVIDER_ERROR'],
])('a provider that responds with %s sets its exit code', async (model, exit, named) => {
  const { code, body } = await crmJson(['ai', 'parse-jd', '-', '--model', model, '--json'], {
    ...keyed(),
    stdin: 'Acme hires.',
  })
  expect([code, body.error.code]).toEqual([exit, named])
})

test('a self-hosted model needs no key', async () => {
  const { code } = await crmJson(['ai', 'parse-jd', '-', '--json'], {
    url,
    env: { CRM_AI_PROVIDER: 'openai-compatible', CRM_AI_MODEL: 'local', CRM_AI_BASE_URL: inject('modelUrl') },
    stdin: 'Acme hires.',
  })
  expect(code).toBe(0)
})

// A week of a job search, command by command, against the built program, in a pipe: what was typed on Monday is right on Sunday.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crmProcess as crm, type ProcessOptions } from '../cli/process.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let here: ProcessOptions
beforeAll(async () => {
  database = await freshDatabase()
  const home = mkdtempSync(join(tmpdir(), 'crm-week-'))
  here = {
    url: database.url,
    cwd: home,
    env: { TZ: 'America/New_York', NO_COLOR: '1', LANG: 'en_US.UTF-8', CRM_HOME: home },
  }
})
afterAll(() => database.close())

/** A line as typed, with what it has to print, or the exit code of its refusal. */
type Line = readonly [typed: string, wanted?: RegExp | number]

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/['"]/g, ''))

/** Types the lines of a day; an error of the program may never speak of routes. */
async function day(lines: readonly Line[], options: ProcessOptions = {}): Promise<void> {
  for (const [typed, wanted = /(?:)/] of lines) {
    const { code, stdout, stderr } = await crm(wordsOf(typed), { ...here, ...options })
    const said = `$ crm ${typed}\n${stdout}${stderr}`
    expect(said).not.toMatch(/\b(?:GET|POST|PATCH|DELETE) \/|HTTP [45]\d\d|\/api\/mcp/)
    expect(code, said).toBe(typeof wanted === 'number' ? wanted : 0)
    if (typeof wanted !== 'number') expect(said).toMatch(wanted)
  }
}

test('Monday: the first jobs, in the words one would type', () =>
  day([
    [
      'add Acme "Staff Engineer" --salary \'$180k-220k\' --tag remote --tag go',
      /Added Acme — Staff Engineer/,
    ],
    ['add --company Globex --role Cook -s applied', /applied/],
    ['add "Höganäs AB" Potter --location Sweden --salary 55/hr'],
    ['add Initech "C++ Developer" --tags +cpp,remote'],
    ['add Initech "C++ Developer"', /may be there already/],
    ['jobs merge "initech" "c++" --yes', 2],
    ['ls', /Globex/],
    ['ls -s active --columns company', /^\$.*\nGlobex\n$/],
    ['ls --tag remote --tag go --columns company', /\nAcme\n$/],
    ['ls --sort salary --columns company,salary', /Höganäs AB\t55\/hr\nAcme/],
    ['show hoganas', /status\tsaved/],
    ['show 3', 3],
    ['contacts add "Jane Doe" --company Acme --type recruiter --job acme'],
    ['find "C++"', /Initech/],
    ['search hoganas', /Potter/],
    ['shwo acme', 2],
    ['jobs lsit', 2],
    ['edit acme --next-step "Send the résumé" --deadline friday', /Changed Acme/],
    ['today', /Next steps|Due/],
  ]))

test('Tuesday: applications, also of last week', () =>
  day([
    ['status acme applied --at "last week"', /Acme — Staff Engineer is applied/],
    ['status hoganas applied --at yesterday'],
    ['status hoganas applied --note "They wrote back"', /applied/],
    ['show hoganas', /activities\t.*They wrote back/],
    ['status acme applied --at 2062-01-01', 5],
    ['log acme "Called Jane" --type call --contact jane --at "yesterday 3pm"', /Logged call/],
    ['activities edit "called jane" --at 4pm', /Changed/],
    ['activities show "called jane"', /title\tCalled Jane/],
    ['done acme --note "Sent it" --next-step "Ask for a date"', /Done: “Send the résumé”/],
    ['edit acme --tags -go,+rust', /Changed/],
    ['ls --tag rust --columns company', /\nAcme\n$/],
    ['undo', /Restored|Changed|Undone|tags/i],
  ]))

test('Wednesday: interviews and deadlines, in their order', () =>
  day([
    [
      'calendar add Onsite --job acme --at "tuesday next week 10:00" --for 90m --type interview',
      /Added “Onsite”/,
    ],
    ['calendar edit onsite --at 9am', /09:00/],
    ['calendar edit onsite --until 11am'],
    ['calendar show onsite', /type\tinterview/],
    ['calendar add "Talk" --job globex --at "today 23:58" --type call'],
    ['calendar add "Answer Globex" --job globex --at today --type deadline'],
    ['calendar add "Send papers" --at 12/31/2030 --type deadline', /31 Dec 2030 23:59/],
    ['calendar list', /Answer Globex/],
    ['today', /deadline: Answer Globex\n.*call: Talk/],
    ['status acme interviewing'],
    ['pipeline', /interviewing\t1/],
  ]))

test('Thursday: many at once, and back', () =>
  day([
    ['status globex hoganas screening', /Globex — Cook is screening/],
    ['undo 3', 3],
    ['undo'],
    ['ls -s applied --columns company --sort company', /Globex\nHöganäs AB\n$/],
    ['rm globex --dry-run', /Would delete Globex — Cook with/],
    ['jobs rm globex --dry-run', /Would delete Globex — Cook with/],
    ['jobs rm globex --yes', /Deleted Globex/],
    ['undo', /Restored/],
    ['show globex', /events\t/],
    ['ls -s open --sort deadline --save near'],
    ['ls --view near --columns company', /Globex/],
    ['jobs views', /near/],
    ['audit', /jobs\.create/],
    ['next', /./],
  ]))

test('Friday: files come and go without loss', async () => {
  const folder = here.cwd!
  await day([
    ['jobs export jobs.csv'],
    ['jobs export jobs.csv', 2],
    ['jobs export jobs.csv --force'],
    ['jobs import jobs.csv', /0 created|already there|skipped/i],
    ['calendar export events.ics'],
  ])
  writeFileSync(
    join(folder, 'teal.csv'),
    'Company Name,Job Position,Status,Date Applied\nUmbrella,Chemist,Applied,03/04/2026\n',
  )
  await day([
    ['jobs import teal.csv --dry-run'],
    ['jobs import teal.csv --dates month-first', /created/i],
    ['show umbrella', /applied\t2026-03-04/],
    ['ls -q chemist --columns company', /\nUmbrella\n$/],
  ])
  expect(readFileSync(join(folder, 'events.ics'), 'utf8')).toMatch(/^BEGIN:VCALENDAR/)
  await day([['status --ids - rejected', /Umbrella — Chemist is rejected/]], { stdin: 'umbrella\n' })
})

test('Saturday: offers, and a look back', () =>
  day([
    ['status acme offer'],
    ['offers add acme --base 190000 --currency USD --deadline friday', /Added 190,000 USD/],
    ['offers list', /190/],
    ['show acme', /offers\treceived/],
    ['status acme accepted --note "They match the base"', /accepted/],
    ['stats', /unanswered\tapplications/],
    ['stats --html search.html', /Wrote search\.html/],
    ['stats --html search.html', 2],
    ['stats --json story', /"company": "Acme"/],
    ['today', /accepted: crm stats tells the story/],
    ['account export everything.json', /Wrote \d+ rows to everything\.json/],
    ['account export everything.json', 2],
  ]))

test('Sunday: at a terminal everything fits, and nothing is lost', async () => {
  const page = readFileSync(join(here.cwd!, 'search.html'), 'utf8')
  expect(page).toContain('You accepted Acme — Staff Engineer')
  expect(page).not.toMatch(/<script|https?:\/\//)
  for (const command of [
    ['today'],
    ['ls'],
    ['show', 'acme'],
    ['stats'],
    ['calendar', 'list'],
    ['next'],
    ['pipeline'],
    ['jobs', 'views'],
  ])
    for (const columns of [80, 40]) {
      const { code, stdout } = await crm(command, { ...here, terminal: { columns } })
      expect(code, stdout).toBe(0)
      // A command to copy is one line, however long.
      expect(stdout).not.toMatch(/^ *\$ [^'\n]*'[^'\n]*$/m)
      const widest = Math.max(
        ...stdout
          .split('\n')
          .filter((line) => !/^ *\$ /.test(line))
          .map((line) => [...line].length),
      )
      expect(widest, `${command.join(' ')} at ${columns}\n${stdout}`).toBeLessThanOrEqual(
        Math.max(columns, 60),
      )
    }
  await day([
    ['ls --all --columns company --sort company', /Acme\nGlobex\nHöganäs AB\nInitech\nInitech\nUmbrella\n$/],
  ])
})

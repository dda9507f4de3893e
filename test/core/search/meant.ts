// A search of thousands of jobs with twelve that are looked for, and sixty queries that mean them: for the tests and the bench.
import type { Sql } from '../../../core/database/connect.ts'

const COMPANIES = [
  'Aurora',
  'Basalt',
  'Cobalt',
  'Drift',
  'Ember',
  'Fjord',
  'Granite',
  'Harbor',
  'Iris',
  'Juniper',
]
const ROLES = ['Nurse', 'Accountant', 'Welder', 'Designer', 'Electrician', 'Analyst', 'Teacher', 'Chemist']

interface More {
  notes?: string
  tags?: string[]
  location?: string
  description?: string
}

/** What is looked for, each among thousands of others. */
const MEANT: [company: string, role: string, more: More][] = [
  ['Höganäs', 'Metallurgist', { notes: 'Powder plant in Skåne' }],
  ['Gopher Works', 'Go Developer', { tags: ['kubernetes'] }],
  ['Googleplex Cafe', 'Barista', {}],
  ['Redmond Tools', 'C# Developer', { location: 'Malmö' }],
  ['Qt House', 'C++ Engineer', {}],
  ['Ryan & Dahl', 'Node.js Developer', { description: 'We run Terraform and PostgreSQL.' }],
  ['Dot Labs', '.NET Architect', { tags: ['remote-first'] }],
  ['Crème Brûlée SARL', 'Pâtissier', {}],
  ['Łódź Software', 'Site Reliability Engineer', { notes: 'Recruiter is Agnieszka' }],
  ['Strauß GmbH', 'Buchhalter', {}],
  ['Northwind Traders', 'Staff Platform Engineer', { tags: ['visa sponsor'] }],
  ['OpenCollective', 'Community Manager', { location: 'Reykjavík' }],
]

/** Sixty queries, each with the company of its expected first hit. */
export const QUERIES: [string, string][] = [
  ['hoganas', 'Höganäs'],
  ['Höganäs', 'Höganäs'],
  ['HOGANAS', 'Höganäs'],
  ['hogan', 'Höganäs'],
  ['metallurgist', 'Höganäs'],
  ['powder plant', 'Höganäs'],
  ['skane', 'Höganäs'],
  ['Skåne', 'Höganäs'],
  ['go', 'Gopher Works'],
  ['Go developer', 'Gopher Works'],
  ['gopher', 'Gopher Works'],
  ['kubernetes', 'Gopher Works'],
  ['kube', 'Gopher Works'],
  ['gopher works go', 'Gopher Works'],
  ['googleplex', 'Googleplex Cafe'],
  ['google', 'Googleplex Cafe'],
  ['barista', 'Googleplex Cafe'],
  ['cafe', 'Googleplex Cafe'],
  ['C#', 'Redmond Tools'],
  ['c# developer', 'Redmond Tools'],
  ['redmond', 'Redmond Tools'],
  ['malmo', 'Redmond Tools'],
  ['Malmö', 'Redmond Tools'],
  ['csharp', 'Redmond Tools'],
  ['C++', 'Qt House'],
  ['c++ engineer', 'Qt House'],
  ['qt', 'Qt House'],
  ['cplusplus', 'Qt House'],
  ['Node.js', 'Ryan & Dahl'],
  ['nodejs', 'Ryan & Dahl'],
  ['node', 'Ryan & Dahl'],
  ['ryan', 'Ryan & Dahl'],
  ['dahl', 'Ryan & Dahl'],
  ['terraform', 'Ryan & Dahl'],
  ['postgresql', 'Ryan & Dahl'],
  ['postgres', 'Ryan & Dahl'],
  ['ryan & dahl', 'Ryan & Dahl'],
  ['.NET', 'Dot Labs'],
  ['dotnet', 'Dot Labs'],
  ['dot labs', 'Dot Labs'],
  ['remote-first', 'Dot Labs'],
  ['architect', 'Dot Labs'],
  ['creme brulee', 'Crème Brûlée SARL'],
  ['crème', 'Crème Brûlée SARL'],
  ['patissier', 'Crème Brûlée SARL'],
  ['brul', 'Crème Brûlée SARL'],
  ['lodz', 'Łódź Software'],
  ['site reliability', 'Łódź Software'],
  ['agnieszka', 'Łódź Software'],
  ['reliability engineers', 'Łódź Software'],
  ['strauss', 'Strauß GmbH'],
  ['Strauß', 'Strauß GmbH'],
  ['buchhalter', 'Strauß GmbH'],
  ['northwind', 'Northwind Traders'],
  ['platform engineering', 'Northwind Traders'],
  ['visa sponsor', 'Northwind Traders'],
  ['wind trad', 'Northwind Traders'],
  ['collective', 'OpenCollective'],
  ['reykjavik', 'OpenCollective'],
  ['community manager', 'OpenCollective'],
]

/** Gives each user these jobs, and `others` that are not meant. */
export async function fillSearch(sql: Sql, userIds: readonly string[], others: number): Promise<void> {
  const plain = Array.from({ length: others }, (_, at) => ({
    company: `${COMPANIES[at % COMPANIES.length]} ${at}`,
    role: ROLES[at % ROLES.length],
    notes: 'A friendly place with good pay and going concerns; the office is in town.',
  }))
  const meant = MEANT.map(([company, role, more]) => ({ company, role, ...more }))
  await sql`
    insert into jobs (user_id, id, company, role, location, notes, description, tags, status, status_changed_at, touched_at,
      created_at, updated_at)
    select u.id::uuid, gen_random_uuid(), o ->> 'company', o ->> 'role', o ->> 'location', o ->> 'notes', o ->> 'description',
      coalesce(o -> 'tags', '[]'), 'saved', now(), now(), now(), now()
    from jsonb_array_elements_text(${sql.json([...userIds])}) u (id) cross join jsonb_array_elements(${sql.json([...plain, ...meant])}) o`
}

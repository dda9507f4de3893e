// Descriptions of the endpoints. A test compares this table with the operations.

interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** Relative to /api/v1/intelligence/. */
  path: string
  about: string
  plan: 'free' | 'pro' | 'ultra'
  key: boolean
}

const get = (path: string, about: string, plan: Endpoint['plan'] = 'free', key = true): Endpoint => ({
  ...{ method: 'GET', path, about, plan, key },
})
const open = (path: string, about: string): Endpoint => get(path, about, 'free', false)
const post = (path: string, about: string, plan: Endpoint['plan'] = 'free'): Endpoint => ({
  ...{ method: 'POST', path, about, plan, key: true },
})
const remove = (path: string, about: string, plan: Endpoint['plan']): Endpoint => ({
  ...{ method: 'DELETE', path, about, plan, key: true },
})

export const ENDPOINTS: readonly Endpoint[] = [
  open('salaries/demo', 'A sample answer.'),
  get('salaries', 'What a role earns, in a city or everywhere.'),
  open('salaries/roles', 'Every role.'),
  open('salaries/cities', 'Every city.'),
  open('salaries/search', 'Roles by free text.'),
  get('salaries/calculate', 'Pay for a level of experience in a city.'),
  get('salaries/history', 'Pay by quarter; four quarters on the free plan.'),
  get('salaries/projections', 'Pay through 2030.'),
  get('companies', 'Companies whose levels are known.', 'ultra'),
  get('companies/{slug}', 'The levels of a company.', 'ultra'),
  get('companies/levels/compare', 'The levels of two companies side by side.', 'ultra'),
  get('skills', 'What a role asks for, and what goes with more pay.'),
  get('skills/{slug}', 'One skill.'),
  get('market', 'Outlook, demand, remote share, sponsors and sectors.'),
  get('adjacent', 'Work close to a role, and its pay.'),
  post('analysis/offers', 'Offers side by side.'),
  post('analysis/negotiation', 'What to ask for, and in which words.'),
  post('submissions', 'Report your own pay.'),
  get('submissions', 'What you reported.'),
  get('submissions/reported', 'What people report, of five people or more.'),
  get('lineage/{data_point_id}', 'Where a figure comes from.', 'pro'),
  get('reports/annual/{year}', 'A year of pay.', 'ultra'),
  get('seats', 'Who shares your plan and its quota.', 'ultra'),
  post('seats', 'Invite somebody to share them.', 'ultra'),
  remove('seats/{id}', 'Take a seat back.', 'ultra'),
  get('webhooks', 'Addresses told of new data and of a quota that runs out.', 'ultra'),
  post('webhooks', 'Register one.', 'ultra'),
  remove('webhooks/{id}', 'Remove one.', 'ultra'),
  post('webhooks/{id}/test', 'Try one now.', 'ultra'),
  get('usage', 'What is left of your allowance.'),
  open('methodology', 'How figures are made.'),
  open('changelog', 'What changed.'),
  open('directory', 'This list.'),
  open('tools', 'Tools for AI clients.'),
  post('tools/list_capabilities', 'What the service covers.', 'pro'),
  post('tools/analyze_compensation', 'Pay of a role in a city, and whether an offer is fair.', 'pro'),
  post('tools/analyze_skills', 'Skills of a role and their premiums.', 'pro'),
  post('tools/analyze_market', 'Outlook and demand of a role.', 'pro'),
  post('tools/discover_roles_and_cities', 'Roles and cities by free text.', 'pro'),
  post('tools/find_adjacent_opportunities', 'Work close to a role, and its pay.', 'pro'),
]

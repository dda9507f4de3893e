// A call of each tool, for the tests that hold for all of them: a new tool is added here.

const LONG = 'The whole note, with its last words: until the very end.'

/** Calls of every tool, in an order in which the records that they need exist; those that decide a proposal need its id. */
export const CALLS: [string, Record<string, unknown>][] = [
  [
    'save_job',
    {
      company: 'Acme',
      role: 'Staff Engineer',
      url: 'https://acme.example/jobs/1',
      tags: ['go'],
      notes: LONG,
    },
  ],
  ['add_contact', { name: 'Jane Doe', company: 'Acme', email: 'jane@acme.example', jobIds: ['acme'] }],
  ['update_job', { id: 'acme', priority: 'high', salary: '$180k', nextStep: 'Write to Jane' }],
  ['update_job_status', { id: 'acme', status: 'applied', at: '-20d', note: 'Sent through the portal' }],
  ['log_activity', { type: 'call', jobId: 'acme', contactId: 'jane', occurredAt: '-15d', body: LONG }],
  ['update_activity', { id: 'call', title: 'First call' }],
  [
    'add_event',
    {
      title: 'Onsite',
      type: 'interview',
      jobId: 'acme',
      startsAt: '+3d 10:00',
      location: 'Hall 4',
      notes: LONG,
    },
  ],
  ['update_event', { id: 'onsite', location: 'Hall 5' }],
  ['update_contact', { id: 'jane', title: 'Recruiter', notes: LONG }],
  ['search_jobs', { query: 'acme' }],
  ['search_jobs', { query: 'acme', response_format: 'detailed' }],
  ['search_contacts', { jobId: 'acme', response_format: 'detailed' }],
  ['search_everything', { query: 'acme' }],
  ['get_job', { id: 'acme' }],
  ['get_contact', { id: 'jane' }],
  ['list_activities', { jobId: 'acme', response_format: 'detailed' }],
  ['list_events', { response_format: 'detailed' }],
  ['watch_board', { board: 'greenhouse:acme' }],
  ['list_postings', {}],
  ['decide_posting', { id: 'violet engineer', decision: 'dismiss' }],
  ['get_pipeline', {}],
  ['list_suggestions', {}],
  ['add_offer', { jobId: 'acme', base: { amount: 185_000, currency: 'USD' }, signing: 20_000, notes: LONG }],
  ['update_offer', { id: 'acme', by: 'me', base: { amount: 200_000 } }],
  ['compare_offers', { ids: ['acme'], years: 2, assumptions: { bonusPayout: 0.5 } }],
  ['counter_offer', { id: 'acme', goal: '200k' }],
  ['list_offers', { response_format: 'detailed' }],
  [
    'read_mail',
    {
      from: 'Jobs <jobs@umbrella.example>',
      subject: 'Application received',
      text: 'We have received your application for the Cook position.',
    },
  ],
  ['list_inbox', {}],
  ['import_jobs', { rows: [{ Company: 'Acme GmbH', Position: 'Staff Engineer', Applied: '2026-11-02' }] }],
  ['find_duplicates', {}],
  ['list_changes', {}],
  ['undo', {}],
  ['delete_record', { noun: 'contact', ids: ['jane'] }],
  ['delete_record', { noun: 'job', ids: ['acme'] }],
]

// For every assistant: a body it accepts, bodies it refuses, and a model response with the expected result.

const RESUME = {
  name: 'Ada Okafor',
  headline: 'Backend engineer',
  skills: ['TypeScript', 'PostgreSQL'],
  experience: [{ company: 'Initech', role: 'Senior Engineer', duration: '2019 – 2024' }],
}
const MOODS = ['2026-11-01', '2026-11-08', '2026-11-15'].map((date) => ({
  date,
  mood: 'tired',
  labels: ['interviews'],
  note: 'Long week.',
}))
const OFFER = { company: 'Acme', role: 'Software Engineer', salary: '$150,000' }
const RUNWAY = {
  capitalAmount: 20_000,
  monthlyExpenses: 4_000,
  monthlyIncome: 0,
  runwayMonths: 5,
  netBurn: 4_000,
}
const LETTER = 'Dear Ada, we would like to invite you to an interview on 3 December.'

export interface Sample {
  body: Record<string, unknown>
  refused: unknown[]
  /** The model's response. */
  said: object
  /** The response to the caller; the model's own if not given. */
  answered?: object
}

const without = (body: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name))

const JD = { text: 'Acme hires a Staff Engineer in Berlin.' }
const TAILOR = {
  resume: RESUME,
  jobDescription: 'We need TypeScript.',
  company: 'Acme',
  role: 'Staff Engineer',
}
const PREP = { company: 'Acme', role: 'Staff Engineer', description: 'We build rockets.' }
const WELLNESS = { moodHistory: MOODS, journalEntries: ['Slow day.'], pipelineContext: '12 applied' }
const DRAFT = {
  contact: { name: 'Sam Lee', title: 'Recruiter', company: 'Acme', type: 'recruiter' },
  job: { company: 'Acme', role: 'Staff Engineer', status: 'applied' },
  messageType: 'follow-up',
}

export const SAMPLES: Record<string, Sample> = {
  'parse-jd': {
    body: JD,
    refused: [{}, { text: '' }, { ...JD, meta: 'x' }],
    said: {
      company: 'Acme',
      role: 'Staff Engineer',
      location: 'Berlin',
      salary: null,
      tags: ['rust'],
      notes: 'A role.',
      priority: 'high',
      nextAction: 'Apply.',
    },
  },
  'parse-contact': {
    body: { text: 'Sam Lee, Recruiter at Acme, sam@acme.example' },
    refused: [{}, { text: '' }, { text: 4 }],
    said: {
      name: 'Sam Lee',
      title: 'Recruiter',
      company: 'Acme',
      email: 'sam@acme.example',
      suggestedJobs: [{ company: 'Acme', role: 'CTO', reason: 'Hires.' }],
    },
    answered: {
      name: 'Sam Lee',
      title: 'Recruiter',
      company: 'Acme',
      email: 'sam@acme.example',
      suggestedJobs: [{ jobId: null, company: 'Acme', role: 'CTO', reason: 'Hires.' }],
    },
  },
  'resume-tailor': {
    body: TAILOR,
    refused: [{}, without(TAILOR, 'resume'), without(TAILOR, 'jobDescription'), { ...TAILOR, resume: 7 }],
    said: {
      resume: {
        ...RESUME,
        summary: 'Backend engineer with TypeScript.',
        experience: [{ ...RESUME.experience[0], highlights: ['Worked with PostgreSQL.'] }],
        education: [],
      },
      changes: [
        { section: 'skills', before: 'PostgreSQL', after: 'TypeScript', reason: 'The posting asks for it.' },
      ],
      gaps: ['Rockets'],
    },
    answered: {
      resume: {
        ...RESUME,
        summary: 'Backend engineer with TypeScript.',
        experience: [{ ...RESUME.experience[0], highlights: ['Worked with PostgreSQL.'] }],
        education: [],
      },
      changes: [
        { section: 'skills', before: 'PostgreSQL', after: 'TypeScript', reason: 'The posting asks for it.' },
      ],
      gaps: ['Rockets'],
      missing: [],
    },
  },
  'parse-resume': {
    body: { text: 'Ada Okafor. Backend engineer. Initech, Senior Engineer, 2019 – 2024. TypeScript.' },
    refused: [{}, { text: 'x'.repeat(49) }],
    said: { ...RESUME, suggestedTargets: [{ role: 'Staff Engineer', reason: 'Five years as a senior.' }] },
  },
  'interview-prep': {
    body: PREP,
    refused: [{}, without(PREP, 'company'), without(PREP, 'role'), { ...PREP, role: '' }],
    said: {
      companyInsights: ['They build rockets.'],
      likelyQuestions: ['Why rockets?'],
      talkingPoints: ['Reliability.'],
      starStories: [{ situation: 'An outage.', task: 'Fix it.', action: 'I …', result: 'It …' }],
      questionsToAsk: ['Who is on call?'],
    },
  },
  'interview-debrief': {
    body: { notes: 'It went well, they liked the design round.', company: 'Acme', role: 'Staff Engineer' },
    refused: [{}, { notes: 'x'.repeat(19) }],
    said: {
      wentWell: ['Design'],
      toImprove: ['Pace'],
      nextRoundTips: ['Practise'],
      keyMoments: ['The diagram'],
      thankYouDraft: 'Thank you.',
      overallSentiment: 'positive',
    },
  },
  'company-brief': {
    body: { company: 'Acme' },
    refused: [{}, { company: '' }, { company: 'Acme', nonsense: 1 }],
    said: {
      companyOverview: 'They build.',
      recentNews: [],
      cultureSignals: ['Remote'],
      interviewFocus: ['Systems'],
      questionsToAsk: ['Why?'],
      talkingPoints: ['Scale'],
      redFlags: [],
    },
  },
  'parse-interview-email': {
    body: { text: LETTER },
    refused: [{}, { text: 'x'.repeat(19) }],
    said: {
      company: 'Acme',
      role: 'Staff Engineer',
      date: '2026-12-03',
      time: '14:00 CET',
      duration: 60,
      location: 'Video call',
      interviewer: 'Sam Lee',
      notes: 'Bring nothing.',
    },
  },
  'wellness-analysis': {
    body: WELLNESS,
    refused: [
      {},
      { moodHistory: MOODS.slice(1) },
      { ...WELLNESS, pipelineContext: 'x'.repeat(201) },
      { moodHistory: 'sad' },
      ...['2026-02-31', '2026-13-01', 'yesterday', '', '2026-11-01T25:00'].flatMap((date) => [
        { moodHistory: [...MOODS, { date, mood: 'tired' }] },
        { ...WELLNESS, journalEntries: [{ date, text: 'Slow day.' }] },
      ]),
    ],
    said: {
      patterns: [{ title: 'Weeks', body: 'Long ones.' }],
      resilience: 'Walks.',
      suggestion: 'Rest.',
      encouragement: 'Well done.',
    },
  },
  'draft-message': {
    body: DRAFT,
    refused: [{}, without(DRAFT, 'contact'), { ...DRAFT, messageType: 'threat' }, { contact: 'Sam' }],
    said: { subject: 'Hello', message: 'Dear Sam, …', tone: 'warm', platform: 'linkedin' },
  },
  'parse-statement': {
    body: { text: '01.11. Rent 1,200.00\n02.11. Metro 49.00' },
    refused: [{}, { text: 'x'.repeat(19) }],
    said: {
      expenses: [
        { name: 'Rent', amount: 1_200, category: 'housing' },
        { name: 'Metro', amount: 49, category: 'transportation' },
      ],
    },
    answered: {
      expenses: [
        { name: 'Rent', amount: 1_200, category: 'housing', quote: '01.11. Rent 1,200.00' },
        { name: 'Metro', amount: 49, category: 'transportation', quote: '02.11. Metro 49.00' },
      ],
      dropped: 0,
    },
  },
  'salary-advisor': {
    body: { offer: OFFER, runway: RUNWAY },
    refused: [
      ...[{}, { offer: OFFER }, { runway: RUNWAY }, { offer: OFFER, runway: { runwayMonths: 'five' } }],
      ...['banana', 'null', 'NaN', 'TBD', 'competitive', '-', '60,000 an hour'].map((salary) => ({
        offer: { ...OFFER, salary },
        runway: RUNWAY,
      })),
    ],
    said: {
      canNegotiate: true,
      urgency: 'medium',
      advice: 'Ask for more.',
      counterOffer: 'Ask for $165,000.',
      talkingPoints: ['Your experience.'],
      riskAssessment: 'Low.',
    },
  },
  'pipeline-insights': {
    body: { stats: { total: 12, byStatus: { applied: 8 } }, context: 'Three months in.' },
    refused: [{}, { stats: 'many' }, { context: 'x' }],
    said: { insights: [{ title: 'Few replies', body: 'Eight applied.' }] },
  },
}

// Words that many kinds of work share. Employers file them under whatever the person does there ("manager" mostly
// under computer work), so alone they name no occupation: they are answered with the usual meanings to choose from.

/** A title of this one word (as the catalogue spells it) → the titles it could be short for, most likely first. One means no choice. */
export const GENERAL_WORDS: Readonly<Record<string, readonly string[]>> = {
  administrator: [
    'office administrator',
    'system administrator',
    'database administrator',
    'school administrator',
  ],
  advisor: ['financial advisor', 'academic advisor'],
  agent: ['real estate agent', 'insurance agent', 'travel agent'],
  analyst: ['data analyst', 'business analyst', 'financial analyst', 'systems analyst'],
  apprentice: ['electrician', 'plumber', 'carpenter', 'hvac technician'],
  assistant: ['administrative assistant', 'executive assistant', 'medical assistant', 'legal assistant'],
  associate: ['sales associate', 'associate attorney', 'warehouse associate'],
  banker: ['investment banker', 'mortgage banker', 'bank teller'],
  chief: ['chief executive officer', 'police chief', 'fire chief'],
  clerk: ['office clerk', 'accounting clerk', 'file clerk', 'shipping clerk'],
  consultant: ['management consultant', 'information technology consultant'],
  contractor: ['general contractor', 'construction manager', 'carpenter'],
  coordinator: [
    'project coordinator',
    'marketing coordinator',
    'event coordinator',
    'human resources coordinator',
  ],
  counselor: ['mental health counselor', 'school counselor', 'substance abuse counselor'],
  data: ['data analyst', 'data scientist', 'data engineer'],
  designer: ['graphic designer', 'user experience designer', 'interior designer', 'fashion designer'],
  developer: ['software developer'],
  director: ['engineering manager', 'marketing manager', 'sales manager', 'operations manager'],
  driver: ['truck driver', 'delivery driver', 'bus driver', 'taxi driver'],
  engineer: ['software engineer'],
  executive: ['account executive', 'chief executive officer', 'advertising executive'],
  expert: ['software engineer', 'management consultant', 'data analyst'],
  fellow: ['postdoctoral researcher', 'resident physician', 'political scientist'],
  finance: ['financial analyst', 'finance manager', 'accountant'],
  head: ['engineering manager', 'marketing manager', 'sales manager', 'operations manager'],
  inspector: ['quality control inspector', 'building inspector', 'food inspector'],
  instructor: ['fitness instructor', 'driving instructor'],
  intern: ['software engineer', 'marketing specialist', 'financial analyst', 'resident physician'],
  junior: ['software engineer', 'accountant', 'data analyst'],
  lead: ['software engineer', 'project manager', 'office supervisor'],
  leader: ['software engineer', 'project manager', 'office supervisor'],
  management: ['general manager', 'project manager', 'management consultant'],
  manager: ['general manager', 'office manager', 'store manager', 'project manager'],
  marketing: ['marketing specialist', 'marketing manager'],
  officer: ['police officer', 'loan officer', 'correctional officer', 'compliance officer'],
  operation: ['operations manager', 'operations analyst'],
  operator: ['heavy equipment operator', 'forklift operator', 'crane operator', 'cnc operator'],
  owner: ['general manager', 'store manager', 'restaurant manager'],
  partner: ['attorney', 'accountant', 'management consultant'],
  planner: ['financial planner', 'event planner', 'urban planner'],
  police: ['police officer'],
  product: ['product manager', 'product designer'],
  professional: ['human resources specialist', 'marketing specialist', 'information technology specialist'],
  project: ['project manager', 'project coordinator'],
  representative: ['sales representative', 'customer service representative', 'medical sales representative'],
  retail: ['retail salesperson', 'store manager', 'cashier'],
  sales: ['sales representative', 'retail salesperson', 'account executive', 'sales manager'],
  scientist: ['data scientist', 'research scientist', 'environmental scientist', 'materials scientist'],
  security: ['security guard', 'information security analyst', 'security manager'],
  senior: ['software engineer', 'accountant', 'data analyst'],
  specialist: ['human resources specialist', 'marketing specialist', 'information technology specialist'],
  staff: ['accountant', 'software engineer', 'registered nurse'],
  supervisor: ['office supervisor', 'construction supervisor', 'retail supervisor'],
  teacher: ['elementary school teacher', 'high school teacher', 'middle school teacher', 'preschool teacher'],
  technician: [
    'computer support technician',
    'maintenance technician',
    'laboratory technician',
    'pharmacy technician',
  ],
  technologist: ['radiologic technologist', 'medical laboratory technologist', 'surgical technologist'],
  therapist: ['mental health therapist', 'physical therapist', 'occupational therapist', 'massage therapist'],
  trainee: ['software engineer', 'marketing specialist', 'financial analyst'],
  trainer: ['personal trainer', 'corporate trainer', 'athletic trainer'],
  vp: ['engineering manager', 'sales manager', 'marketing manager', 'finance manager'],
  worker: ['construction worker', 'warehouse worker', 'factory worker', 'social worker'],
}

/** Words that only rank one of `RANKED`: an associate director directs no more certain a kind of work than a director. */
const RANKS: ReadonlySet<string> = new Set(
  'senior junior associate assistant deputy group team department global lead staff principal summer graduate student i ii iii iv 1 2 3 4'.split(
    ' ',
  ),
)
const RANKED: ReadonlySet<string> = new Set(
  'director vp manager head lead leader associate intern fellow partner analyst specialist coordinator'.split(
    ' ',
  ),
)

/** The general word that a title of several words comes down to; null for a title that says what the work is. */
export function rankedWord(words: readonly string[]): string | null {
  const noun = words.findLast((word) => RANKED.has(word)) ?? ''
  return words.length > 1 && noun !== '' && words.every((word) => word === noun || RANKS.has(word))
    ? noun
    : null
}

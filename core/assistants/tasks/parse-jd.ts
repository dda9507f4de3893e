// Reads the fields of a job from a posting. A value in the page's structured data replaces the model's.
import {
  modelText,
  optionalText,
  answerOf,
  labels,
  nullableText,
  oneOfOrNull,
  assistant,
} from '../assistant.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { PRIORITIES } from '../../jobs/fields.ts'
import { PROVIDER_NAMES } from '../providers.ts'
import { readPostingMeta } from '../../scout/job-posting.ts'

const ParseJdIn = objectSchema((z) => ({
  text: modelText(z, 1).describe('The posting, as pasted or fetched.'),
  meta: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('`meta` of fetch-jd: the page’s structured data.'),
  left: z.array(z.unknown()).optional().describe('Ignored. You can send the whole answer of fetch-jd.'),
  url: optionalText(z, 2_048),
  provider: z.enum(PROVIDER_NAMES).optional().describe('Instead of the header X-AI-Provider.'),
}))

const ParsedJob = answerOf((z) => ({
  company: nullableText(z, 'Who hires; not the job board, not the recruiting agency unless it hires itself.'),
  role: nullableText(z, 'The title, without the company, the place or codes.'),
  location: nullableText(z, 'Place or places, and whether remote or hybrid, as the posting says.'),
  salary: nullableText(z, 'The pay as written, with currency and period.'),
  tags: labels(z, 10, 'At most ten short labels: skills, technologies, seniority, kind of employment.'),
  notes: nullableText(z, 'Two to four sentences on what matters in this posting for somebody who may apply.'),
  priority: oneOfOrNull(
    z,
    PRIORITIES,
    'high if the posting must be answered soon, else medium or low; null if it does not say.',
  ),
  nextAction: nullableText(z, 'The one next step for somebody who wants this job, as an imperative.'),
}))

export const parseJd = assistant({
  name: 'parse-jd',
  summary: 'Extract the fields of a job from a posting.',
  input: ParseJdIn,
  answer: ParsedJob,
  output: ParsedJob,
  instructions:
    'You read one job posting and extract its facts for a job tracker. Copy names, places and pay as the posting writes them. The posting may be in any language; write your notes in that language.',
  maxTokens: 2_000,
  data: ({ text, url, meta }) => ({ posting: text, address: url, pageSays: meta }),
  known: ({ meta }) => readPostingMeta(meta),
})

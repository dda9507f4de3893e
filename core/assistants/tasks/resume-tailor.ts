// Tailors a resume to a posting, using only facts of the resume.
import { lazySchema } from '../../kernel/schema.ts'
import type { Zod } from '../../kernel/zod.ts'
import { assistant } from '../assistant.ts'
import { MODEL_TEXT, optionalText } from '../input-fields.ts'
import { labels, lines, listOf, maybe } from '../answer-fields.ts'
import { missingFacts } from '../missing-facts.ts'
import { checkTailored } from '../tailoring.ts'

const TailorIn = lazySchema((z) =>
  z.strictObject({
    resume: z
      .union([MODEL_TEXT(z, 1), z.record(z.string(), z.unknown())])
      .describe('The resume as text, or as returned by parse-resume.'),
    jobDescription: MODEL_TEXT(z, 1),
    company: optionalText(z, 200),
    role: optionalText(z, 200),
    restore: z
      .boolean()
      .optional()
      .describe('Puts what the tailored resume leaves out into resume.additional.'),
  }),
)

const resumeOf = (z: Zod) =>
  z.object({
    name: maybe(z, 'As in the resume.'),
    headline: maybe(z, 'One line, of words that the resume supports.'),
    summary: maybe(z, 'Two or three sentences turned towards the posting.'),
    skills: labels(z, 100, 'Skills of the resume, those that the posting asks for first.'),
    experience: listOf(
      z,
      z.object({
        company: maybe(z, 'As in the resume.'),
        role: maybe(z, 'As in the resume, unchanged.'),
        duration: maybe(z, 'As in the resume, unchanged.'),
        highlights: lines(z, 'What was done there, by the resume, in words that fit the posting.'),
      }),
      'Every position of the resume, in its order.',
    ),
    education: listOf(
      z,
      z.object({
        school: maybe(z, 'As in the resume.'),
        degree: maybe(z, 'As there.'),
        year: maybe(z, 'As there.'),
      }),
      'Every education of the resume.',
    ),
  })

const Tailored = lazySchema((z) =>
  z.object({
    resume: resumeOf(z),
    changes: listOf(
      z,
      z.object({
        section: maybe(z, 'Where: headline, summary, skills, or the employer.'),
        before: maybe(z, 'As it was.'),
        after: maybe(z, 'As it is now.'),
        reason: maybe(z, 'What in the posting it answers.'),
      }),
      'What was changed.',
    ),
    gaps: lines(z, 'What the posting asks for and the resume does not show.'),
  }),
)

const WithMissing = lazySchema((z) =>
  z.object({
    ...Tailored().shape,
    resume: resumeOf(z).extend({
      additional: z.array(z.string()).optional().describe('With restore: what would be missing.'),
    }),
    missing: z.array(z.string()).describe('What the source says and the tailored resume leaves out.'),
  }),
)

export const resumeTailor = assistant({
  name: 'resume-tailor',
  summary: 'Tailor a resume to a posting, using only facts the resume states.',
  input: TailorIn,
  answer: Tailored,
  output: WithMissing,
  instructions:
    'You turn one resume towards one posting by choosing, ordering and wording what the resume says. You add no employer, title, date, degree, figure, tool or skill that the resume does not name, even if the posting asks for it: name it under "gaps" instead. Every claim is checked against the resume afterwards.',
  maxTokens: 6_000,
  finish(answer, { resume: source, jobDescription, company, role, restore }) {
    const checked = checkTailored(answer, source, {
      posting: jobDescription,
      addressed: [company, role].filter(Boolean).join('\n'),
    })
    const missing = missingFacts(source, checked.resume)
    if (!restore) return { ...checked, missing }
    return { ...checked, resume: { ...checked.resume, additional: missing }, missing: [] }
  },
})

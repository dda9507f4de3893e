// Asks for a resume turned towards a posting, checks each claim against the source, and lists what was left out.
import { lazySchema } from '../../kernel/schema.ts'
import type { Zod } from '../../kernel/zod.ts'
import { assistant } from '../assistant.ts'
import { MODEL_TEXT, optionalText } from '../input-fields.ts'
import { labels, textList, listOf, nullableText } from '../answer-fields.ts'
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
    name: nullableText(z, 'As in the resume.'),
    headline: nullableText(z, 'One line, of words that the resume supports.'),
    summary: nullableText(z, 'Two or three sentences turned towards the posting.'),
    skills: labels(z, 100, 'Skills of the resume, those that the posting asks for first.'),
    experience: listOf(
      z,
      z.object({
        company: nullableText(z, 'As in the resume.'),
        role: nullableText(z, 'As in the resume, unchanged.'),
        duration: nullableText(z, 'As in the resume, unchanged.'),
        highlights: textList(z, 'What was done there, by the resume, in words that fit the posting.'),
      }),
      'Every position of the resume, in its order.',
    ),
    education: listOf(
      z,
      z.object({
        school: nullableText(z, 'As in the resume.'),
        degree: nullableText(z, 'As in the resume.'),
        year: nullableText(z, 'As in the resume.'),
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
        section: nullableText(z, 'Where: headline, summary, skills, or the employer.'),
        before: nullableText(z, 'As it was.'),
        after: nullableText(z, 'As it is now.'),
        reason: nullableText(z, 'What in the posting it answers.'),
      }),
      'What was changed.',
    ),
    gaps: textList(z, 'What the posting asks for and the resume does not show.'),
  }),
)

const TailorOutput = lazySchema((z) =>
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
  output: TailorOutput,
  instructions:
    'You turn one resume towards one posting by choosing, ordering and wording what the resume says. You add no employer, title, date, degree, figure, tool or skill that the resume does not name, even if the posting asks for it: name it under "gaps" instead. Every claim is checked against the resume afterwards.',
  maxTokens: 6_000,
  finish(answer, { resume: source, jobDescription, company, role, restore: keepsOmitted }) {
    const checked = checkTailored(answer, source, {
      posting: jobDescription,
      addressed: [company, role].filter(Boolean).join('\n'),
    })
    const missing = missingFacts(source, checked.resume)
    if (!keepsOmitted) return { ...checked, missing }
    return { ...checked, resume: { ...checked.resume, additional: missing }, missing: [] }
  },
})

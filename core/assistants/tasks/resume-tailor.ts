// Tailors a resume to a posting, checks each claim against the source, and lists the facts of the resume that the answer leaves out.
import { objectSchema } from '../../kernel/schema.ts'
import { answerOf, modelText, optionalText, assistant } from '../assistant.ts'
import { checkTailored, missingFacts, resumeOf, TailoringResult } from '../tailoring.ts'

const TailorIn = objectSchema((z) => ({
  resume: z
    .union([modelText(z, 1), z.record(z.string(), z.unknown())])
    .describe('The resume as text, or as returned by parse-resume.'),
  jobDescription: modelText(z, 1),
  company: optionalText(z, 200),
  role: optionalText(z, 200),
  restore: z
    .boolean()
    .optional()
    .describe('Whether resume.additional gets the facts that the tailored resume omits.'),
}))

const TailorOutput = answerOf((z) => ({
  ...TailoringResult().shape,
  resume: resumeOf(z).extend({
    additional: z.array(z.string()).optional().describe('With restore: what the tailored resume leaves out.'),
  }),
  missing: z
    .array(z.string())
    .describe('What the source says and the tailored resume leaves out. Empty with restore.'),
}))

export const resumeTailor = assistant({
  name: 'resume-tailor',
  summary: 'Tailor a resume to a posting, using only facts the resume states.',
  input: TailorIn,
  answer: TailoringResult,
  output: TailorOutput,
  instructions:
    'You turn one resume towards one posting by choosing, ordering and wording what the resume says. You add no employer, title, date, degree, figure, tool or skill that the resume does not name, even if the posting asks for it: name it under "gaps" instead. Every claim is checked against the resume afterwards.',
  maxTokens: 6_000,
  finish(answer, { resume: source, jobDescription, company, role, restore: keepsOmitted }) {
    const checked = checkTailored(answer, source, {
      posting: jobDescription,
      applyingTo: [company, role].filter(Boolean).join('\n'),
    })
    const missing = missingFacts(source, checked.resume)
    if (!keepsOmitted) return { ...checked, missing }
    return { ...checked, resume: { ...checked.resume, additional: missing }, missing: [] }
  },
})

// Compares a tailored resume with its source: removes what the source does not state, restores what was dropped.
import { must } from '../kernel/must.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import { labels, textList, listOf, nullableText } from './answer-fields.ts'
import { plain, createFactChecker, removeUnsupported, type FactChecker } from './fact-check.ts'

export const resumeOf = (z: Zod) =>
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

export const Tailored = lazySchema((z) =>
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
type Tailored = Parsed<typeof Tailored>

export type TailoredResume = Tailored['resume']
type TailoredJob = TailoredResume['experience'][number]
type Schooling = TailoredResume['education'][number]

/** The sections of a structured source, which are kept even if the model omits them. */
interface Parts {
  name?: unknown
  skills?: unknown
  experience?: unknown
  education?: unknown
}

/** Checks a tailored resume against its source; invented skills usually come from the `posting`. */
export function checkTailored(
  tailored: Tailored,
  original: unknown,
  { posting, addressed }: { posting: string; addressed: string },
): Tailored {
  // Skills that the resume does not contain must not appear in the summary either.
  const denied = tailored.resume.skills.filter((skill) => !createFactChecker(original).says(skill))
  const source = createFactChecker(original, { tempting: posting, denied })
  const speaking = createFactChecker(original, { allowed: addressed, tempting: posting, denied })
  const removed: string[] = []
  const gone = (what: string): void =>
    void removed.push(`Removed, because your resume does not say it: ${what}`)
  const { resume } = tailored
  const parts: Parts = typeof original === 'object' && original !== null ? original : {}
  const checked: TailoredResume = {
    name: stated(resume.name, source) ?? (typeof parts.name === 'string' ? parts.name : null),
    headline: spoken(resume.headline, speaking, gone),
    summary: spoken(resume.summary, speaking, gone),
    skills: skillsOf(resume.skills, parts.skills, source, gone),
    experience: jobsOf(resume.experience, parts.experience, source, gone),
    education: schoolsOf(resume.education, parts.education, source, gone),
  }
  const whole = createFactChecker([original, checked], { allowed: addressed })
  return {
    resume: checked,
    changes: tailored.changes
      .filter(({ after }) => !after || !speaking.unsupported(after).length)
      .map((change) => ({
        ...change,
        before: change.before && whole.says(change.before) ? change.before : null,
      })),
    gaps: [...tailored.gaps, ...new Set(removed)],
  }
}

const stated = (claim: string | null, source: FactChecker): string | null =>
  claim && source.says(claim) ? claim : null

function spoken(text: string | null, source: FactChecker, gone: (what: string) => void): string | null {
  if (!text) return null
  const judged = removeUnsupported(text, source)
  for (const { claims } of judged.removed) gone(claims.join(', '))
  return judged.text || null
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

function skillsOf(
  named: string[],
  original: unknown,
  source: FactChecker,
  gone: (what: string) => void,
): string[] {
  const kept = named.filter((skill) => source.says(skill) || void gone(skill))
  const has = new Set(kept.map(plain))
  return [...kept, ...textsOf(original).filter((skill) => !has.has(plain(skill)))]
}

interface SourceJob {
  company?: unknown
  role?: unknown
  duration?: unknown
}

const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value : null

const sameText = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && plain(one) === plain(other)

/** The source's position that a tailored one describes: by employer, and by title if there are several. */
function originOf(job: TailoredJob, originals: SourceJob[]): SourceJob | undefined {
  const there = originals.filter(({ company }) => sameText(company, job.company))
  return there.find(({ role }) => sameText(role, job.role)) ?? there[0]
}

function jobsOf(
  jobs: TailoredJob[],
  given: unknown,
  source: FactChecker,
  gone: (what: string) => void,
): TailoredJob[] {
  const originals: SourceJob[] = recordsOf(given)
  const kept = jobs.flatMap((job): TailoredJob[] => {
    const origin = originOf(job, originals)
    if (!job.company || (!origin && !source.says(job.company))) {
      gone([job.role, job.company].filter(Boolean).join(' at ') || 'a position without an employer')
      return []
    }
    const fact = (claim: string | null, from: unknown): string | null => {
      const others = jobs.flatMap(({ company }) =>
        company && !sameText(company, job.company) ? company : [],
      )
      if (claim && (sameText(claim, from) || (!origin && source.saysOf(claim, must(job.company), others))))
        return claim
      if (claim && !textOrNull(from)) gone(`${claim} (${job.company})`)
      else if (claim && !sameText(claim, from))
        gone(`${claim}, where it says ${String(from)} (${job.company})`)
      return textOrNull(from)
    }
    const role = fact(job.role, origin?.role)
    const duration = fact(job.duration, origin?.duration)
    const highlights = job.highlights.flatMap((line) => spoken(line, source, gone) ?? [])
    return [{ company: job.company, role, duration, highlights }]
  })
  const missing = originals.filter(
    ({ company, role }) =>
      !kept.some((job) => sameText(job.company, company) && (sameText(job.role, role) || !role)),
  )
  return [
    ...kept,
    ...missing.map(({ company, role, duration }) => ({
      company: textOrNull(company),
      role: textOrNull(role),
      duration: textOrNull(duration),
      highlights: [],
    })),
  ]
}

function schoolsOf(
  schools: Schooling[],
  given: unknown,
  source: FactChecker,
  gone: (what: string) => void,
): Schooling[] {
  const claimed = (claim: string | null, at: string): string | null => {
    const origin = recordsOf(given).find((one) => sameText(one['school'], at))
    const others = schools.flatMap(({ school }) => (school && !sameText(school, at) ? school : []))
    if (!claim || (origin ? createFactChecker(origin).says(claim) : source.saysOf(claim, at, others)))
      return claim
    gone([claim, at].join(', '))
    return null
  }
  const kept = schools.flatMap((school): Schooling[] => {
    if (!school.school || !source.says(school.school)) {
      gone([school.degree, school.school].filter(Boolean).join(', ') || 'an education without a school')
      return []
    }
    const { school: at } = school
    return [{ school: at, degree: claimed(school.degree, at), year: claimed(school.year, at) }]
  })
  const missing = recordsOf(given).filter(
    (one) => !kept.some((school) => sameText(school.school, one['school'])),
  )
  return [
    ...kept,
    ...missing
      .filter((one) => textOrNull(one['school']))
      .map((one) => ({
        school: textOrNull(one['school']),
        degree: textOrNull(one['degree']),
        year: textOrNull(one['year']),
      })),
  ]
}

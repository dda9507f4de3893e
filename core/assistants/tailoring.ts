// Compares a tailored resume with its source: removes claims without support, and restores what is missing.
import { must, isRecord, recordBy, recordOf } from '../kernel/narrow.ts'
import { type Parsed } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import { answerOf, labels, textList, listOf, nullableText } from './assistant.ts'
import { plain, createFactChecker, removeUnsupported, wordsOf, type FactChecker } from './fact-check.ts'

export const resumeOf = (z: Zod) =>
  z.object({
    name: nullableText(z, 'As in the resume.'),
    headline: nullableText(z, 'One line, of words that the resume supports.'),
    summary: nullableText(z, 'Two or three sentences turned towards the posting.'),
    skills: labels(z, 100, 'Skills of the resume, those that the posting asks for first.'),
    experience: listOf(z, 'Every position of the resume, in its order.', {
      company: nullableText(z, 'As in the resume.'),
      role: nullableText(z, 'As in the resume, unchanged.'),
      duration: nullableText(z, 'As in the resume, unchanged.'),
      highlights: textList(
        z,
        'What the person did there according to the resume, in words that fit the posting.',
      ),
    }),
    education: listOf(z, 'Every education of the resume.', {
      school: nullableText(z, 'As in the resume.'),
      degree: nullableText(z, 'As in the resume.'),
      year: nullableText(z, 'As in the resume.'),
    }),
  })

export const TailoringResult = answerOf((z) => ({
  resume: resumeOf(z),
  changes: listOf(z, 'What was changed.', {
    section: nullableText(z, 'Where: headline, summary, skills, or the employer.'),
    before: nullableText(z, 'As it was.'),
    after: nullableText(z, 'As it is now.'),
    reason: nullableText(z, 'What in the posting it answers.'),
  }),
  gaps: textList(z, 'What the posting asks for and the resume does not show.'),
}))
type TailoringResult = Parsed<typeof TailoringResult>

export type TailoredResume = TailoringResult['resume']
type TailoredJob = TailoredResume['experience'][number]
type Schooling = TailoredResume['education'][number]

interface SourceChecks {
  source: FactChecker
  report(what: string): void
}

/** Checks a tailored resume. Invented skills usually come from the `posting`. */
export function checkTailored(
  tailored: TailoringResult,
  original: unknown,
  { posting, applyingTo }: { posting: string; applyingTo: string },
): TailoringResult {
  const facts = createFactChecker(original)
  const denied = tailored.resume.skills.filter((skill) => !facts.says(skill))
  const source = createFactChecker(original, { tempting: posting, denied })
  const aboutApplication = createFactChecker(original, { allowed: applyingTo, tempting: posting, denied })
  const removed: string[] = []
  const report = (what: string): void =>
    void removed.push(`Removed, because your resume does not say it: ${what}`)
  const { resume } = tailored
  // Keeps all sections of the source, even if the model omits them.
  const { name, skills, experience, education } = recordOf(original)
  const checked: TailoredResume = {
    name: supported(resume.name, source) ?? (typeof name === 'string' ? name : null),
    headline: supportedText(resume.headline, { source: aboutApplication, report }),
    summary: supportedText(resume.summary, { source: aboutApplication, report }),
    skills: skillsOf(resume.skills, skills, { source, report }),
    experience: jobsOf(resume.experience, experience, { source, report }),
    education: schoolsOf(resume.education, education, { source, report }),
  }
  const outcome = createFactChecker([original, checked], { allowed: applyingTo })
  return {
    resume: checked,
    changes: tailored.changes
      .filter(({ after }) => !after || !aboutApplication.unsupported(after).length)
      .map((change) => ({
        ...change,
        before: change.before && outcome.says(change.before) ? change.before : null,
      })),
    gaps: [...tailored.gaps, ...new Set(removed)],
  }
}

const supported = (claim: string | null, source: FactChecker): string | null =>
  claim && source.says(claim) ? claim : null

function supportedText(text: string | null, { source, report }: SourceChecks): string | null {
  if (!text) return null
  const judged = removeUnsupported(text, source)
  for (const { claims } of judged.removed) report(claims.join(', '))
  return judged.text || null
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

function skillsOf(named: string[], original: unknown, { source, report }: SourceChecks): string[] {
  const kept = named.filter((skill) => source.says(skill) || void report(skill))
  const has = new Set(kept.map(plain))
  return [...kept, ...textsOf(original).filter((skill) => !has.has(plain(skill)))]
}

const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value : null

const sameText = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && plain(one) === plain(other)

/** The position in the source that a tailored one describes: by employer, then by title and time if the employer has several. */
function originOf(job: TailoredJob, originals: Record<string, unknown>[]) {
  const there = originals.filter(({ company }) => sameText(company, job.company))
  const likeness = ({ role, duration }: Record<string, unknown>): number =>
    2 * Number(sameText(role, job.role)) + Number(sameText(duration, job.duration))
  return there.toSorted((one, other) => likeness(other) - likeness(one))[0]
}

function jobsOf(jobs: TailoredJob[], given: unknown, checks: SourceChecks): TailoredJob[] {
  const { source, report } = checks
  const originals = recordsOf(given)
  const kept = jobs.flatMap((job): TailoredJob[] => {
    const origin = originOf(job, originals)
    if (!job.company || (!origin && !source.says(job.company))) {
      report([job.role, job.company].filter(Boolean).join(' at ') || 'a position without an employer')
      return []
    }
    const fact = (claim: string | null, from: unknown): string | null => {
      const others = jobs.flatMap(({ company }) =>
        company && !sameText(company, job.company) ? company : [],
      )
      if (claim && (sameText(claim, from) || (!origin && source.saysOf(claim, must(job.company), others))))
        return claim
      if (claim && !textOrNull(from)) report(`${claim} (${job.company})`)
      else if (claim && !sameText(claim, from))
        report(`${claim}, where it says ${String(from)} (${job.company})`)
      return textOrNull(from)
    }
    const role = fact(job.role, origin?.['role'])
    const duration = fact(job.duration, origin?.['duration'])
    const highlights = job.highlights.flatMap((line) => supportedText(line, checks) ?? [])
    return [{ company: job.company, role, duration, highlights }]
  })
  const missing = originals.filter(
    ({ company, role, duration }) =>
      !kept.some(
        (job) =>
          sameText(job.company, company) &&
          (sameText(job.role, role) || !role) &&
          (sameText(job.duration, duration) || !textOrNull(duration)),
      ),
  )
  return [
    ...kept,
    ...missing.map((one) => ({
      ...recordBy(['company', 'role', 'duration'], (name) => textOrNull(one[name])),
      highlights: [],
    })),
  ]
}

/** Finds the degree of the source that a tailored one describes. Of several at one school, it is the most similar one. */
function schoolingOf({ school, degree, year }: Schooling, originals: Record<string, unknown>[]) {
  const likeness = (one: Record<string, unknown>): number => {
    const facts = createFactChecker(one)
    return 2 * Number(facts.says(degree ?? '')) + Number(facts.says(year ?? ''))
  }
  const there = originals.filter((one) => sameText(one['school'], school))
  return there.toSorted((one, other) => likeness(other) - likeness(one))[0]
}

function schoolsOf(schools: Schooling[], given: unknown, { source, report }: SourceChecks): Schooling[] {
  const originals = recordsOf(given)
  const described = new Set<unknown>()
  const kept = schools.flatMap((school): Schooling[] => {
    const { school: at } = school
    if (!at || !source.says(at)) {
      report([school.degree, at].filter(Boolean).join(', ') || 'an education without a school')
      return []
    }
    const origin = schoolingOf(school, originals)
    described.add(origin)
    const others = schools.flatMap(({ school: name }) => (name && !sameText(name, at) ? name : []))
    const claimed = (claim: string | null): string | null => {
      if (!claim || (origin ? createFactChecker(origin).says(claim) : source.saysOf(claim, at, others)))
        return claim
      report([claim, at].join(', '))
      return null
    }
    return [{ school: at, degree: claimed(school.degree), year: claimed(school.year) }]
  })
  const missing = originals.filter((one) => !described.has(one) && textOrNull(one['school']))
  return [
    ...kept,
    ...missing.map((one) => recordBy(['school', 'degree', 'year'], (name) => textOrNull(one[name]))),
  ]
}

// Facts of a source that a tailored resume omits.

/** Words that are facts: long ones, initials such as IBM, and all with a figure. */
function factWords(text: string): string[] {
  const initials = new Set((text.match(/\b\p{Lu}{2,3}\b/gu) ?? []).flatMap(wordsOf))
  return wordsOf(text).filter((word) => word.length > 3 || /\d/.test(word) || initials.has(word))
}

function factsOf(source: unknown): string[] {
  if (typeof source === 'string')
    return source
      .split(/\r?\n|(?<=(?:\d|\p{L}{4})[.;])\s+/u)
      .map((line) => line.replace(/^[\s•*·–-]+/, '').trim())
  if (typeof source === 'number') return [String(source)]
  if (typeof source === 'object' && source !== null) return Object.values(source).flatMap(factsOf)
  return []
}

/** The words of each position, each school, and the rest. The sets are separate, so that one position cannot cover for another. */
function wordsByPart(tailored: unknown): Set<string>[] {
  const parts = Object.values(typeof tailored === 'object' && tailored !== null ? tailored : { tailored })
  const isRecords = (part: unknown): part is object[] =>
    Array.isArray(part) && part.some((item) => typeof item === 'object')
  const records = parts.filter(isRecords).flat()
  const rest = parts.filter((part) => !isRecords(part))
  return [...records, rest].map((part) => new Set(factsOf(part).flatMap(wordsOf)))
}

/** Facts of the source that the resume omits. A part repeats a fact if it has all its figures and over half of its other words. */
export function missingFacts(source: unknown, tailored: unknown): string[] {
  const parts = wordsByPart(tailored)
  const isCovered = (words: string[], part: ReadonlySet<string>): boolean => {
    const names = words.filter((word) => !/\d/.test(word))
    const figures = words.filter((word) => /\d/.test(word))
    const missing = names.filter((word) => !part.has(word))
    return figures.every((word) => part.has(word)) && (!missing.length || missing.length * 2 < names.length)
  }
  return [
    ...new Set(
      factsOf(source).filter((fact) => fact && !parts.some((part) => isCovered(factWords(fact), part))),
    ),
  ]
}

// Inputs shared by all analyses, and the text that says how they were interpreted.
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { text, words } from '../../kernel/fields.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import type { Zod } from '../../kernel/zod.ts'
import { dollars } from './format.ts'
import { findOccupation, type Catalog, type City, type Role } from '../file/catalog.ts'
import { BANDS, type Band } from '../estimates/experience.ts'
import { estimate, type Estimate } from '../estimates/estimate.ts'
import type { LookupResult } from '../question.ts'
import { lookUp } from '../question.ts'
import type { FullDataset } from '../file/dataset.ts'

const MAX_TEXT_CHARACTERS = 200

export const roleIn = (z: Zod) =>
  words(z, MAX_TEXT_CHARACTERS).describe(
    'Job title in plain words, with its level, or a role slug: "staff swe", "RN".',
  )

export const cityIn = (z: Zod) =>
  text(z, MAX_TEXT_CHARACTERS)
    .optional()
    .describe('US city in plain words or a slug: "sf", "Portland, OR". Leave out for the nation.')

export const experienceIn = (z: Zod) =>
  z.enum(BANDS).optional().describe('Leave out for all levels, or when the title says it ("senior nurse").')

export const DETAILS = ['brief', 'full'] as const
export const detailIn = (z: Zod) =>
  z.enum(DETAILS).optional().describe('Default "brief"; "full" adds the tables behind the figures.')

export const RoleRef = lazySchema((z) =>
  z.strictObject({
    slug: z.string(),
    title: z.string(),
    soc_code: z.string().describe('Standard Occupational Classification.'),
    occupation: z.string(),
  }),
)

export const CityRef = lazySchema((z) =>
  z.strictObject({ slug: z.string(), name: z.string(), state: z.string() }),
)

export const roleRef = (catalog: Catalog, role: Role): Parsed<typeof RoleRef> => ({
  slug: role.slug,
  title: role.title,
  soc_code: role.soc,
  occupation: findOccupation(catalog, role.soc)?.title ?? role.title,
})

export const cityRef = ({ slug, name, state }: City): Parsed<typeof CityRef> => ({ slug, name, state })

const placeOf = (city: City | null): string => (city ? `${city.name}, ${city.state}` : 'the United States')

const areaOf = (suburb: string | null, city: City | null): string =>
  suburb ? `${suburb}, in the area of ${placeOf(city)}` : placeOf(city)

/** The subject of an analysis: the whole data set, and the role and city that were found. */
export interface Subject extends LookupResult {
  whole: FullDataset
  /** The requested experience level, or the one stated in the title. */
  band: Band | null
}

interface AnalysisInput {
  role: string
  city?: string | undefined
  experience?: Band | undefined
}

/** Finds the role and city; an empty city means none. Throws `role_not_found` and `city_not_found`. */
export async function subjectOf({ intelligence }: Context, asked: AnalysisInput): Promise<Subject> {
  const whole = await intelligence.fullDataset()
  const found = lookUp(whole, {
    role: asked.role,
    ...(asked.city?.trim() && { city: asked.city }),
  })
  const band = asked.experience ?? found.experience
  return { ...found, ...(band !== found.experience && { level: null }), experience: band, whole, band }
}

/** Pay of the subject at its level. Throws `pay_not_found` when no source has a figure. */
export function payOf(
  { catalog, role, city, experience }: Pick<Subject, 'catalog' | 'role' | 'city' | 'experience'>,
  at: { city?: City | null } = {},
): Estimate {
  const place = at.city === undefined ? city : at.city
  const pay = estimate(catalog, { role: role.slug, city: place?.slug ?? null, experience })
  if (!('missing' in pay)) return pay
  const hint = place
    ? 'Leave the city out for the national figure.'
    : 'Ask for a related role that has figures.'
  return fail('pay_not_found', { reason: pay.reason }, { hint })
}

/** One sentence on how the input was interpreted; null when it was slugs and needed no interpretation. */
export function readingOf({ understood, role, city }: Subject): string | null {
  if (!understood) return null
  const level = understood.role?.experience ? `, ${understood.role.experience} level` : ''
  const plain = understood.role?.text.trim().toLowerCase() === role.title.toLowerCase()
  const median = understood.role?.role_median
  const all = median
    ? ` The estimate is for that level; everyone in the occupation has ${dollars(median)}.`
    : ''
  const parts = [
    !plain && understood.role && `“${understood.role.text}” was read as ${role.title}${level}`,
    understood.role?.unused.length ? `not used: ${understood.role.unused.join(', ')}` : null,
    understood.city &&
      `“${understood.city.text}”${plain || !understood.role ? ' was read' : ''} as ${areaOf(understood.city.place, city)}`,
  ].filter(Boolean)
  return parts.length ? `${parts.join(', ')}.${all}` : null
}

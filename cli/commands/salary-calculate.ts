// `crm salary calculate`: pay for an experience level in a city, compared with the nation.
import { calculateSalary } from '../../core/intelligence/salaries/calculate.ts'
import { getSalary } from '../../core/intelligence/salaries/salary.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { AnswerOf, Client } from '../client.ts'
import type { Command } from '../command.ts'
import { dollars, percentChange } from '../ui/money.ts'
import { askAbout, bandOf, CITY, EXP_OPTION, ROLE, noteInterpretation, type Band } from './salary-question.ts'
import { offersInWords, NO_DATA, subjectOf } from './salary-figure.ts'

type Calculated = AnswerOf<typeof calculateSalary>

export const calculateCommand: Command = {
  name: 'calculate',
  hidden: true,
  about: 'Show pay for your experience in a city, compared with the nation.',
  operation: 'salaries.calculate',
  args: [ROLE, { ...CITY, name: 'city...' }],
  options: [
    {
      ...EXP_OPTION,
      about: 'entry, mid (default, unless the role names a level), senior, staff or principal.',
    },
  ],
  examples: ['crm salary calculate "data engineer" austin --exp senior'],
  async run({ rest, options, client, out }) {
    const exp = bandOf(options)
    const { reading, answer: found } = await askAbout(
      client,
      { verb: 'calculate', words: rest },
      async ({ role, city }) => {
        if (city === undefined) return calculateInWords(client, role, exp)
        const calculated = await client.call(calculateSalary, { role, city, exp })
        return { understood: calculated.understood, calculated }
      },
    )
    const answer =
      found.calculated ??
      fail('usage', { problem: `Name a city too: crm salary calculate "${reading.role}" sf` })
    noteInterpretation(out, answer)
    out.record(answer, out.look.isTerminal ? shown(answer) : plain(answer))
    if (answer.base) return 0
    out.note(
      `crm: There is no figure for ${subjectOf(answer, answer.experience)}. ${answer.reasons['base'] ?? ''}`,
    )
    return NO_DATA
  },
}

/** What the words mean, and the calculation; null if they name no city. */
interface Found extends Pick<Calculated, 'understood'> {
  calculated: Calculated | null
}

/** The city is among the words: the figure of the words says which of them it is. */
async function calculateInWords(client: Client, words: string, exp: Band | undefined): Promise<Found> {
  const { understood, role, city } = await client.call(getSalary, { role: words })
  if (!city) return { understood, calculated: null }
  const calculated = await client.call(calculateSalary, {
    role: understood?.role?.text ?? role.slug,
    city: understood?.city?.text ?? city.slug,
    exp,
  })
  return { understood: calculated.understood, calculated }
}

type Line = [label: string, value: string | null]

function shown(answer: Calculated): Line[] {
  const { base, total_compensation: total, national_comparison: nation, quality, city } = answer
  if (!base) return []
  return [
    ['for', subjectOf(answer, answer.experience)],
    [
      'base pay',
      `${dollars(base.median)} a year, ${dollars(base.low)} to ${dollars(base.high)} for the middle half`,
    ],
    [
      'total pay',
      total && total.total !== total.base
        ? `${dollars(total.total)} (modelled, ${total.confidence} confidence)`
        : null,
    ],
    [
      'nation',
      nation &&
        `${dollars(nation.national_median)}; here ${percentChange(nation.difference_pct)} (${dollars(nation.difference)})`,
    ],
    [
      'at US prices',
      nation &&
        city &&
        `${dollars(nation.cost_of_living_adjusted)}: prices here are × ${city.cost_of_living_multiplier.toFixed(2)}`,
    ],
    [
      'confidence',
      quality &&
        `${quality.confidence}: ${dollars(base.confidence_lower)} to ${dollars(base.confidence_upper)}`,
    ],
    ['offers', offersInWords(answer)],
    ['figure', base.data_point_id],
  ]
}

function plain(answer: Calculated): Line[] {
  const { base, total_compensation: total, national_comparison: nation } = answer
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? null : String(value)
  return [
    ['role', answer.role.slug],
    ['city', answer.city?.slug ?? null],
    ['experience', answer.experience],
    ['base', text(base?.median)],
    ['low', text(base?.low)],
    ['high', text(base?.high)],
    ['total', text(total?.total)],
    ['national_median', text(nation?.national_median)],
    ['difference', text(nation?.difference)],
    ['difference_pct', text(nation?.difference_pct)],
    ['cost_of_living_adjusted', text(nation?.cost_of_living_adjusted)],
    ['confidence', answer.quality?.confidence ?? null],
    ['offers_median', text(answer.offers?.median)],
    ['data_point_id', base?.data_point_id ?? null],
  ]
}

// `crm salary compare`: one role in several cities, or several roles in one place.
import { fail } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command } from '../command.ts'
import { bandOf, EXP_OPTION, type Question } from './salary-question.ts'
import { FIGURE_OPTIONS, NO_DATA, wantedOf } from './salary-figure.ts'
import { showMany } from './salary-batch.ts'

/** Exit codes for words that are not clear, and for those without a figure. */
const UNRESOLVED: readonly number[] = [2, NO_DATA]

export const compareCommand: Command = {
  name: 'compare',
  about: 'Compare one role in several cities, or several roles in one place.',
  args: [{ name: 'words...', about: 'A role and cities; with --city or --national all are roles.' }],
  options: [
    { flags: '--city <city>', about: 'Compare the roles named in this city.' },
    { flags: '--national', about: 'Compare the roles named nationwide.' },
    EXP_OPTION,
    ...FIGURE_OPTIONS,
  ],
  fields: ['results'],
  examples: [
    'crm salary compare swe sf nyc austin "El Paso"',
    'crm salary compare swe "data scientist" pharmacist --city chicago',
  ],
  async run(call) {
    const { rest, options } = call
    const [city, exp] = [textOf(options, 'city'), bandOf(options)]
    const [role = '', ...cities] = rest
    const national = isOn(options, 'national')
    if (city !== undefined && national)
      fail('usage', { problem: '--city and --national exclude each other.' })
    if (!cities.length)
      fail('usage', { problem: 'Name at least two things to compare: crm salary compare swe sf nyc' })
    const questions: Question[] =
      city !== undefined || national
        ? rest.map((other) => ({ role: other, city, exp }))
        : cities.map((place) => ({ role, city: place, exp }))
    const code = await showMany(call, questions, wantedOf(options))
    if (UNRESOLVED.includes(code) && city === undefined && !national && cities.length > 1)
      call.out.note(
        'The first is the role and the others are cities. Several roles: crm salary compare nurse accountant --city sf',
      )
    const isOneWordEach = !rest.some((word) => /\s/.test(word))
    if (UNRESOLVED.includes(code) && isOneWordEach)
      call.out.note(
        'A role or city of several words goes in quotes: crm salary compare "data engineer" sf "new york"',
      )
    return code
  },
}

// How the words of a request are read: the role, the city and the level that its figures are of.
import { describe, expect, test } from 'vitest'
import { createIntelligence } from '../../../core/intelligence/intelligence.ts'

const pay = createIntelligence({ resident: true })

describe('a request', () => {
  test.each([
    ['swe sf', 'software-engineer', 'san-francisco-ca'],
    ['staff nurse el paso', 'registered-nurse', 'el-paso-tx'],
    ['Staff Nurse - El Paso, TX', 'registered-nurse', 'el-paso-tx'],
    ['cdl driver dallas', 'cdl-driver', 'dallas-tx'],
    ['head of marketing in boston', 'marketing-manager', 'boston-ma'],
    ['barista seattle', 'baristas', 'seattle-wa'],
    ['product manager palo alto', 'product-manager', 'san-jose-ca'],
    ['accountant san fransisco', 'accountant', 'san-francisco-ca'],
    ['rn houstn', 'registered-nurse', 'houston-tx'],
    ['senior software engineer phillidelphia', 'software-engineer', 'philadelphia-pa'],
    ['nurse near Philly', 'registered-nurse', 'philadelphia-pa'],
    ['GM at a restaurant near Philly', 'restaurant-manager', 'philadelphia-pa'],
    // Media is a suburb of Philadelphia; here it is a word of the title.
    ['software engineer, media', 'software-engineer', undefined],
  ])('a city among the words of a role is its city: %s', async (text, role, city) => {
    const found = await pay.find({ role: text })
    expect([found.role.slug, found.city?.slug]).toEqual([role, city])
  })

  test.each([
    ['GM, QSR restaurant', 'restaurant-manager'],
    ['General Manager - Hotel', 'hotel-manager'],
    ['General Manager - Chipotle', 'general-manager'],
    ['General Manager (Full Time)', 'general-manager'],
  ])('a general manager is one of what the next part names: %s', async (text, role) => {
    expect((await pay.find({ role: text })).role.slug).toBe(role)
  })

  test('a place may be said to be near', async () => {
    expect((await pay.find({ role: 'nurse', city: 'near Philly' })).city?.slug).toBe('philadelphia-pa')
  })

  test('a person of a field could be any of its work', async () => {
    await expect(pay.find({ role: 'data person Bay area' })).rejects.toThrow(
      expect.objectContaining({
        hint: expect.stringContaining('data-analyst, data-scientist, data-engineer'),
      }),
    )
  })

  test.each([
    ['GS-12 program analyst', 'management-analyst', ['GS-12'], 1],
    ['E-5 mechanic', 'auto-mechanic', ['E-5'], 1],
    ['accountant, part-time', 'accountant', ['part-time'], 1],
    ['Software Engineer - $150k', 'software-engineer', ['$150k'], 1],
    ['SOFTWARE ENGINEER 🚀', 'software-engineer', [], 1],
    ['Machinist - blue team', 'machinist', ['blue team'], 0.89],
    ['Machinist - 1st shift', 'machinist', ['1st shift'], 1],
    ['Hiring: accountant', 'accountant', ['Hiring'], 1],
  ])('what stands beside a title is left out, and said: %s', async (text, role, unused, score) => {
    const all = await pay.find({ role: text })
    expect(all.role.slug).toBe(role)
    expect(all.understood?.role).toMatchObject({ unused, score: expect.closeTo(score, 2) as number })
  })

  test.each(['junior swe', 'jr. software engineer', 'software engineer intern', 'entry level swe'])(
    'a title at the start of a career has the entry band: %s',
    async (role) => {
      const found = await pay.find({ role, city: 'austin' })
      expect([found.role.slug, found.experience]).toEqual(['software-engineer', 'entry'])
    },
  )

  test('"entry" in the name of an occupation is no level', async () => {
    const found = await pay.find({ role: 'data entry operator', city: 'austin' })
    expect([found.role.slug, found.experience]).toEqual(['data-entry-clerk', null])
  })

  test('a misspelt title is paid like the title spelt right', async () => {
    const [right, wrong] = await Promise.all(
      ['data scientist', 'data sceintist'].map((role) => pay.find({ role, city: 'new york' })),
    )
    expect([wrong?.role.slug, wrong?.experience]).toEqual([right?.role.slug, right?.experience])
    const senior = await pay.find({ role: 'senior data sceintist' })
    expect([senior.experience, senior.level]).toEqual(['senior', 'senior'])
  })

  test('a wording of a role is not taken for a misspelt one', async () => {
    const driver = await pay.find({ role: 'uber driver' })
    expect([driver.role.slug, driver.experience]).toEqual(['taxi-driver', null])
  })

  test('a role or city of which only one is clear is refused by that name', async () => {
    await expect(pay.find({ role: 'sr. pm nyc' })).rejects.toThrow('There is no role “sr. pm”.')
    await expect(pay.find({ role: 'pm san fransisco' })).rejects.toThrow('There is no role “pm”.')
    await expect(pay.find({ role: 'barber portland' })).rejects.toThrow('There is no city “portland”.')
  })
})

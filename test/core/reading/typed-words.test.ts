// Words for days and hours as people type them: each is read, or refused with the reason, and never silently one of two.
import { describe, expect, test } from 'vitest'
import { readMoment } from '../../../core/reading/moments.ts'

const newYork = 'America/New_York'

// Thursday 26 November 2026, noon in New York.
describe('words for days and hours, as people type them', () => {
  const thursday = new Date('2026-11-26T17:00:00Z')
  const typed = (text: string, order: 'month-first' | 'day-first' = 'month-first') =>
    readMoment(text, thursday, newYork, { order })
  const local = (iso = '') =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: newYork, dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(iso),
    )

  test.each([
    ['idag kl 16', '2026-11-26 16:00'],
    ['tomorrow ten to one', '2026-11-27 12:50'],
    ['morgen um halb eins', '2026-11-27 12:30'],
    ['morgen nachts um halb eins', '2026-11-27 00:30'],
    ['明天0点30', '2026-11-27 00:30'],
    ['i morgon kl. 9:15', '2026-11-27 09:15'],
    ['övermorgon', '2026-11-28 00:00'],
    ['på måndag klockan 10', '2026-11-30 10:00'],
    ['nästa onsdag kl 11', '2026-12-02 11:00'],
    ['pojutrze o 9:30', '2026-11-28 09:30'],
    ['w środę o 15', '2026-12-02 15:00'],
    ['za trzy dni', '2026-11-29 12:00'],
    ['7 stycznia o godz. 12', '2027-01-07 12:00'],
    ['后天上午9点半', '2026-11-28 09:30'],
    ['今晚8点', '2026-11-26 20:00'],
    ['12月7日下午2点30分', '2026-12-07 14:30'],
    ['下周五 15:00', '2026-12-04 15:00'],
    ['星期一上午10点', '2026-11-30 10:00'],
    ['三天后', '2026-11-29 12:00'],
    ['明後日の午後3時', '2026-11-28 15:00'],
    ['来週月曜日 11時30分', '2026-11-30 11:30'],
    ['12月8日(火) 10:00', '2026-12-08 10:00'],
    ['2週間後', '2026-12-10 12:00'],
    ['next business day', '2026-11-27 00:00'],
    ['in 1h15', '2026-11-26 13:15'],
    ['end of january', '2027-01-31 00:00'],
    ['Ende Februar 2028', '2028-02-29 00:00'],
    ['day after tomorrow 9', '2026-11-28 09:00'],
    ['übermorgen 9 Uhr', '2026-11-28 09:00'],
    ['übermorgen 9', '2026-11-28 09:00'],
    ['après-demain 14h', '2026-11-28 14:00'],
    ['mañana 9', '2026-11-27 09:00'],
    ['tomorrow 3', '2026-11-27 15:00'],
    ['tomorrow 9-10', '2026-11-27 09:00'],
    ['friday 10', '2026-11-27 10:00'],
    ['tonight 7', '2026-11-26 19:00'],
    ['heute Abend 7', '2026-11-26 19:00'],
    ['ce soir 7', '2026-11-26 19:00'],
    ['tonight 8:30', '2026-11-26 20:30'],
    ['noon', '2026-11-26 12:00'],
    ['12 noon friday', '2026-11-27 12:00'],
    ['monday week', '2026-12-07 00:00'],
    ['tuesday week 3pm', '2026-12-08 15:00'],
    ['mardi en huit', '2026-12-08 00:00'],
    ['a week on tuesday', '2026-12-08 00:00'],
    ['2 weeks from friday', '2026-12-11 00:00'],
    ['a week from tomorrow', '2026-12-04 00:00'],
    ['in a fortnight', '2026-12-10 00:00'],
    ['first monday of january', '2027-01-04 00:00'],
    ['the first tuesday in february 10am', '2027-02-02 10:00'],
    ['last friday of the month', '2026-11-27 00:00'],
    ['1st monday of next month', '2026-12-07 00:00'],
    ['erster Montag im Januar', '2027-01-04 00:00'],
    ['premier lundi de janvier', '2027-01-04 00:00'],
    ['primer lunes de enero 2028', '2028-01-03 00:00'],
    ['end of next week', '2026-12-04 00:00'],
    ['fin de la semaine prochaine', '2026-12-04 00:00'],
    ['Ende des nächsten Monats', '2026-12-31 00:00'],
    ['heute in einer Woche', '2026-12-03 00:00'],
    ['friday in a week', '2026-12-04 00:00'],
    ['Thu Dec 3', '2026-12-03 00:00'],
    ['the week after next', '2026-12-07 00:00'],
    ['monday of the week after next', '2026-12-07 00:00'],
    ['Mittwoch übernächster Woche', '2026-12-09 00:00'],
    ['end of the week after next', '2026-12-11 00:00'],
    ['eind van deze maand', '2026-11-30 00:00'],
    ['fin décembre', '2026-12-31 00:00'],
    ['friday am', '2026-11-27 09:00'],
    ['tomorrow pm', '2026-11-27 15:00'],
    ['am Montag', '2026-11-30 00:00'],
    ['Montag am', '2026-11-30 00:00'],
    ['hoy a las 8 de la tarde', '2026-11-26 20:00'],
    ['dinsdag om 3 uur', '2026-12-01 15:00'],
    ['morgenochtend om 9 uur', '2026-11-27 09:00'],
    ['om 3 dagar', '2026-11-29 12:00'],
    ['piątek, 4 grudnia 2026 r., godz. 10.00', '2026-12-04 10:00'],
    ['Christmas Day at noon', '2026-12-25 12:00'],
    ['new year’s eve', '2026-12-31 00:00'],
    ['Thanksgiving Day 2027', '2027-11-25 00:00'],
    ['Fourth of July', '2027-07-04 00:00'],
    ['Silvester', '2026-12-31 00:00'],
    ['il 4 alle 10', '2026-12-04 10:00'],
    ['le 15 à 14h30', '2026-12-15 14:30'],
    ['mañana al mediodía', '2026-11-27 12:00'],
    ['2026. 12. 3. 15:00', '2026-12-03 15:00'],
    ['om en timme', '2026-11-26 13:00'],
  ])('%s', (text, at) => expect(local(typed(text).value?.at)).toBe(at))

  test.each([
    ['Mon Dec 3', '2026-12-03 is a Thursday'],
    ['Tue Dec 9 15:00', '2026-12-09 is a Wednesday'],
    ['2026-12-03 Monday', '2026-12-03 is a Thursday'],
    ['lundi 3 décembre 2026', '2026-12-03 is a Thursday'],
    ['thursday 10', 'can be a time or a day of the month'],
    ['monday in two weeks', 'can be two days'],
    ['tonight 1', 'says two different times'],
    ['tomorrow afternoon 9', 'says two different times'],
    ['tomorrow in 2 hours', 'says two different things'],
    ['later', 'names no time'],
    ['we 3pm', 'is not a date'],
    ['friday 2w', 'is not a date'],
    ['friday after next', 'can be two days'],
    ['end of the following week', 'is not a date'],
    ['christmas', 'is not a date'],
    ['today at midnight', 'is already past today'],
    ['dec 3 10:00 to 9:00', 'ends before it starts'],
    ['dec 3 4pm to 3', 'ends before it starts'],
  ])('%s is refused, and why', (text, why) => {
    const { value, doubts } = typed(text)
    expect([value, doubts[0]]).toEqual([null, expect.stringContaining(why)])
  })

  test.each([
    ['dec 3 22:00 to 6:00', '2026-12-04 06:00'],
    ['dec 3 23:00 to 1:00', '2026-12-04 01:00'],
    ['mar 13 2027 22:00 to 06:00', '2027-03-14 06:00'],
    ['dec 3 10:00 to 6:00', '2026-12-03 18:00'],
    ['dec 3 10:00 to 1', '2026-12-03 13:00'],
  ])('%s ends at %s', (text, ends) => expect(local(typed(text).value?.endsAt ?? '')).toBe(ends))

  test('an approximate time is read as that time, which is said', () => {
    const times = {
      'tomorrow around 3pm': '2026-11-27 15:00',
      'about 3': '2026-11-26 15:00',
      'tomorrow at about 3': '2026-11-27 15:00',
      '3-ish tomorrow': '2026-11-27 15:00',
      'in about an hour': '2026-11-26 13:00',
      'morgen ca. 15 Uhr': '2026-11-27 15:00',
      'demain vers 15h': '2026-11-27 15:00',
      'morgen gegen Abend': '2026-11-27 19:00',
      'mañana a eso de las 16:00': '2026-11-27 16:00',
      'domani alle 15 circa': '2026-11-27 15:00',
      'tomorrow ~3pm': '2026-11-27 15:00',
      'around Dec 3': '2026-12-03 00:00',
      '~ Dec 3': '2026-12-03 00:00',
      'mid-December': '2026-12-15 00:00',
      'in mid-Dec 2027': '2027-12-15 00:00',
      'early March': '2027-03-01 00:00',
      'the beginning of next month': '2026-12-01 00:00',
      'late December 9am': '2026-12-25 09:00',
      'Mitte Dezember': '2026-12-15 00:00',
      'Mitte des nächsten Monats': '2026-12-15 00:00',
      'début mars': '2027-03-01 00:00',
      'mi-mars': '2027-03-15 00:00',
      'a mediados de enero': '2027-01-15 00:00',
      'half december': '2026-12-15 00:00',
    }
    for (const [text, at] of Object.entries(times)) {
      const { value, doubts } = typed(text)
      expect([text, local(value?.at)]).toEqual([text, at])
      expect(doubts).toContain('An approximate time was read as exact.')
    }
    for (const range of ['10:00 ~ 11:00 tomorrow', '14~15:00 tomorrow'])
      expect(typed(range)).toMatchObject({ doubts: [], value: { endsAt: expect.any(String) } })
    // It may be this year or the next.
    for (const text of ['mid-November', 'around Nov 20', 'beginning of the month'])
      expect(typed(text)).toMatchObject({ value: null, doubts: ['can be two days: say the date'] })
    const past = readMoment('mid-November', thursday, newYork, { direction: 'behind' }).value
    expect(local(past?.at)).toBe('2026-11-15 00:00')
    expect(typed('early next week').value).toBeNull()
    // A name before a day.
    for (const text of ['Circa tomorrow 3pm', 'Meta December 5', 'Meta next month', 'begin March 3'])
      expect(typed(text).value, text).toBeNull()
    // Neither an early day nor an hour.
    for (const text of ['early March 5', 'late December 28', 'mid-December 15', 'early March fifth'])
      expect(typed(text), text).toMatchObject({ value: null, doubts: ['names no one day: say the date'] })
    expect(local(typed('Dec 5 around 3').value?.at)).toBe('2026-12-05 15:00')
  })

  test.each([
    ['December fifth', '2026-12-05'],
    ['the fifth of December at 3pm', '2026-12-05'],
    ['December twenty-first', '2026-12-21'],
    ['am ersten Dezember', '2026-12-01'],
    ['May the first', '2027-05-01'],
    ['you may first', undefined],
    ['end of Q1', '2027-03-31'],
    ['by the end of Q1 2028', '2028-03-31'],
    ['end of Q5', undefined],
  ])('a day may be named in words: %s', (text, day) => {
    const { value, doubts } = typed(text)
    expect(value ? local(value.at).slice(0, 10) : undefined).toBe(day)
    if (value) expect(doubts).toEqual([])
  })

  test('a day and a month in either order are read in the one that is asked for, which is said', () => {
    const doubtsOf = (text: string, order?: 'month-first' | 'day-first') =>
      readMoment(text, thursday, newYork, { order }).doubts
    expect(local(typed('03/12 9:00').value?.at)).toBe('2027-03-12 09:00')
    expect(local(typed('03/12 9:00', 'day-first').value?.at)).toBe('2026-12-03 09:00')
    expect(doubtsOf('03/12 9:00', 'month-first')).toEqual(['3/12 was read with the month first.'])
    expect(doubtsOf('3/12/2026', 'day-first')).toEqual(['3/12 was read with the day first.'])
    expect(doubtsOf('25/12', 'month-first')).toEqual([])
    expect(doubtsOf('4/4', 'month-first')).toEqual([])
    expect(doubtsOf('dec 3 2pm IST')).toEqual([expect.stringContaining('IST was read as the time of India')])
    expect(doubtsOf('dec 3 2pm CET')).toEqual([])
    expect(doubtsOf('03/12 9:00')).toEqual(['is a day and a month in either order'])
    // Its weekday settles it.
    expect(local(typed('Thu 3/12/2026 9:00').value?.at)).toBe('2026-03-12 09:00')
    expect(local(typed('Thu 12/3/2026 9:00', 'day-first').value?.at)).toBe('2026-03-12 09:00')
  })
})

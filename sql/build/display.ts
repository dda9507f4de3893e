/** Display titles: singular forms of the official plural titles, and readable case for upper-case filings. */

const AGENT =
  /(?:ers|ors|ists|ians|ants|ents|ives|sts|yees|cooks|clerks|aides|guards|pilots|judges|surgeons|physicians|chefs|mechanics|masons|models|scouts|hosts|butchers|nurses|architects|technologists|maids|midwives|paralegals|lawyers|hygienists|analysts|scientists|sheriffs|conductors|veterinarians|bellhops|arbitrators|actuaries|fellows|ologists|attorneys|planners|coaches|referees|hostesses|waitresses|waiters|hands|roustabouts|sawyers|jailers|carriers|faculty|dietitians|officials|choreographers|amateurs|athletes|detectives|crossing guards|magistrates|umpires|jockeys|paramedics|registrars|bailiffs|wardens|guides|persons|salespersons|millwrights|locksmiths|chauffeurs|captains|mates|secretaries|orderlies|professionals|concierges|assistants|attendants)$/i
const KEEP =
  /^(?:computers|containers|boilers|motors|doors|floors|elevators|tractors|others|papers|metals|vehicles|instruments|documents|investments|events|plants|patients|components|students|parents|investors|sensors|semiconductors|services|products|customers|farmers'|events|cements|garments|settlements|rents|measurements|departments|meters|fasteners|coolers|freezers|kettle|driers|accessories|consumers|passengers|materials|rivers|transmitters|converters|power|explosives|locomotives|archives|abrasives|adhesives|automotives|presses|forests|statements|apartments)$/i

/** "Registered Nurses" → "Registered Nurse"; words that are not people are unchanged. */
export function singular(title: string): string {
  const main = title.replace(/, (?:Except|Not) .*$/, '')
  return main.replace(/[A-Za-z'’]+/g, (word) => {
    if (KEEP.test(word) || !AGENT.test(word)) return word
    if (/wives$/i.test(word)) return word.replace(/wives$/i, 'wife')
    if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`
    return /(?:ches|sses)$/i.test(word) ? word.slice(0, -2) : word.slice(0, -1)
  })
}

const UPPER = new Set(
  'ai ml qa it sap etl bi ui ux sql aws hr gis iot rf asic fpga cad erp crm api devops sdet hvac mri ct icu er rn lpn cpa cfo ceo cto sas vlsi soc seo rpa hris sre vp ehs hse cnc r&d nlp dba llc cae bim mep dsp'.split(
    ' ',
  ),
)
const SMALL = new Set(['of', 'and', 'the', 'for', 'in', 'to', 'or', 'a', 'an', 'on', 'at', 'with'])
const SPECIAL: Record<string, string> = { devops: 'DevOps', ios: 'iOS', dotnet: '.NET', net: '.NET', mulesoft: 'MuleSoft', javascript: 'JavaScript' } // prettier-ignore

/** Readable case for a lower-case base title: "senior etl developer" → "Senior ETL Developer". */
export function displayCase(base: string): string {
  return base
    .split(' ')
    .map((word, at) => {
      const special = SPECIAL[word]
      if (special) return special
      if (UPPER.has(word)) return word.toUpperCase()
      return at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
}

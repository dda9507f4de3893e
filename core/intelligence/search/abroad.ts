// Well-known places outside the United States, none of which has figures. Naming the country is a better answer
// than a US place of a similar name. Names that are also English words in titles ("nice", "reading") are left out.

const CITIES: Readonly<Record<string, string>> = {
  Argentina: 'buenos aires',
  Australia: 'sydney,melbourne,brisbane,perth,adelaide,canberra',
  Austria: 'vienna,salzburg',
  Bangladesh: 'dhaka',
  Belgium: 'brussels,antwerp',
  Brazil: 'sao paulo,rio de janeiro,brasilia',
  Canada:
    'toronto,vancouver,montreal,ottawa,calgary,edmonton,quebec city,winnipeg,halifax,waterloo,mississauga,victoria',
  Chile: 'santiago',
  China: 'beijing,shanghai,shenzhen,guangzhou,hangzhou,hong kong,taipei',
  Colombia: 'bogota,medellin',
  Croatia: 'zagreb',
  Cuba: 'havana',
  'the Czech Republic': 'prague,brno',
  Denmark: 'copenhagen',
  Egypt: 'cairo',
  England: 'london,oxford,bristol,liverpool,leeds,windsor,essex,chelsea,brighton',
  Estonia: 'tallinn',
  Finland: 'helsinki',
  France: 'paris,lyon,marseille,toulouse,bordeaux,strasbourg',
  Germany: 'berlin,munich,hamburg,frankfurt,dusseldorf,stuttgart,leipzig,dresden,nuremberg',
  Ghana: 'accra',
  Greece: 'athens,thessaloniki',
  Hungary: 'budapest',
  India:
    'bangalore,bengaluru,mumbai,bombay,delhi,new delhi,hyderabad,chennai,pune,kolkata,gurgaon,gurugram,noida,ahmedabad',
  Indonesia: 'jakarta,bali',
  Ireland: 'dublin,galway',
  Israel: 'tel aviv,jerusalem,haifa',
  Italy: 'rome,milan,turin,florence,venice,naples,bologna',
  Japan: 'tokyo,osaka,kyoto,yokohama',
  Kenya: 'nairobi',
  Lithuania: 'vilnius',
  Malaysia: 'kuala lumpur,penang',
  Mexico: 'mexico city,guadalajara,monterrey,tijuana,cancun',
  Morocco: 'casablanca',
  'the Netherlands': 'amsterdam,rotterdam,the hague,eindhoven,utrecht',
  'New Zealand': 'auckland,wellington',
  Nigeria: 'lagos,abuja',
  Norway: 'oslo',
  Pakistan: 'karachi,lahore,islamabad',
  Peru: 'lima',
  Poland: 'warsaw,krakow,wroclaw,gdansk',
  Portugal: 'lisbon,porto',
  Romania: 'bucharest',
  Russia: 'moscow',
  'Saudi Arabia': 'riyadh,jeddah',
  Scotland: 'edinburgh,glasgow',
  Serbia: 'belgrade',
  Singapore: 'singapore',
  'South Africa': 'johannesburg,cape town,durban',
  'South Korea': 'seoul,busan',
  Spain: 'madrid,barcelona,valencia,seville',
  'Sri Lanka': 'colombo',
  Sweden: 'stockholm,gothenburg',
  Switzerland: 'zurich,geneva,basel,lausanne',
  Thailand: 'bangkok',
  Turkey: 'istanbul,ankara',
  Ukraine: 'kyiv,kiev,odessa,lviv',
  'the United Arab Emirates': 'dubai,abu dhabi',
  Vietnam: 'hanoi,ho chi minh city,saigon',
}

const CITY_COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries(CITIES).flatMap(([country, names]) =>
    names.split(',').map((name): [string, string] => [name, country]),
  ),
)

/** Countries as typed after a city, by plain name. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...Object.keys(CITIES).map((country): [string, string] => [
    country.toLowerCase().replace(/^the /, ''),
    country,
  ]),
  ['uk', 'the United Kingdom'],
  ['united kingdom', 'the United Kingdom'],
  ['great britain', 'the United Kingdom'],
  ['uae', 'the United Arab Emirates'],
  ['korea', 'South Korea'],
  ['holland', 'the Netherlands'],
  ['philippines', 'the Philippines'],
])

/** The country of a well-known city abroad by its bare name. */
export const countryOfCity = (name: string): string | null => CITY_COUNTRIES.get(name) ?? null

/** The country that a name is or ends in: "berlin germany"; not in "new mexico". */
export function countryAtEnd(name: string): string | null {
  const words = name.split(' ')
  for (const count of [3, 2, 1]) {
    const country = COUNTRIES.get(words.slice(-count).join(' '))
    if (country && words.at(-count - 1) !== 'new') return country
  }
  return null
}

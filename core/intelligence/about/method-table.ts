// The methods and the changelog, as data. The errors are the ones `npm run data:validate` prints.

interface Method {
  name: string
  kind: 'published' | 'derived' | 'modelled' | 'interpolated' | 'extrapolated' | 'judged'
  formula: string
  sources: readonly string[]
  error: string
}

export const METHODS: readonly Method[] = [
  {
    name: 'National percentiles',
    kind: 'published',
    formula:
      'As published for May of the benchmark year; above the top code from a lognormal, and then called derived.',
    sources: ['bls_oews'],
    error: 'The relative standard error BLS publishes with each figure.',
  },
  {
    name: 'Percentiles of a city',
    kind: 'derived',
    formula:
      'σ = z(1/3) − Φ⁻¹(l1 / 3·l3); μ = ln l3 − σ²/2; P = exp(μ + σ·z(p)), times published ÷ lognormal national percentile; the median’s factor is that of the nation’s shape at the cell’s spread.',
    sources: ['oflc_wages', 'bls_oews'],
    error:
      'Mean absolute error where the truth is known: p10 2.4 %, p25 2.0 %, p50 3.1 %, p75 2.8 %, p90 3.6 %.',
  },
  {
    name: 'Published percentiles of a city',
    kind: 'published',
    formula:
      'As published for the metropolitan area, in place of the derived ones; those of an older May × growth of the occupation’s national mean, and then called derived.',
    sources: ['bls_oews_metro'],
    error: 'The relative standard error BLS publishes with each figure.',
  },
  {
    name: 'Estimate against offers',
    kind: 'published',
    formula:
      'The survey’s figure of the occupation, shared by its titles, is not moved by filed offers: they are of other people and shown beside it.',
    sources: ['bls_oews', 'oflc_wages'],
    error:
      'Its median absolute distance from what held-out employers offered is 19.2 %: it answers another question.',
  },
  {
    name: 'Typical pay',
    kind: 'modelled',
    formula:
      'ln typical = ln survey + Σ effects of filed offers: all, major group, occupation, role, words of the title, each × n / (n + k).',
    sources: ['bls_oews', 'oflc_wages', 'dol_lca'],
    error:
      'Median error 8.0 % for withheld employers, 13.6 % for withheld titles; the range holds 89.7 % of withheld employers.',
  },
  {
    name: 'Filed offers',
    kind: 'derived',
    formula:
      'Percentiles of full-time filed offers of the title at its level in the narrowest place with ten, each employer weighing with the square root of its offers, moved to the benchmark by the growth of the occupation’s mean pay; none of fewer than five offers or three employers.',
    sources: ['dol_lca', 'dol_lca_counts'],
    error: 'Counted, not estimated; groups of ten and more are medians of what was filed.',
  },
  {
    name: 'Experience levels',
    kind: 'modelled',
    formula:
      'The 25th (entry), 50th (mid), 65th (senior), 75th (staff) and 85th (principal) percentile of everyone in the occupation and place; ln pay linear in z between percentiles, 0.6 of the ln spread.',
    sources: ['bls_oews', 'oflc_wages'],
    error: 'A judgement: no survey counts levels. They rise in every occupation and place.',
  },
  {
    name: 'Confidence interval',
    kind: 'modelled',
    formula:
      'median × exp(± 1.645 × √Σ error²): sampling, derivation, fallback area, noise of the cell, mapping, title, level.',
    sources: ['bls_oews', 'oflc_wages'],
    error:
      'It is of the median of the group, not of one person’s pay; its parts are judgements guided by measured errors.',
  },
  {
    name: 'Total compensation',
    kind: 'modelled',
    formula:
      'base × (1 + median bonus share + median equity share) of the role’s own job family; none where no report covers it.',
    sources: ['pay_mix'],
    error: 'Unknown: dated self-reports, skewed to large firms. Always low confidence.',
  },
  {
    name: 'History',
    kind: 'interpolated',
    formula:
      'May figures as published; log-linear between; posted wage growth after the last, of the sector of the work where there is one. Broken at 2019 and 2021.',
    sources: ['bls_oews', 'indeed'],
    error: 'A city follows the nation at its own ratio of pay.',
  },
  {
    name: 'Projections',
    kind: 'extrapolated',
    formula: 'median × exp(years × ten-year drift of the all-occupation median).',
    sources: ['bls_oews'],
    error: 'Backtest: 2.8 % after one year, 5.7 % after three, 8.6 % after five; bands are 80 %.',
  },
  {
    name: 'Sponsor size',
    kind: 'modelled',
    formula: 'Pay within occupation and state by the number of visa filings of the employer.',
    sources: ['dol_lca'],
    error: 'The margin shown with each band.',
  },
  {
    name: 'Skill premium',
    kind: 'modelled',
    formula: 'Offers that name the skill against the same employer’s other offers in the occupation; n ≥ 50.',
    sources: ['dol_lca'],
    error: 'The interval shown with each; an association, not a cause.',
  },
  {
    name: 'Levels of companies',
    kind: 'judged',
    formula: 'Nearest place on a common scale of seven levels, then nearest median years of experience.',
    sources: ['levels'],
    error: 'A judgement; never surer than the weaker of the two rows.',
  },
]

interface ApiChange {
  date: string
  version: string
  kind: 'api' | 'data' | 'methodology'
  change: string
}

/** Newest first. */
export const CHANGES: readonly ApiChange[] = [
  {
    date: '2026-11-26',
    version: '2026.9',
    kind: 'methodology',
    change:
      '`typical` is the one figure to act on: the survey moved by filed offers, from the occupation to the title as written. Advice uses it. Levels of `offers` rise with experience, and their p10 and p90 are served from ten offers.',
  },
  {
    date: '2026-11-26',
    version: '2026.10',
    kind: 'data',
    change: 'Effects of filed offers by title, level and place. Filed offers are grouped by seven levels.',
  },
  {
    date: '2026-11-23',
    version: '2026.9',
    kind: 'data',
    change:
      'What a title means weighs few filings less, and O*NET’s lists of titles more: a construction inspector is no civil engineer, and titles that are a manager’s in one list and not in another are asked back. Risk Manager is of the financial risk specialists (13-2054).',
  },
  {
    date: '2026-11-23',
    version: '2026.8',
    kind: 'methodology',
    change:
      'Two figures side by side: `estimate` is of surveys alone, for a nation and a city alike, and filed offers no longer move it; `offers` is what employers wrote into filed offers for the title. Levels are places among everyone surveyed, entry to principal, and rise everywhere.',
  },
  {
    date: '2026-11-23',
    version: '2026.8',
    kind: 'methodology',
    change:
      'Bonus and equity are of the role’s own job family, company size of its major group, trend of its own published medians; each is null with its reason where that group has no data. The confidence of a city knows the noise of its cell. Projections start from the latest quarter of the history.',
  },
  {
    date: '2026-11-23',
    version: '2026.8',
    kind: 'data',
    change:
      'Offers by title, level and place with percentiles; employers by state and city; titles that differ in the order of their words, or in an abbreviation, are one role (former ids resolve). The titles and levels of filed offers are read as a question’s are.',
  },
  {
    date: '2026-11-23',
    version: 'v1',
    kind: 'api',
    change:
      '`offers`, `offers_reason`, `employers_scope`, `role.priced_as`, `basis`, `by_experience.principal` and `exp=principal` are new. `sample_size` and `source_breakdown` count published survey cells. Data points of offers: comp:<role>:<city>:offers[-<level>]:<quarter>.',
  },
  {
    date: '2026-11-23',
    version: '2026.7',
    kind: 'methodology',
    change:
      'Intervals are as wide as they prove to be on held-out offers: ±12 % at least in a city (was ±8 %) and in the nation for one title of an occupation (was ±4 %). No median has changed. Medium confidence reaches to an error of 10 % (was 9 %), and sources disagree when offers ask for more than the interval, from 10 %.',
  },
  {
    date: '2026-11-23',
    version: '2026.6',
    kind: 'methodology',
    change:
      'Bonus and equity follow the job family that a title names, before its occupation: recruiters, solutions architects, directors of product, chief technology officers. Work that the self-reports do not name (engineering managers outside software, human resources specialists, data and systems analysts as data scientists, network engineers) no longer has the equity of technology firms.',
  },
  {
    date: '2026-11-23',
    version: '2026.6',
    kind: 'data',
    change:
      'A technical lead is a software engineer of staff level (the role technical-lead, counted with computer programmers, is former; its ids resolve). Chief information security officers, flaggers and valets are roles or wordings of one.',
  },
  {
    date: '2026-11-22',
    version: '2026.5',
    kind: 'methodology',
    change:
      'Titles of remainders of the classification (“…, All Other”) with 20 offers of their own are paid as those, not as the rest; so is other work beside what its words say (quantitative analysts, professors, clinical research coordinators).',
  },
  {
    date: '2026-11-22',
    version: '2026.5',
    kind: 'data',
    change:
      'Roles that were two spellings of one job are one (operation-manager is operations-manager; former ids resolve). Investment bankers are counted with financial and investment analysts and social workers with healthcare social workers, as employers file them.',
  },
  {
    date: '2026-11-22',
    version: '2026.4',
    kind: 'methodology',
    change:
      'National pay of a level is a place around the national figure of its title, as published, and no longer lowered by offers.',
  },
  {
    date: '2026-11-22',
    version: '2026.4',
    kind: 'methodology',
    change:
      'Medians of cities in occupations that are no lognormal (surgeons, judges) keep the nation’s shape; training follows its city by a quarter.',
  },
  {
    date: '2026-11-22',
    version: '2026.4',
    kind: 'data',
    change:
      'Titles of finer occupations (clinical research coordinators) differ from the whole as its offers do; offers held count titles that name the role; official and common names of one occupation have one figure.',
  },
  {
    date: '2026-11-22',
    version: '2026.3',
    kind: 'methodology',
    change:
      'National figures of titles differ from their occupation’s as their offers do; the title of a role is the middle of its offers’, not its bare name.',
  },
  {
    date: '2026-11-22',
    version: '2026.3',
    kind: 'methodology',
    change: 'Experience bands and pay without a known level are fitted apart.',
  },
  {
    date: '2026-11-22',
    version: '2026.3',
    kind: 'data',
    change:
      'Effects of offers fitted anew; effects of roles; roles for postdoctoral researchers and fellow physicians.',
  },
  {
    date: '2026-11-22',
    version: '2026.3',
    kind: 'methodology',
    change:
      'Training after a degree (postdoctoral researchers, medical residents and fellows) is no longer paid like the occupation it is counted in.',
  },
  {
    date: '2026-11-22',
    version: '2026.2',
    kind: 'methodology',
    change:
      'Pay of a title in plain words is that of offers with its words and level; cities have effects of their own per occupation and band.',
  },
  { date: '2026-11-22', version: '2026.2', kind: 'data', change: 'Effects of offers fitted anew.' },
  {
    date: '2026-11-22',
    version: 'v1',
    kind: 'api',
    change:
      'Data points of a title: comp:<role>:<city>:title-<words>:<quarter>. `understood.role.role_median` is new.',
  },
  {
    date: '2026-11-22',
    version: 'v1',
    kind: 'api',
    change:
      'Offers take `company` and `level`, and `label` is optional. Lineage of the market, skills and reports has their own sources and steps.',
  },
  { date: '2026-11-20', version: 'v1', kind: 'api', change: 'First release of the interface.' },
  { date: '2026-11-20', version: '2026.1', kind: 'data', change: 'OEWS May 2025, OFLC 2025-26, O*NET 29.3.' },
  { date: '2026-11-20', version: '2026.1', kind: 'methodology', change: 'First published method.' },
]

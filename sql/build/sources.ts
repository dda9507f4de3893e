/** The sources of all tables: publisher, vintage and licence, as shown in the manifest and the API. */

import type { Source } from '../../core/intelligence/file/csv.ts'

const FEDERAL = 'US Government work, public domain (17 USC 105)'

/** Keyed by the source id used in tables, `source_breakdown` and lineage. */
export const SOURCES: Record<string, Source> = {
  bls_oews: { title: 'Occupational Employment and Wage Statistics, national', publisher: 'US Bureau of Labor Statistics', vintage: 'May 2013 to May 2025', licence: FEDERAL },
  bls_oews_sector: { title: 'Occupational Employment and Wage Statistics, by NAICS sector', publisher: 'US Bureau of Labor Statistics', vintage: 'May 2024', licence: FEDERAL },
  oflc_wages: { title: 'Prevailing wages by area (ALC), computed by BLS from OEWS May 2024', publisher: 'US Department of Labor, OFLC', vintage: 'July 2025 to June 2026', licence: FEDERAL },
  onet: { title: 'O*NET 29.3 Database', publisher: 'US Department of Labor, ETA', vintage: 'May 2025', licence: 'CC BY 4.0', attribution: 'This product includes information from the O*NET 29.3 Database by the U.S. Department of Labor, Employment and Training Administration (USDOL/ETA). Used under the CC BY 4.0 license. O*NET is a trademark of USDOL/ETA. We have modified all or some of this information. USDOL/ETA has not approved, endorsed, or tested these modifications.' },
  soc: { title: 'Standard Occupational Classification as used by OEWS May 2025', publisher: 'US Bureau of Labor Statistics', vintage: '2018 SOC', licence: FEDERAL },
  bls_ep: { title: 'Employment Projections', publisher: 'US Bureau of Labor Statistics', vintage: '2024 to 2034', licence: FEDERAL },
  bea_rpp: { title: 'Regional Price Parities by metropolitan area', publisher: 'US Bureau of Economic Analysis', vintage: '2023', licence: FEDERAL },
  dol_lca: { title: 'Labor Condition Application disclosure data (offers with wages)', publisher: 'US Department of Labor, OFLC', vintage: 'FY2024 Q1; FY2025 (data, database and mathematical work); FY2025 Q2 (health)', licence: FEDERAL },
  dol_lca_counts: { title: 'Labor Condition Application filings by title, occupation and employer', publisher: 'US Department of Labor, OFLC', vintage: 'FY2022 to FY2025', licence: FEDERAL },
  indeed: { title: 'Wage Tracker, Job Postings Index and Remote Tracker', publisher: 'Indeed Hiring Lab', vintage: 'to April 2026 (postings index to September 2024)', licence: 'CC BY 4.0', attribution: 'Source: Indeed Hiring Lab, CC BY 4.0. We have aggregated and rounded the figures.' },
  bls_cpi: { title: 'Consumer Price Index, all urban consumers', publisher: 'US Bureau of Labor Statistics', vintage: 'to May 2026', licence: FEDERAL },
  bls_ces: { title: 'Average hourly earnings, total private', publisher: 'US Bureau of Labor Statistics', vintage: 'to June 2025', licence: FEDERAL },
  bls_eci: { title: 'Employment Cost Index, wages, private industry', publisher: 'US Bureau of Labor Statistics', vintage: '2013 Q1 to 2022 Q3', licence: FEDERAL },
  aijobs: { title: 'AI/ML/data salary index', publisher: 'aijobs.net', vintage: '2020 to January 2025', licence: 'CC0' },
  pay_mix: { title: 'Bonus and equity shares, aggregated from self-reports', publisher: 'compiled for this product', vintage: '2017 to 2021', licence: 'facts' },
  levels: { title: 'Company level ladders', publisher: 'compiled for this product from company documents and public counts', vintage: '2017 to 2025', licence: 'facts' },
  curated: { title: 'Common titles and city map', publisher: 'this product', vintage: '2026', licence: 'MIT' },
} // prettier-ignore

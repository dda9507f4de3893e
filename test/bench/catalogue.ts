// Reads the shipped tables directly from sql/data, so that search is measured without a database.
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { openTitleModel, type TitleModel } from '../../core/intelligence/search/occupations.ts'
import { isSameTitle, type RoleEntry } from '../../core/intelligence/search/roles.ts'

const DATA = new URL('../../sql/data/', import.meta.url)

function read(name: string): Record<string, string>[] {
  return parse(gunzipSync(readFileSync(new URL(`${name}.csv.gz`, DATA))), { columns: true }) as Record<
    string,
    string
  >[]
}

/** Every role with its aliases, in the form `buildRoleIndex` takes. */
export function readCatalogue(): RoleEntry[] {
  const aliases = new Map<string, { text: string; weight: number }[]>()
  for (const row of read('aliases')) {
    const list = aliases.get(row['slug'] ?? '') ?? []
    aliases.set(row['slug'] ?? '', list)
    list.push({ text: row['text'] ?? '', weight: Number(row['weight']) })
  }
  const official = new Map(read('occupations').map((row) => [row['soc'], row['title'] ?? '']))
  return read('roles').map((row) => {
    const slug = row['slug'] ?? ''
    const own = { slug, title: row['title'] ?? '', soc: row['soc'] ?? '' }
    return {
      ...own,
      isOfficial: isSameTitle(own.title, official.get(own.soc) ?? ''),
      aliases: aliases.get(slug) ?? [],
    }
  })
}

/** The learned title tables, or null in a checkout where they have not been built. */
export function readTitleModel(): TitleModel | null {
  if (!existsSync(new URL('title_features.csv.gz', DATA))) return null
  const socs = read('title_socs').map((row) => row['soc'] ?? '')
  const features = read('title_features').map((row) => ({
    feature: row['feature'] ?? '',
    weights: row['weights'] ?? '',
  }))
  const counts = read('title_counts').map((row) => ({
    title: row['title'] ?? '',
    counts: row['counts'] ?? '',
  }))
  const rare = read('title_rare').map((row) => ({ soc: Number(row['soc']), hashes: row['hashes'] ?? '' }))
  return openTitleModel(socs, features, counts, rare)
}

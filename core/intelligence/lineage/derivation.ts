// What the lineage of every figure has: its value, and the steps and inputs that it was made of.
import type { City, Role } from '../file/catalog.ts'
import type { Step } from '../estimates/explain.ts'
import type { FullDataset } from '../file/dataset.ts'
import type { DataPoint } from './data-point.ts'

/** How a figure was made. */
export interface Derivation {
  /** Null if it is not an amount of dollars a year. */
  value: number | null
  kind: Step['kind']
  inputs: Record<string, number | string | null>
  steps: Step[]
  note: string | null
  /** Of the figure of an occupation. */
  occupation?: { soc_code: string; soc_title: string }
  /** Of a premium. */
  skill?: string
  /** Names of sources before those of the steps. */
  sources?: readonly string[]
}

/** A data point of a role and place that exist. */
export interface Located {
  whole: Pick<FullDataset, 'catalog' | 'references' | 'words'>
  point: DataPoint
  role: Role
  city: City | null
}

// The derivation that the lineage of every figure shares: value, steps and inputs.
import type { City, Role } from '../file/catalog.ts'
import type { Step } from '../estimates/explain.ts'
import type { FullDataset } from '../file/dataset.ts'
import type { DataPoint } from './data-point.ts'

export interface Derivation {
  /** Null unless the figure is an amount in dollars a year. */
  value: number | null
  kind: Step['kind']
  inputs: Record<string, number | string | null>
  steps: Step[]
  note: string | null
  /** Set for the figure of an occupation. */
  occupation?: { soc_code: string; soc_title: string }
  /** Set for a premium. */
  skill?: string
  /** Names of sources to list before those of the steps. */
  sources?: readonly string[]
}

export interface LocatedPoint {
  whole: Pick<FullDataset, 'catalog' | 'references' | 'words'>
  point: DataPoint
  role: Role
  city: City | null
}

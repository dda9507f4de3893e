// What a check of the doctor, or of the doctor of agents, found.
export interface Finding {
  check: string
  ok: boolean
  detail: string
}

export const finding = (check: string, ok: boolean, detail: string): Finding => ({ check, ok, detail })

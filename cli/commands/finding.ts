// The result of a check of `crm doctor` or `crm mcp doctor`.
export interface Finding {
  check: string
  ok: boolean
  detail: string
}

export const finding = (check: string, ok: boolean, detail: string): Finding => ({ check, ok, detail })

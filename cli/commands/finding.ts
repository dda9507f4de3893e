// The result of a check of `crm doctor` or `crm mcp doctor`.
export const finding = (check: string, ok: boolean, detail: string) => ({ check, ok, detail })

export type Finding = ReturnType<typeof finding>

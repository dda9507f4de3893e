// Declares the part of the browser's extension API that the extension uses.

declare const chrome: {
  tabs: {
    query(query: { active: boolean; currentWindow: boolean }): Promise<{ id?: number; url?: string }[]>
  }
  scripting: {
    executeScript<A extends unknown[], T>(injection: {
      target: { tabId: number }
      func: (...args: A) => T
      args: A
    }): Promise<{ result?: T }[]>
  }
  storage: {
    local: {
      get(keys: string[]): Promise<Record<string, unknown>>
      set(items: Record<string, unknown>): Promise<void>
      clear(): Promise<void>
    }
  }
  permissions: {
    request(permissions: { origins: string[] }): Promise<boolean>
    remove(permissions: { origins: string[] }): Promise<boolean>
  }
}

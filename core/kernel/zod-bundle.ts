// The entry point of `dist/zod.cjs`, for the terminal.
export { z } from 'zod'

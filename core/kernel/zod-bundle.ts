// What the build puts into `dist/zod.cjs`, for the terminal.
export { z } from 'zod'

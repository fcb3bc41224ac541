/**
 * The pages forbid eval (csp.ts). zod would try it once to find that out, and the browser's report of it reads the
 * whole script again: a tenth of a start on a phone. Imported before any schema is made.
 */
import { config } from 'zod'

config({ jitless: true })

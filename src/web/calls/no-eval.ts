/**
 * The pages forbid eval (csp.ts). zod would try it once to detect that, and the browser's violation report parses the
 * whole script again: a tenth of a start on a phone. Imported before any schema is made.
 */
import { config } from 'zod'

config({ jitless: true })

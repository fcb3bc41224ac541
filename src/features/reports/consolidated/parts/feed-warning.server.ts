/** Whether a cage was fed as its calculations say. */
import { type Phrase, say } from '../../../../shared/say'

const UNASSIGNED = 'Садок не привязан ни к одному расчёту кормления'

/** Feeds that a cage got beside those of its calculations; null when all is as assigned. */
export function warningOf(assigned: readonly string[], others: readonly string[]): Phrase | null {
  if (assigned.length === 0) return UNASSIGNED
  if (others.length === 0) return null
  return say('Садок привязан к расчёту с кормом «{{feed}}», но кормили и другими кормами: {{others}}', {
    feed: assigned.join(', '),
    others: others.join(', '),
  })
}

/** The same without the names of the others. */
export function briefWarningOf(assigned: readonly string[], others: boolean): Phrase | null {
  if (assigned.length === 0) return UNASSIGNED
  if (!others) return null
  return say('Садок привязан к расчёту с кормом «{{feed}}», но кормили и другими кормами', {
    feed: assigned.join(', '),
  })
}

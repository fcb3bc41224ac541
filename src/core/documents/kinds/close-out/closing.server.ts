/** The close-out that is recorded with the last fish that leave a cage: none of them are left. */
import { dayOf, timeOf } from '../../../../shared/dates'
import type { KindServer } from '../../engine/document.server'
import { closeOut } from './close-out.server'

export const closingWith: KindServer['also'] = (input, { at, cage_id, generation_id, age_category_id }) =>
  input.close_out
    ? {
        kind: closeOut,
        input: { date: dayOf(at), time: timeOf(at), cage_id, generation_id, age_category_id, count: 0 },
      }
    : null

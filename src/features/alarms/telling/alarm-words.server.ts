/** An alarm in the words of a letter and of a message. */
import { sql } from 'kysely'
import { harmless } from '../../../server/mail'
import { type AlarmKind, ruleData } from '../../../shared/alarms/rules'
import { say, type MessageParts, type Speak } from '../../../shared/say'

export interface Named {
  id: number
  kind: AlarmKind
  state: 'active' | 'danger' | 'resolved' | 'acknowledged'
  /** 0 the first time that it is told */
  turn: number
  module: string | null
  cage: string | null
  stock: string | null
  message: MessageParts
  /** of links */
  origin: string
}

/** SQL: the names of places of an alarm `a`: module `l`, cage `n`, warehouse `s`. */
export const namesOf = (company: number) => sql`
  left join locations l on l.company_id = ${company} and l.id = a.location_id
  left join cages n on n.company_id = ${company} and n.id = a.cage_id
  left join stocks s on s.company_id = ${company} and s.id = a.stock_id`

const WORDS = {
  active: 'Тревога',
  danger: 'Опасность',
  resolved: 'Снята тревога',
  acknowledged: 'Принята тревога',
} as const
const AGAIN = { ...WORDS, active: 'Тревога продолжается', danger: 'Опасность не прошла' } as const

/** «Опасность. Мало кислорода: Северный, садок 3» */
export function headOf({ state, turn, kind, module, cage, stock }: Named, speak: Speak): string {
  const place = [module, cage && speak(say('садок {{number}}', { number: cage })), stock].filter(Boolean).join(', ')
  const head = `${speak((turn > 0 ? AGAIN : WORDS)[state])}. ${speak(ruleData(kind).title)}`
  return place ? `${head}: ${harmless(place)}` : head
}

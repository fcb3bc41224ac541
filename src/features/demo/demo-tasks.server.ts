/** The demo farm's tasks: of last week, of today, and of the days ahead. */
import { db, type Tx } from '../../server/db/client'
import { addDays, dayOf } from '../../shared/dates'
import type { DemoFarm } from './demo-place.server'
import { COMPLETED, IN_WORK, NEW } from '../../shared/task-statuses'

type Person = keyof DemoFarm['people']

interface DemoTask {
  title: string
  /** days from today, of its start and, where it lasts longer, of its end */
  day: number
  until?: number
  /** of the clock; without them the whole day */
  from?: string
  to?: string
  status?: number
  who: Person | null
  /** place among the cages of the farm */
  cage?: number
  note?: string
}

const TASKS: readonly DemoTask[] = [
  {
    title: 'Контрольная навеска',
    day: -3,
    from: '08:00',
    to: '10:00',
    status: COMPLETED,
    who: 'zootechnician',
    cage: 3,
  },
  { title: 'Отчёт по корму за неделю', day: -1, from: '15:00', to: '16:00', status: COMPLETED, who: 'keeper' },
  { title: 'Осмотр якорных линий', day: -1, from: '09:00', to: '12:00', status: IN_WORK, who: 'feeder' },
  { title: 'Замер кислорода на глубине 5 м', day: 0, from: '07:00', to: '07:30', who: 'feeder', note: 'Все модули' },
  { title: 'Принять корм', day: 0, from: '11:00', to: '13:00', who: 'feeder', note: 'Две машины, 20 т' },
  { title: 'Мойка дели', day: 1, who: 'feeder', cage: 6 },
  { title: 'Сортировка рыбы', day: 2, until: 3, who: 'zootechnician', cage: 4 },
  { title: 'Вывоз отхода', day: 4, from: '10:00', to: '11:00', who: null },
  { title: 'Контрольная навеска', day: 6, from: '08:00', to: '10:00', who: 'zootechnician', cage: 8 },
  { title: 'Инвентаризация склада', day: 8, from: '14:00', to: '17:00', who: 'keeper' },
]

interface DemoWeek {
  company: number
  place: Pick<DemoFarm, 'people' | 'cages'>
  /** farm's wall clock */
  now: string
}

export async function planTasks(tx: Tx, { company, place, now }: DemoWeek): Promise<void> {
  const { people, cages } = place
  const today = dayOf(now)
  const rows = TASKS.map(({ title, day, until = day, from, to, status = NEW, who, cage, note = null }) => ({
    company_id: company,
    title,
    note,
    start: `${addDays(today, day)}T${from ?? '00:00'}`,
    end: `${addDays(today, until)}T${to ?? '23:59'}`,
    all_day: from === undefined,
    status_id: status,
    executor_id: who && people[who],
    cage_id: cage === undefined ? null : cages[cage]!,
    user_id: people.owner,
  }))
  await tx.run(db.insertInto('tasks').values(rows))
}

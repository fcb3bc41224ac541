/** What the demo farm's boats and its generator are filled with, and how boats are serviced. */
import { itemLine } from '../../core/documents/kinds/items/items.contract'
import { itemMove } from '../../core/documents/kinds/item-move/item-move.contract'
import { itemOperation } from '../../core/documents/kinds/item-operation/item-operation.contract'
import { refill } from '../../core/documents/kinds/refill/refill.contract'
import { addDays, daysBetween } from '../../shared/dates'
import { EMPTY } from '../../shared/ledger/document'
import { MILLIONTHS } from '../../shared/numbers'
import type { Milestones } from './demo-calendar.server'
import type { Draft } from './demo-life.server'
import type { Engine } from './demo-nets.server'
import type { DemoFarm } from './demo-place.server'

/** Days between fillings, and litres of one. */
const BOAT = { every: 5, litres: [35, 40, 30, 45] }
const GENERATOR = { every: 21, litres: [20, 15] }
/** Days before today on which a boat goes ashore for its service, and comes back. */
const [ASHORE, BACK] = [40, 33]

type Entry = Pick<Draft, 'kind' | 'at' | 'lines'> & Partial<Draft>

const entered = ({ people }: DemoFarm, entry: Entry): Draft => ({
  ...EMPTY,
  user_id: people.keeper,
  created: entry.at,
  ...entry,
})

/** Every few days from the first fish on, at a minute of its own. */
function fillings(place: DemoFarm, { item, type }: Engine, index: number, { start, today }: Milestones): Draft[] {
  const { every, litres } = type === 'boat' ? BOAT : GENERATOR
  const times = Math.floor((daysBetween(start, today) - index) / every)
  return Array.from({ length: times }, (_, turn) =>
    entered(place, {
      kind: refill.kind,
      at: `${addDays(start, index + (turn + 1) * every)}T08:${20 + 5 * index}`,
      good_id: place.fuels[0]!,
      stock_id: place.shore,
      volume: litres[turn % litres.length]! * MILLIONTHS,
      lines: [itemLine({ role: 'refill', item_id: item })],
    }),
  )
}

/** A boat goes ashore, is serviced, and comes back. */
function service(place: DemoFarm, { item, stock }: Engine, index: number, { today }: Milestones): Draft[] {
  const day = (before: number) => addDays(today, -before - index)
  const move = (before: number, from: number, to: number) =>
    entered(place, {
      kind: itemMove.kind,
      at: `${day(before)}T12:10`,
      stock_id: from,
      lines: [
        itemLine({ role: 'out', item_id: item, stock_id: from }),
        itemLine({ role: 'in', item_id: item, stock_id: to }),
      ],
    })
  const work = entered(place, {
    kind: itemOperation.kind,
    at: `${day(ASHORE - 2)}T15:00`,
    extra: { operation_name: 'Техобслуживание мотора: масло, свечи, винт' },
    lines: [itemLine({ role: 'serviced', item_id: item })],
  })
  return [move(ASHORE, stock, place.shore), work, move(BACK, place.shore, stock)]
}

/** All of it, as far as it has happened by now, in no order. */
export const runEngines = (place: DemoFarm, engines: readonly Engine[], milestones: Milestones, now: string): Draft[] =>
  engines
    .flatMap((engine, index) => [
      ...fillings(place, engine, index, milestones),
      ...(engine.type === 'boat' ? service(place, engine, index, milestones) : []),
    ])
    .filter(({ at }) => at <= now)

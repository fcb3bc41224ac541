/** What «Дальше» and «Пропустить» do with the cage one stands at. */
import type { TFunction } from 'i18next'
import { NBSP, showAmount, showCount } from '../../web/format'
import type { CageRow } from '../cages/cage.contract'
import type { MeasureParameter } from '../measurements/measure-parameter.contract'
import { kgOf } from '../operations/fish-math.web'
import { groupKey } from '../operations/form-model.web'
import { feedOf, isLive, lossOf, neighbour, slotOf, waterSlot, type Draft } from './round-model.web'
import { change, put, type Fresh } from './round-store.web'
import { clickMoment, type Round } from './use-round.web'

export type StepFaults = Partial<Record<'feed' | 'volume' | 'count' | 'water', string>>

interface Step {
  cage: CageRow
  draft: Draft
  water: MeasureParameter | null
}

const asksFeed = ({ state }: Round, { cage, draft }: Step) =>
  !isLive(state.records[slotOf(cage.id, 'feeding')]) && feedOf(draft) !== null
const asksLoss = ({ state }: Round, { cage, draft }: Step) =>
  !isLive(state.records[slotOf(cage.id, 'retreat')]) && lossOf(draft) !== null
const reading = ({ state }: Round, { water }: Step) => (water && state.water[water.id]) || ''

/** What stands in the way of recording, said before anything is sent. */
export function faultsOf(round: Round, step: Step, t: TFunction): StepFaults {
  const { cage, draft } = step
  const faults: StepFaults = {}
  if (asksFeed(round, step)) {
    const there = round.goods.goods.find(({ id }) => String(id) === draft.good)?.stocks_count[draft.stock] ?? 0
    const volume = kgOf(feedOf(draft)!)
    if (!draft.good || !draft.stock) faults.feed = t('Выберите корм и склад')
    else if (round.goods.known && volume > there)
      faults.volume = t('На складе {{there}} {{unit}}, не хватает {{shortage}}', {
        there: showAmount(there),
        unit: t('кг'),
        shortage: showAmount(Math.round((volume - there) * 1e6) / 1e6),
      })
  }
  const group = cage.groups.find((one) => groupKey(one) === draft.group)
  if (asksLoss(round, step) && lossOf(draft)! > (group?.count ?? 0))
    faults.count = t('В садке на это время {{there}} шт, не хватает {{shortage}}', {
      there: showCount(group?.count ?? 0),
      shortage: showCount(lossOf(draft)! - (group?.count ?? 0)),
    })
  return faults
}

type Slots = Record<string, Fresh>

const place = ({ number }: CageRow, what: string, t: TFunction) => `${t('Садок {{number}}', { number })}, ${what}`

const feedingOf = ({ cage, draft }: Step, moment: ReturnType<typeof clickMoment>, t: TFunction): Slots => ({
  [slotOf(cage.id, 'feeding')]: {
    kind: 'feeding',
    cages: [cage.id],
    what: place(cage, t('кормление {{volume}} кг', { volume: showAmount(kgOf(feedOf(draft)!)) }), t),
    values: {
      date: moment.date,
      time: moment.time,
      cage_id: String(cage.id),
      feed_type_id: draft.good,
      stock_id: draft.stock,
      volume: draft.volume,
      appetite: draft.appetite,
      rate: '',
      note: '',
    },
  },
})

function lossRecord({ cage, draft }: Step, moment: ReturnType<typeof clickMoment>, t: TFunction): Slots {
  const [generation_id = '', age_category_id = ''] = draft.group.split(':')
  const { date, time } = moment
  const own = { from_id: String(cage.id), generation_id, age_category_id, count: draft.count, weight: '', note: '' }
  return {
    [slotOf(cage.id, 'retreat')]: {
      kind: 'retreat',
      cages: [cage.id],
      what: place(cage, t('отход {{pieces}} шт', { pieces: showCount(lossOf(draft)) }), t),
      values: { date, time, ...own },
    },
  }
}

function waterRecord(value: string, water: MeasureParameter, moment: ReturnType<typeof clickMoment>): Slots {
  const { date, time } = moment
  const place = { location_id: String(water.location_id), depth: String(water.depth[0] ?? 0) }
  return {
    [waterSlot(water.id)]: {
      kind: 'measurement',
      cages: [],
      what: `${water.name} ${value.replace('.', ',')}${NBSP}${water.beautifulSymbol}`,
      values: { date, time, measure_parameter_id: String(water.id), value, ...place },
    },
  }
}

/** What a click on «Дальше» would record: «корм 96 кг, отход 3 шт». */
export function foretell(round: Round, step: Step, t: TFunction): string {
  const parts = [
    asksFeed(round, step) && t('корм {{volume}} кг', { volume: showAmount(kgOf(feedOf(step.draft)!)) }),
    asksLoss(round, step) && t('отход {{pieces}} шт', { pieces: showCount(lossOf(step.draft)) }),
    reading(round, step) && t('вода {{value}} °C', { value: reading(round, step).replace('.', ',') }),
  ]
  return parts.filter(Boolean).join(', ')
}

const leave = ({ key, cages }: Round, id: number, how: 'done' | 'skipped') =>
  change(key, (before) => ({
    ...before,
    at: neighbour(cages, id, 1)?.id ?? 'end',
    visits: { ...before.visits, [id]: { state: how } },
  }))

/** Records what is given and goes on when it is safe on this device; the answers come behind. Throws when nothing could be kept. */
export async function record(round: Round, step: Step, t: TFunction): Promise<void> {
  const moment = clickMoment()
  const value = reading(round, step)
  // the draft stays until the round is over: a refused record finds its numbers again
  round.type(step.cage.id, step.draft)
  await put(round.key, {
    ...(asksFeed(round, step) && feedingOf(step, moment, t)),
    ...(asksLoss(round, step) && lossRecord(step, moment, t)),
    ...(value && step.water && waterRecord(value, step.water, moment)),
  })
  leave(round, step.cage.id, 'done')
}

export const skip = (round: Round, cage: CageRow): void => leave(round, cage.id, 'skipped')

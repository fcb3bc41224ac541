import * as z from 'zod'
import { endpoint } from '../../../../shared/contract'
import { warnOfMeasured, warnOfPeriod } from '../../../../shared/ledger/warning-rules'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { groupOf } from '../../../../shared/ledger/document'
import { massFaults, MAX_FISH_MG, typedMass } from '../../../../shared/ledger/typed-mass'
import { batchRow } from './batch.contract'
import { fish, group, groupRow, moment, note, operationKind } from '../../engine/operation.contract'
import { closed, closing, selection } from '../transfer/transfer.contract'

/** The two reasons that ask for more. */
export const SALE = 'sale'
export const WORKSHOP = 'sending_to_workshop'

/** Roubles up to so many kopecks, more than anybody sells fish for. */
const money = (most: number) =>
  f.optional(f.roubles().refine((kopecks) => kopecks <= most, 'Слишком большая сумма, проверьте число'))
const MILLION = 1_000_000_00
const TEN_BILLION = 10_000_000_000_00

/** A fish weighs at most a ton, also in the workshop. */
const workshopFaults = ({
  count,
  workshop_weight,
}: {
  count: number
  workshop_weight: number | null
}): Record<string, string> =>
  workshop_weight !== null && workshop_weight > count * MAX_FISH_MG
    ? { workshop_weight: 'Слишком большой вес: рыба не весит больше 1 000 кг' }
    : {}

export const withdrawal = operationKind({
  kind: 'withdrawal',
  same: ['cage_id', 'count'],
  path: 'withdrawal',
  title: 'Подъём рыбы',
  inSentence: 'подъём рыбы',
  journal: 'Журнал подъёмов рыбы',
  plural: 'Подъёмы рыбы',
  icon: 'lift',
  section: 'moves',
  ability: 'create withdrawals',
  fields: {
    ...moment,
    from_id: f.id(),
    ...group,
    ...fish,
    ...selection,
    ...closing,
    reason: f.text(50).optional().default(SALE),
    /** of fish sent to the workshop: the warehouse, and the weight measured there; the total weight by default */
    stock_id: f.optionalId(),
    workshop_weight: f.optional(f.kilograms()),
    /**
     * for a sale: the fields after it are used only when this is on. total_price and actually_paid_weight are computed,
     * sent values are ignored
     */
    show_with_counterparty: f.flag(),
    counterparty_id: f.optionalId(),
    employee_id: f.optionalId(),
    price_per_kilogram: money(MILLION),
    payment: money(TEN_BILLION),
    /** the row of the harvest plan that it closes */
    harvest_row_id: f.optionalId(),
    ...note,
  },
  row: z.object({
    from_id: z.number(),
    number: z.string(),
    location_id: z.number(),
    ...groupRow,
    count: z.number(),
    avg_weight: z.number(),
    weight: z.number(),
    /** false: neither weight nor average was typed, so the weight follows the book */
    weight_typed: z.boolean(),
    mass_deviation: z.number(),
    selection: z.string().nullable(),
    reason: z.string(),
    reason_name: z.string(),
    stock_id: z.number().nullable(),
    stock: z.string().nullable(),
    /** kg */
    workshop_weight: z.number().nullable(),
    workshop_weight_typed: z.boolean(),
    batch_id: z.number().nullable(),
    batch_name: z.string().nullable(),
    show_with_counterparty: z.boolean(),
    counterparty_id: z.number().nullable(),
    counterparty: z.string().nullable(),
    employee_id: z.number().nullable(),
    employee: z.string().nullable(),
    /** roubles */
    price_per_kilogram: z.number().nullable(),
    /** whole roubles */
    total_price: z.number().nullable(),
    /** kg, to the gram */
    actually_paid_weight: z.number().nullable(),
    /** roubles */
    payment: z.number().nullable(),
    harvest_row_id: z.number().nullable(),
  }),
  answers: { batch: batchRow.nullish(), ...closed },
  filter: filterFields('generation', 'reason'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
    { key: 'avg_weight', title: 'Навеска', type: 'average', footer: true },
    { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг', footer: true },
    { key: 'reason_name', title: 'Причина', type: 'text', words: true },
    { key: 'counterparty', title: 'Контрагент', type: 'text', optional: true },
    { key: 'employee', title: 'Сотрудник', type: 'text', optional: true },
    { key: 'price_per_kilogram', title: 'Цена за кг', type: 'money', optional: true },
    { key: 'total_price', title: 'Сумма', type: 'money', footer: true, optional: true },
    { key: 'payment', title: 'Оплачено', type: 'money', footer: true, optional: true },
    {
      key: 'actually_paid_weight',
      title: 'Оплаченный вес',
      type: 'amount',
      unit: 'кг',
      footer: true,
      optional: true,
    },
    { key: 'stock', title: 'Склад', type: 'text', optional: true },
    { key: 'workshop_weight', title: 'Вес в цехе', type: 'kg', unit: 'кг', footer: true, optional: true },
    { key: 'batch_name', title: 'Партия', type: 'text', optional: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  warnings: [warnOfMeasured, warnOfPeriod],
  needsFish: true,
  fieldNames: { cage_id: 'from_id' },
  document: (input) => {
    const sold = isSaleTo(input) ? input : null
    const sent = input.reason === WORKSHOP ? input : null
    return {
      cage_id: input.from_id,
      count: input.count,
      weight: typedMass(input),
      selection: input.selection ?? null,
      reason: input.reason,
      counterparty_id: sold?.counterparty_id ?? null,
      employee_id: sold?.employee_id ?? null,
      price: sold?.price_per_kilogram ?? null,
      payment: sold?.payment ?? null,
      stock_id: sent?.stock_id ?? null,
      workshop_weight: sent?.workshop_weight ?? null,
      harvest_row_id: input.harvest_row_id,
    }
  },
  check: (input) => ({ ...massFaults(input), ...workshopFaults(input), ...gapsOf(input) }),
  effect: (row) => ({
    type: 'move',
    from: groupOf(row),
    count: row.count!,
    mass: row.weight,
    selection: row.selection,
  }),
})

type WithdrawalChoices = Partial<Record<'reason' | 'show_with_counterparty' | 'counterparty_id' | 'stock_id', unknown>>

export const isSaleTo = ({ reason, show_with_counterparty }: WithdrawalChoices): boolean =>
  reason === SALE && Boolean(show_with_counterparty)

/** What a reason requires beyond the schema: field → text. Reads typed texts as well as parsed values. */
export function gapsOf(values: WithdrawalChoices): Record<string, string> {
  if (values.reason === WORKSHOP && !values.stock_id) return { stock_id: 'Выберите склад' }
  if (isSaleTo(values) && !values.counterparty_id) return { counterparty_id: 'Выберите контрагента' }
  return {}
}

/** Reasons by the kind of operation they are for. */
export const reasonsCall = endpoint({
  method: 'GET',
  path: '/transfers-reasons',
  reads: ['lists'],
  ability: 'signed-in',
  area: 'operations',
  summary: 'Причины подъёма рыбы по видам',
  input: z.object({}),
  answer: z.object({ withdrawal: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

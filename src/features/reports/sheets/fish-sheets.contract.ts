/** Reports of fish that are no series as sheets: cost, like for like, close-out, control of losses. */
import { COST_ROWS, type CostBy, costCalls } from '../../../core/reports/fish-cost/fish-cost.contract'
import { inputOf, named, noteFor, places, type SourceFilter } from '../../../core/reports/sheets/filter-names.contract'
import {
  type Asked,
  numbersIn,
  type PageTable,
  periodOf,
  type SheetSource,
  whenOf,
} from '../../../core/reports/sheets/source.contract'
import * as closeOut from '../close-out/close-out.contract'
import * as cost from '../fish-cost/fish-cost-table.contract'
import * as likeForLike from '../like-for-like/like-for-like.contract'
import * as mortality from '../mortality/mortality.contract'

const OF_COST = [...places, named('generation')]

async function readCost(asked: Asked): Promise<PageTable[]> {
  const { query, t, ask } = asked
  const by = (String(query.by ?? '') in COST_ROWS ? query.by : 'cage') as CostBy
  const input = inputOf(OF_COST, asked)
  const { open, date, rows, total } = await ask(costCalls.now, { date: query.end, by, ...input } as never)
  const note = await noteFor(OF_COST, asked)
  const table: PageTable = {
    name: `fish-cost-${by}`,
    title: t(COST_ROWS[by]),
    exportTitle: t(cost.TITLE),
    when: date,
    note: open ? note : t(cost.NOT_OPEN),
    columns: cost.costColumns(by),
    rows,
    footer: numbersIn(total),
  }
  return open ? [table, ...(await costOf(asked, input, note))] : [table]
}

/** What the cost is made of, and what sales left. */
async function costOf(asked: Asked, input: object, note: string): Promise<PageTable[]> {
  const { query, t, ask } = asked
  const period = { start: query.start, date: query.end, ...input }
  const { months, goods, total } = await ask(costCalls.months, period as never)
  const sales = await ask(costCalls.sales, period as never)
  const titled = (own: string) => ({
    title: t(own),
    exportTitle: `${t(cost.TITLE)}. ${t(own)}`,
    when: whenOf(asked),
    note,
  })
  const lines = { columns: cost.monthColumns, rows: cost.monthLines(months), footer: total }
  const used = { columns: cost.goodColumns, rows: goods, footer: { money: total.feed + total.medicine } }
  const sold = { columns: cost.saleColumns, rows: sales.rows, footer: numbersIn(sales.total) }
  return [
    { name: 'fish-cost-months', ...titled(cost.MONTHS_TITLE), ...lines },
    { name: 'fish-cost-goods', ...titled(cost.GOODS_TITLE), ...used },
    { name: 'fish-cost-sales', ...titled(cost.SALES_TITLE), ...sold },
  ]
}

/** A report of cages or of generations: only the filters of those are asked and told. */
const subjectsOf = (choices: readonly SourceFilter[], by: 'cage' | 'generation') => [
  ...choices,
  ...(by === 'cage' ? places : [named('generations')]),
]

async function readLikeForLike(asked: Asked): Promise<PageTable[]> {
  const { TITLE, SUBJECTS, COMPARING, comparedColumns, likeForLikeCall } = likeForLike
  const by = asked.query.by === 'generation' ? 'generation' : 'cage'
  const filters = subjectsOf(COMPARING, by)
  const answer = await asked.ask(likeForLikeCall, { ...periodOf(asked), ...inputOf(filters, asked) } as never)
  return [
    {
      name: `like-for-like-${by}`,
      title: asked.t(SUBJECTS[by]),
      exportTitle: asked.t(TITLE),
      when: whenOf(asked),
      note: await noteFor(filters, asked),
      columns: comparedColumns(by),
      rows: answer.rows,
    },
  ]
}

async function readCloseOut(asked: Asked): Promise<PageTable[]> {
  const { TITLE, CLOSED, CLOSING, closedColumns, closeOutCall, MOST_CLOSED: most } = closeOut
  const by = asked.query.by === 'cage' ? 'cage' : 'generation'
  const filters = subjectsOf(CLOSING, by)
  const answer = await asked.ask(closeOutCall, { ...periodOf(asked), ...inputOf(filters, asked), most } as never)
  return [
    {
      name: `close-out-${by}`,
      title: asked.t(CLOSED[by]),
      exportTitle: asked.t(TITLE),
      when: whenOf(asked),
      note: await noteFor(filters, asked),
      columns: closedColumns(by),
      rows: answer.rows,
      footer: numbersIn(answer.total),
    },
  ]
}

async function readControl(asked: Asked): Promise<PageTable[]> {
  const { TITLE, controlColumns, mortalityCalls } = mortality
  const answer = await asked.ask(mortalityCalls.control, { ...periodOf(asked), ...inputOf(places, asked) } as never)
  return [
    {
      name: 'mortality-control',
      title: asked.t('Садки по сигналам'),
      exportTitle: asked.t(TITLE),
      when: whenOf(asked),
      note: await noteFor(places, asked),
      columns: controlColumns,
      rows: answer.rows.map((row) => ({ ...row, id: row.cage_id })),
    },
  ]
}

const ability = 'access reports'

export const fishSources: readonly SheetSource[] = [
  { page: 'fishCost', title: cost.TITLE, ability, filters: ['module', 'cages', 'generation'], read: readCost },
  {
    page: 'likeForLike',
    title: likeForLike.TITLE,
    ability,
    filters: ['module', 'cages', 'generations'],
    read: readLikeForLike,
  },
  { page: 'closeOut', title: closeOut.TITLE, ability, filters: ['module', 'cages', 'generations'], read: readCloseOut },
  { page: 'mortalityControl', title: mortality.TITLE, ability, filters: ['module', 'cages'], read: readControl },
]

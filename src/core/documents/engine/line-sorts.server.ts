/** SQL to sort a journal by what is in the lines of document `o`: names, money and weights. */

const LINES = `from operation_lines l join goods g on g.company_id = l.company_id and g.id = l.good_id
  where l.company_id = o.company_id and l.operation_id = o.id`

const names = (where = 'true') => `(select string_agg(g.name, ', ' order by l.line) ${LINES} and ${where})`

/** mg, as `weightOf` says. */
export const LINE_WEIGHT = `case g.measure when 'kg' then l.amount
  when 'piece' then round(l.amount::numeric * coalesce(g.weight, 0) / 1000000) else 0 end`
/** Kopecks of the document, with VAT; null without a price. */
const TOTAL = `(select sum(round(l.amount::numeric * l.price / 1000000)) from operation_lines l
      where l.company_id = o.company_id and l.operation_id = o.id)`
const RATE = `(o.extra ->> 'vat_rate')::numeric`

const weight = (role: string) => `(select coalesce(sum(${LINE_WEIGHT}), 0) ${LINES} and l.role = '${role}')`

/** mg of the fish in the batch that the document processes. */
export const BATCH_MASS = `(
  select sum(coalesce(w.workshop_weight, (
    select sum(deviation - mass_delta) from fish_entries
    where company_id = o.company_id and operation_id = w.id and cage_id = w.cage_id)))
  from operations w
  where o.kind = 'batch_transform' and w.company_id = o.company_id and w.batch_id = o.batch_id
    and w.kind = 'withdrawal')`

/** mg of all inputs: the fish of a batch, and lines. */
export const INPUT = `(${weight('consumed')} + coalesce(${BATCH_MASS}, 0))`
export const OUTPUT = weight('made')

export const LINE_SORTS: Record<string, string[]> = {
  goods: [names()],
  vat_rate: [RATE],
  act_number: [`length(o.extra ->> 'act_number')`, `o.extra ->> 'act_number'`],
  item: [
    `(select i.name from operation_lines l join items i on i.company_id = l.company_id and i.id = l.item_id
      where l.company_id = o.company_id and l.operation_id = o.id order by l.line limit 1)`,
  ],
  goods_from: [names(`l.role = 'consumed' and g.kind = 'good'`)],
  workshop_goods_from: [names(`l.role = 'consumed' and g.kind = 'workshop_good'`)],
  to: [names(`l.role = 'made'`)],
  to_stock: [
    `(select s.name from operation_lines l join stocks s on s.company_id = l.company_id and s.id = l.stock_id
      where l.company_id = o.company_id and l.operation_id = o.id and l.role = 'in' order by l.line limit 1)`,
  ],
  total_price: [TOTAL],
  vat: [`round(${TOTAL} * ${RATE} / (100 + ${RATE}))`],
  total_input: [INPUT],
  total_output: [OUTPUT],
  output_percent: [`${OUTPUT} / nullif(${INPUT}, 0)`],
  total_percent: [`${OUTPUT} / nullif(${INPUT}, 0)`],
}

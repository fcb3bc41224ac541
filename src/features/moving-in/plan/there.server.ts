/** Which rows are there already: brought from this file, or from another with their content; and which may be. */
import { sql } from 'kysely'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import { openBreath } from '../../../server/base/breath'
import { dayOf } from '../../../shared/dates'
import type { DocumentLine } from '../../../shared/ledger/document'
import { type Phrase, say } from '../../../shared/say'
import type { PlannedImport, Planner } from './plan.server'
import { type Fault, type PastDocument, type ReadRow } from '../reading/rows.server'

const PAGE = 5000

type Content = Pick<
  PastDocument,
  | 'kind'
  | 'at'
  | 'cage_id'
  | 'to_cage_id'
  | 'count'
  | 'weight'
  | 'avg_weight'
  | 'volume'
  | 'good_id'
  | 'payment'
  | 'name'
  | 'spending_category_id'
  | 'for_cage_id'
  | 'for_location_id'
> & { lines: readonly Pick<DocumentLine, 'good_id' | 'stock_id' | 'amount'>[] | null }

const PAID = kindServers.spending.contract.kind

/** What makes two rows the same event: what fish cost or were sold for is not of it. */
function contentOf({ lines, ...of }: Content) {
  const goods = (lines ?? []).flatMap((line) => [line.good_id, line.stock_id, line.amount])
  const { kind, at, cage_id, to_cage_id, count, weight, avg_weight, volume, good_id } = of
  const paid = kind !== PAID ? [] : [of.payment, of.name, of.spending_category_id, of.for_cage_id, of.for_location_id]
  return [kind, at, cage_id, to_cage_id, count, weight, avg_weight, volume, good_id, ...goods, ...paid].join('|')
}

/** Rows of the file whose operations stand: of this very file by their place. */
async function bySource({ tx, company }: Planner, { digest }: PlannedImport): Promise<Set<string>> {
  const rows = await tx.rows<{ source_row: string }>(sql`
    select o.source_row from imports i
    join operations o on o.company_id = ${company.id} and o.import_id = i.id
    where i.company_id = ${company.id} and i.digest = ${digest} and o.source_row is not null
    union
    select m.source_row from imports i
    join measurements m on m.company_id = ${company.id} and m.import_id = i.id
    where i.company_id = ${company.id} and i.digest = ${digest} and m.source_row is not null`)
  return new Set(rows.map(({ source_row }) => source_row))
}

/** How many brought operations of other files there are of each content; deleted ones are not there. */
async function byContent({ tx, company }: Planner, { digest }: PlannedImport): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const breath = openBreath()
  for (let last = 0; ;) {
    const page = await tx.rows<Content & { id: number }>(sql`
      select o.id, o.kind, o.at, o.cage_id, o.to_cage_id, o.count, o.weight, o.avg_weight, o.volume, o.good_id,
        o.payment, o.name, o.spending_category_id, o.for_cage_id, o.for_location_id,
        case when o.cage_id is null then (
          select json_agg(json_build_object('good_id', l.good_id, 'stock_id', l.stock_id, 'amount', l.amount)
            order by l.line)
          from operation_lines l where l.company_id = o.company_id and l.operation_id = o.id) end as lines
      from operations o join imports i on i.company_id = ${company.id} and i.id = o.import_id and i.digest <> ${digest}
      where o.company_id = ${company.id} and o.import_id is not null and o.source_row is not null and o.id > ${last}
      order by o.id limit ${PAGE}`)
    for (const row of page) {
      const key = contentOf(row)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      await breath()
    }
    if (page.length < PAGE) return counts
    last = page.at(-1)!.id
  }
}

/** Each stored operation answers for one row: two rows of one content need two operations. */
export async function thereAlready(
  planner: Planner,
  of: PlannedImport,
  read: readonly ReadRow[],
): Promise<Set<ReadRow>> {
  const [sources, contents] = [await bySource(planner, of), await byContent(planner, of)]
  const there = new Set<ReadRow>()
  if (sources.size === 0 && contents.size === 0) return there
  const breath = openBreath()
  for (const row of read) {
    await breath()
    const { document } = row
    if (sources.has(row.source)) there.add(row)
    else if (document) {
      const key = contentOf(document)
      const left = contents.get(key) ?? 0
      if (left > 0) {
        contents.set(key, left - 1)
        there.add(row)
      }
    }
  }
  return there
}

const amountOf = ({ count, volume, avg_weight, payment }: Content) => count ?? volume ?? avg_weight ?? payment ?? 0
const AT_ONCE = 2000

/** A suspicion is shown and never decides: two rows of one file, or an operation entered by hand, of the same event. */
export async function doubts(planner: Planner, rows: readonly ReadRow[]): Promise<Map<ReadRow, Fault>> {
  const found = new Map<ReadRow, Fault>()
  const doubt = (row: ReadRow, text: Phrase) => void found.set(row, { field: null, text })
  const first = new Map<string, ReadRow>()
  const breath = openBreath()
  for (const row of rows) {
    await breath()
    const key = contentOf(row.document!)
    const before = first.get(key)
    if (before) doubt(row, say('Такая же строка есть выше: {{row}}', { row: before.of.row }))
    else first.set(key, row)
  }
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    const documents = part.map(({ document }) => document!)
    const places = [...(await enteredByHand(planner, documents)), ...(await receivedByHand(planner, documents))]
    for (const place of places) doubt(part[place]!, 'Похожая операция уже записана вручную')
    await breath()
  }
  return found
}

async function enteredByHand({ tx, company }: Planner, documents: readonly PastDocument[]): Promise<number[]> {
  const rows = await tx.rows<{ place: number }>(sql`
    select distinct n.place::int - 1 as place
    from unnest(${documents.map(({ cage_id }) => cage_id)}::int[], ${documents.map(({ at }) => at)}::timestamp[],
      ${documents.map(({ kind }) => kind)}::text[], ${documents.map(amountOf)}::bigint[])
      with ordinality as n (cage, at, kind, amount, place)
    join operations o on o.company_id = ${company.id} and o.cage_id = n.cage and o.at = n.at and o.kind = n.kind
      and o.import_id is null and coalesce(o.count, o.volume, o.avg_weight, 0) = n.amount
    union
    select n.place::int - 1
    from unnest(${documents.map(({ payment }) => payment)}::bigint[], ${documents.map(({ at }) => at)}::timestamp[],
      ${documents.map(({ kind }) => kind)}::text[]) with ordinality as n (payment, at, kind, place)
    join operations o on o.company_id = ${company.id} and o.kind = n.kind and o.at = n.at and o.payment = n.payment
      and o.import_id is null
    where n.kind = ${PAID}`)
  return rows.map(({ place }) => place)
}

/** A book has the day of a receipt, seldom its minute. */
async function receivedByHand({ tx, company }: Planner, documents: readonly PastDocument[]): Promise<number[]> {
  const lines = documents.flatMap(({ at, lines }, place) =>
    (lines ?? []).map(({ good_id, stock_id, amount }) => ({ place, day: dayOf(at), good_id, stock_id, amount })),
  )
  if (lines.length === 0) return []
  const rows = await tx.rows<{ place: number }>(sql`
    select distinct n.place
    from unnest(${lines.map(({ place }) => place)}::int[], ${lines.map(({ day }) => day)}::timestamp[],
      ${lines.map(({ good_id }) => good_id)}::int[], ${lines.map(({ stock_id }) => stock_id)}::int[],
      ${lines.map(({ amount }) => amount)}::bigint[]) as n (place, day, good, stock, amount)
    join operations o on o.company_id = ${company.id} and o.kind = ${kindServers.receipt.contract.kind}
      and o.at >= n.day and o.at < n.day + interval '1 day' and o.import_id is null
    join operation_lines l on l.company_id = o.company_id and l.operation_id = o.id and l.good_id = n.good
      and l.stock_id = n.stock and l.amount = n.amount`)
  return rows.map(({ place }) => place)
}

/** Windows about goods that open above a document's form. The warehouse feature mounts them once. */
import { useTranslation } from '../../../web/i18n'
import { useWriteGate } from '../../../web/session'
import type { CreateOption } from '../../../web/ui/fields/select-field'
import { hostOf, createWindowRequests } from '../../../web/ui/overlay/window-host'
import type { GoodKind } from '../good.contract'
import type { Placement, SheetField } from './headings.web'
import type { PlacedColumns } from './place-columns.web'
import type { Measure } from './sheet-cells.web'
import type { Sheet } from './sheet-rows.web'

interface GoodRequest {
  kind: GoodKind
  name: string
  onCreated: (id: number) => void
}

/** A good that a sheet names and the farm does not know. */
export interface UnknownGood {
  name: string
  code: string
  unit: Measure | ''
}

export interface NewGoodsRequest {
  kind: GoodKind
  goods: readonly UnknownGood[]
  /** ids in the order of `goods`, when the lists know them */
  onCreated: (ids: number[]) => void
}

export interface ColumnsRequest {
  sheet: Sheet
  placed: PlacedColumns
  /** what a line of the document has */
  fields: ReadonlySet<SheetField>
  onPlaced: (columns: Placement[]) => void
}

const good = createWindowRequests<GoodRequest>({ stacked: true })
const newGoods = createWindowRequests<NewGoodsRequest>({ stacked: true })
const columns = createWindowRequests<ColumnsRequest>({ stacked: true })

export const openNewGoods = newGoods.open
export const openColumns = columns.open

export const goodHosts = [
  hostOf(good, () => import('../good-form.web').then(({ GoodForm }) => GoodForm)),
  hostOf(newGoods, () => import('./new-goods.web').then(({ NewGoods }) => NewGoods)),
  hostOf(columns, () => import('./columns-window.web').then(({ ColumnsWindow }) => ColumnsWindow)),
]

/** Whether this person may add goods of a kind now. */
function useMayCreateGoods(kind: GoodKind): boolean {
  return useWriteGate(kind === 'good' ? 'write stocks' : 'access workshop') === null
}

/** For selects of goods: creates another one, for users who may. */
export function useGoodCreator(kind: GoodKind): CreateOption | undefined {
  const { t } = useTranslation()
  if (!useMayCreateGoods(kind)) return undefined
  return {
    title: kind === 'good' ? t('Создать расходник') : t('Создать продукцию'),
    run: (name, onCreated) => good.open({ kind, name, onCreated }),
  }
}

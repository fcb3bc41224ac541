/**
 * How a stored operation of any kind is told in a history: its title, what was recorded, and where its journal row is.
 */
import { showDay } from '../../../shared/dates'
import type { TFunction } from '../../../web/i18n'
import type { IconName } from '../../../web/icons'
import type { OperationRow, WeightUnit } from '../fields/form-model.web'
import { kinds, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'

interface Telling {
  icon: IconName
  title: string
  noun: string
  line: (row: OperationRow, t: TFunction, unit: WeightUnit) => string
  /** the path of its journal */
  journal: string | null
}

/** What happens without a form and a journal of its own, and still stands among the entries. */
const others: Record<string, Telling> = {
  category_change: {
    icon: 'stock',
    title: 'Смена категории',
    noun: 'смена категории',
    line: (row) => `${String(row.generation_name)} → ${String(row.age_category_name)}`,
    journal: null,
  },
}

const tellings = new Map<string, Telling>([
  ...(Object.keys(kinds) as KindName[]).map((name) => {
    const { kind, icon, title, noun, path } = kinds[name]
    return [kind, { icon, title, noun, line: kindForms[name].line, journal: path }] as const
  }),
  ...Object.entries(others),
])

export interface Told {
  icon: IconName
  /** «Отход» */
  title: string
  /** «отход», inside a sentence */
  noun: string
  /** «12 шт, 22,8 кг» */
  text: string
  /** the journal of that day and cage; null for what has no journal */
  address: string | null
}

export interface HistoryRow extends OperationRow {
  kind: string
}

/** «Отход» */
export const titleOf = (kind: string): string => tellings.get(kind)?.title ?? kind

export const iconOf = (kind: string): IconName => tellings.get(kind)?.icon ?? 'info'

/** `cageId` is the cage whose history is told. */
export function tellRow(row: HistoryRow, cageId: number, t: TFunction, unit: WeightUnit): Told {
  const telling = tellings.get(row.kind)
  if (!telling) return { icon: 'info', title: row.kind, noun: row.kind, text: '', address: null }
  const { icon, title, noun, line, journal } = telling
  const day = showDay(row.datetime)
  return {
    icon,
    title: t(title, { context: 'операция' }),
    noun: t(noun, { context: 'операция' }),
    text: line(row, t, unit),
    address: journal && `/journals/${journal}?start=${day}&end=${day}&cagesId=${cageId}`,
  }
}

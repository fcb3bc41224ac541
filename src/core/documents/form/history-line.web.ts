/** A stored operation of any kind in a history: its title, its content, and the link to its journal row. */
import { hrefOf } from '../../../shared/pages'
import { showDay } from '../../../shared/dates'
import type { TFunction } from '../../../web/i18n'
import type { IconName } from '../../../web/icons'
import type { OperationRow, WeightUnit } from '../fields/form-model.web'
import { kinds, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'

interface KindTexts {
  icon: IconName
  title: string
  noun: string
  line: (row: OperationRow, t: TFunction, unit: WeightUnit) => string
  /** the path of its journal */
  journal: string | null
}

/** Kinds without form and journal that still appear among entries. */
const others: Record<string, KindTexts> = {
  category_change: {
    icon: 'stock',
    title: 'Смена категории',
    noun: 'смена категории',
    line: (row) => `${String(row.generation_name)} → ${String(row.age_category_name)}`,
    journal: null,
  },
}

const kindTexts = new Map<string, KindTexts>([
  ...(Object.keys(kinds) as KindName[]).map((name) => {
    const { kind, icon, title, inSentence: noun, path } = kinds[name]
    return [kind, { icon, title, noun, line: kindForms[name].historyText, journal: path }] as const
  }),
  ...Object.entries(others),
])

export interface HistoryLine {
  icon: IconName
  /** «Отход» */
  title: string
  /** «отход», inside a sentence */
  noun: string
  /** «12 шт, 22,8 кг» */
  text: string
  /** the journal of that day and cage; null for a kind without a journal */
  address: string | null
}

export interface HistoryRow extends OperationRow {
  kind: string
}

/** «Отход» */
export const titleOf = (kind: string): string => kindTexts.get(kind)?.title ?? kind

export const iconOf = (kind: string): IconName => kindTexts.get(kind)?.icon ?? 'info'

/** `cageId` is the cage whose history is told. */
export function historyLine(row: HistoryRow, cageId: number, t: TFunction, unit: WeightUnit): HistoryLine {
  const telling = kindTexts.get(row.kind)
  if (!telling) return { icon: 'info', title: row.kind, noun: row.kind, text: '', address: null }
  const { icon, title, noun, line, journal } = telling
  const day = showDay(row.datetime)
  return {
    icon,
    title: t(title, { context: 'операция' }),
    noun: t(noun, { context: 'операция' }),
    text: line(row, t, unit),
    address: journal && hrefOf('journal', { path: journal, start: day, end: day, cagesId: [cageId] }),
  }
}

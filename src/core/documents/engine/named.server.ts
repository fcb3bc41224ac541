/** What documents refer to: the table, its name column, and the message when there is no such row. */
import type { NamedReference } from '../../../shared/ledger/document'

interface NamedTable {
  table: string
  /** what a document holds of it */
  key: 'id' | 'code'
  type: 'int' | 'text'
  name: string
  missing: string
}

const byId = { key: 'id', type: 'int', name: 'name' } as const

export const NAMED: Record<NamedReference, NamedTable> = {
  cage: { ...byId, table: 'cages', name: 'number', missing: 'Садок не найден' },
  generation: { ...byId, table: 'generations', missing: 'Генерация не найдена' },
  age_category: { ...byId, table: 'age_categories', missing: 'Категория не найдена' },
  good: { ...byId, table: 'goods', missing: 'Расходник не найден' },
  item: { ...byId, table: 'items', missing: 'Изделие не найдено' },
  stock: { ...byId, table: 'stocks', missing: 'Склад не найден' },
  reason: { table: 'withdrawal_reasons', key: 'code', type: 'text', name: 'name', missing: 'Выберите причину' },
  counterparty: { ...byId, table: 'counterparties', missing: 'Контрагент не найден' },
  employee: { ...byId, table: 'employees', name: 'fio', missing: 'Сотрудник не найден' },
  spending_category: { ...byId, table: 'spending_categories', missing: 'Статья затрат не найдена' },
  loss_cause: { ...byId, table: 'loss_causes', missing: 'Причина отхода не найдена' },
  location: { ...byId, table: 'locations', missing: 'Модуль не найден' },
  batch: { ...byId, table: 'batches', name: 'number', missing: 'Партия не найдена' },
}

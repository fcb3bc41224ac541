/** Files that follow a record: once its row is stored, each becomes a record of its own, behind all others. */
import { i18n } from '../../i18n'
import { newKey } from '../../api'
import type { NewRecord, OutboxRecord, Values } from './records'

/** The form under which records of files are known. */
export const FILE = 'file'

/** The call that takes a file of a stored row. */
export interface FileCall {
  method: 'POST'
  path: string
  values: Values
}

export const filesOf = (record: Pick<OutboxRecord, 'files' | 'file'>): string[] => [
  ...(record.files ?? []),
  ...(record.file === undefined ? [] : [record.file]),
]

/** Those of its files that have no record yet. */
export function followingOf(record: NewRecord, row: number, { method, path, values }: FileCall): NewRecord[] {
  const there = new Set(record.spawned)
  const { owner, owner_name, maker, key, recorded_at, label } = record
  return (record.files ?? [])
    .filter((file) => !there.has(file))
    .map((file) => ({
      owner,
      owner_name,
      maker,
      method,
      path,
      values,
      typed: null,
      key: `${key}.${file}`,
      kind: FILE,
      label: i18n.t('Фото: {{label}}', { label }),
      cages: [],
      recorded_at,
      known: null,
      state: 'waiting',
      slot: null,
      stored: null,
      attempted: [],
      faults: 0,
      reason: null,
      errors: null,
      refusal: null,
      file,
      follows: row,
    }))
}

/** A name for a new file. */
export const newFile = (): string => newKey()

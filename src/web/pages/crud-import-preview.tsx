import type { ImportAnswer } from '../../shared/sheets/import'
import { showCount } from '../format'
import { useTranslation } from '../i18n'
import { RowNotes, SmallTable } from '../ui/file-load/row-notes'
import { NoteBox } from '../ui/note-box'
import classes from '../ui/file-load/file-load.module.css'
import shared from '../styles/shared.module.css'

interface RowChange {
  row: number
  name: string
  state: 'new' | 'changed'
  fields: { column: string; before: string | null; after: string | null }[]
}

export interface ListImportAnswer extends ImportAnswer {
  changed: number
  unchanged: number
  ignored: string[]
  changes: RowChange[]
}

/** What an import would do, row by row, or why it does nothing. */
export function ImportPreview({ answer }: { answer: ListImportAnswer }) {
  const { t } = useTranslation()
  const { rows, created, changed, unchanged, ignored, error_count, errors, changes } = answer
  return (
    <>
      {error_count > 0 && (
        <NoteBox kind="danger">
          {t('Ошибок в таблице: {{count}}. Ничего не загружено: исправьте их в Excel и выберите файл снова.', {
            count: error_count,
          })}
        </NoteBox>
      )}
      <p className={classes.summary}>
        {t('Строк в таблице: {{rows}}. Новых: {{created}}, изменится: {{changed}}, без изменений: {{unchanged}}.', {
          rows: showCount(rows),
          created: showCount(created),
          changed: showCount(changed),
          unchanged: showCount(unchanged),
        })}
      </p>
      {error_count > 0 && <RowNotes title={t('Ошибки таблицы')} notes={errors} total={error_count} />}
      {ignored.length > 0 && (
        <NoteBox>{t('Эти столбцы не загружаются: {{titles}}', { titles: ignored.join(', ') })}</NoteBox>
      )}
      {changes.length > 0 && <Changes changes={changes} total={created + changed} />}
    </>
  )
}

function Changes({ changes, total }: { changes: RowChange[]; total: number }) {
  const { t } = useTranslation()
  const words = { new: t('новая'), changed: t('изменится') }
  return (
    <>
      <SmallTable title={t('Что изменится')} heads={[t('Строка'), t('Название'), t('Что изменится')]}>
        {changes.map(({ row, name, state, fields }) => (
          <tr key={row}>
            <td data-number>{row}</td>
            <td data-name>
              {name} <small>{words[state]}</small>
            </td>
            <td data-wrap>
              {fields
                .map(({ column, before, after }) =>
                  state === 'new' ? `${column}: ${after ?? '—'}` : `${column}: ${before ?? '—'} → ${after ?? '—'}`,
                )
                .join('; ')}
            </td>
          </tr>
        ))}
      </SmallTable>
      {total > changes.length && (
        <p className={shared.small}>{t('и ещё {{count}}', { count: total - changes.length })}</p>
      )}
    </>
  )
}

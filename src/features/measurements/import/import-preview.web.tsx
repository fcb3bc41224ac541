import { showInstant } from '../../../shared/dates'
import { NBSP, showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { CagePill } from '../../../web/ui/cage-pill'
import { RowNotes, SmallTable } from '../../../web/ui/file-load/row-notes'
import { NoteBox } from '../../../web/ui/note-box'
import type { ReadingsImportAnswer } from './measurement-import.contract'
import { depthText, showReading } from '../readings/measurement-words.web'
import classes from '../../../web/ui/file-load/file-load.module.css'

/** What a file would do, or why it does nothing. */
export function ImportPreview({ answer }: { answer: ReadingsImportAnswer }) {
  const { t } = useTranslation()
  const { created, rows, error_count, duplicate_count } = answer
  return (
    <>
      {error_count > 0 ? (
        <>
          <NoteBox kind="danger">
            {t('Ошибок в файле: {{count}}. Ничего не загружено: исправьте их в Excel и выберите файл снова.', {
              count: error_count,
            })}
          </NoteBox>
          <RowNotes title={t('Ошибки файла')} notes={answer.errors} total={error_count} />
        </>
      ) : created > 0 ? (
        <p className={classes.summary}>
          {t('Строк в файле: {{rows}}. Будет загружено замеров: {{created}}, с {{first}} по {{last}}.', {
            rows: showCount(rows),
            created: showCount(created),
            first: answer.first_date,
            last: answer.last_date,
          })}
        </p>
      ) : (
        <NoteBox kind="warn">{t('Новых замеров в файле нет.')}</NoteBox>
      )}
      {duplicate_count > 0 && (
        <details className={classes.details}>
          <summary>{t('Уже записано, второй раз не загрузится: {{count}}', { count: duplicate_count })}</summary>
          <RowNotes title={t('Повторы')} notes={answer.duplicates} total={duplicate_count} />
        </details>
      )}
      {error_count === 0 && created > 0 && (
        <>
          <Parameters columns={answer.columns} />
          <Sample sample={answer.sample} created={created} />
        </>
      )}
    </>
  )
}

function Parameters({ columns }: { columns: ReadingsImportAnswer['columns'] }) {
  const { t } = useTranslation()
  const heads = [t('Параметр'), t('Глубина'), t('Замеров'), t('Наименьшее'), t('Наибольшее')]
  return (
    <SmallTable title={t('Будет загружено')} heads={heads}>
      {columns.map(({ name, depth, count, least, most, beautifulSymbol }) => (
        <tr key={`${name} ${depth}`}>
          <td>{name}</td>
          <td>{depthText(t, depth)}</td>
          <td data-number>{showCount(count)}</td>
          <td data-number>{`${showReading(least)}${NBSP}${t(beautifulSymbol)}`}</td>
          <td data-number>{`${showReading(most)}${NBSP}${t(beautifulSymbol)}`}</td>
        </tr>
      ))}
    </SmallTable>
  )
}

function Sample({ sample, created }: { sample: ReadingsImportAnswer['sample']; created: number }) {
  const { t } = useTranslation()
  const heads = [t('Строка'), t('Дата и время'), t('Модуль'), t('Садок'), t('Параметр'), t('Значение')]
  return (
    <details className={classes.details}>
      <summary>
        {t('Посмотреть первые замеры: {{shown}} из {{count}}', { shown: sample.length, count: created })}
      </summary>
      <SmallTable title={t('Первые замеры')} heads={heads}>
        {sample.map((one, index) => (
          <tr key={index}>
            <td data-number>{one.row}</td>
            <td>{showInstant(one.datetime)}</td>
            <td>{one.location_name}</td>
            <td>{one.cage_number === null ? t('весь модуль') : <CagePill number={one.cage_number} />}</td>
            <td>{`${one.name}, ${depthText(t, one.depth)}`}</td>
            <td data-number>{`${showReading(one.value)}${NBSP}${t(one.beautifulSymbol)}`}</td>
          </tr>
        ))}
      </SmallTable>
    </details>
  )
}

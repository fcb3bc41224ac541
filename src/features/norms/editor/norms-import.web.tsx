/** A file of norms: what is in it, what is wrong with it, and the way to mend it in the table. */
import { Button } from '@mantine/core'
import { type NormOwner, NORMS_FAILED, type NormsUpload } from '../../../core/feeding/norms.contract'
import { normCalls } from '../../../core/feeding/norms.contract'
import type { NormGrid } from '../../../shared/feeding/norm-grid'
import { showRange } from '../../../shared/feeding/year'
import { useTranslation } from '../../../web/i18n'
import { invalidateTags } from '../../../web/query-client'
import { ImportWindow } from '../../../web/pages/import-window'
import { DownloadButton } from '../../../web/ui/file-load/download-button'
import { SmallTable } from '../../../web/ui/file-load/row-notes'
import { NoteBox } from '../../../web/ui/note-box'
import { uploadOf } from './owner-calls.web'
import classes from './norms.module.css'

interface ImportProps {
  opened: boolean
  onClose: () => void
  owner: NormOwner
  /** whose norms: the window lies over the choice */
  name: string
  /** the version that is shown */
  version: number
  /** puts the cells of the file into the table */
  onMend: (grids: NormGrid[]) => void
  onLoaded: () => void
}

export function NormsImport({ opened, onClose, owner, name, version, onMend, onLoaded }: ImportProps) {
  const { t } = useTranslation()
  const { upload, input } = uploadOf(owner)
  return (
    <ImportWindow<NormsUpload>
      title={`${t('Загрузить нормы кормления')}: ${name}`}
      opened={opened}
      onClose={onClose}
      upload={upload as never}
      input={{ ...input, version }}
      failed={NORMS_FAILED}
      hint={t('Лист — один период года. Сначала вы увидите, что будет загружено.')}
      templates={
        <DownloadButton endpoint={normCalls.template} input={{}} named={t('Нормы кормления')}>
          {t('Скачать шаблон')}
        </DownloadButton>
      }
      preview={(answer) => (
        <Preview
          answer={answer}
          onMend={() => {
            onClose()
            onMend(answer.typed)
          }}
        />
      )}
      loadText={({ created }) => (created > 0 ? t('Загрузить') : null)}
      loadedText={() => t('Новые нормы кормления загружены!')}
      onLoaded={() => {
        void invalidateTags(['lists'])
        onLoaded()
      }}
    />
  )
}

function Preview({ answer, onMend }: { answer: NormsUpload; onMend: () => void }) {
  const { t } = useTranslation()
  const { errors, error_count, warnings, rates } = answer
  return (
    <div className={classes.loaded}>
      {rates.length > 0 && (
        <ul className={classes.list}>
          {rates.map(({ range, table, temperature_fcr }, index) => (
            <li key={index} className={classes.version}>
              <b>{showRange(range)}</b>
              <span>
                {t('навесок: {{rows}}, температур: {{columns}}', {
                  rows: table.length,
                  columns: Object.keys(temperature_fcr).length,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {warnings.map((text) => (
        <NoteBox key={text} kind="warn">
          {text}
        </NoteBox>
      ))}
      {error_count > 0 && (
        <>
          <NoteBox kind="danger">{t('Ошибок: {{count}}. Ничего не загружено.', { count: error_count })}</NoteBox>
          <SmallTable title={t('Ошибки в файле')} heads={[t('Клетка'), t('Что не так')]}>
            {errors.map(({ column, text }, index) => (
              <tr key={index}>
                <td>{column}</td>
                <td data-wrap>{text}</td>
              </tr>
            ))}
          </SmallTable>
          <Button variant="default" onClick={onMend}>
            {t('Исправить в таблице')}
          </Button>
        </>
      )}
    </div>
  )
}

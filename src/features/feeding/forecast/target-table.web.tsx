import { Skeleton } from '@mantine/core'
import type { Column } from '../../../shared/columns'
import { parseDay } from '../../../shared/dates'
import { errorText } from '../../../web/api'
import { showAmount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import { TARGET_DAYS } from './forecast.contract'
import type { Forecast } from './use-forecast.web'

const COLUMNS: Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'location_name', title: 'Модуль', type: 'text', optional: true },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
  { key: 'avg_weight', title: 'Сегодня к вечеру', type: 'average' },
  { key: 'earliest', title: 'Самое раннее', type: 'day' },
  { key: 'expected', title: 'Ожидается', type: 'day' },
  { key: 'latest', title: 'Самое позднее', type: 'day' },
]

/** When the fish of each cage reach the weight that is sought. */
export function TargetTable({ forecast: { choice, target, sought } }: { forecast: Forecast }) {
  const { t } = useTranslation()
  if (!sought) return null
  const { data, error } = target
  if (error && !data) return <NoteBox kind="danger">{errorText(error)}</NoteBox>
  if (!data) return <Skeleton height={160} />
  const title = t('До навески {{weight}} кг', { weight: showAmount(Number(choice.weight)) })
  const wanted = Number(choice.weight)
  const grown = data.cages.filter(({ avg_weight }) => avg_weight >= wanted)
  const iso = (day: string | null) => (day ? parseDay(day) : null)
  return (
    <DataTable
      name="forecast-target"
      title={title}
      titleLevel={2}
      columns={COLUMNS}
      rows={data.cages
        .filter((cage) => !grown.includes(cage))
        .map(({ earliest, expected, latest, ...cage }) => ({
          ...cage,
          id: cage.cage_id,
          earliest: iso(earliest),
          expected: iso(expected),
          latest: iso(latest),
        }))}
      startSort="expected"

      above={
        <NoteBox>
          {grown.length > 0 &&
            `${t('Уже доросли: садки {{cages}}.', { cages: grown.map((cage) => cage.cage_number).join(', ') })} `}
          {t('Прочерк означает: позже чем через {{days}} дней.', { days: TARGET_DAYS })}
        </NoteBox>
      }
      emptyText={t('Нет садков, которые ещё не доросли.')}
    />
  )
}

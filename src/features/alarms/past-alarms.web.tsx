/** The journal of alarms. */
import { ALARM_KINDS, ruleData } from '../../shared/alarms/rules'
import { useCageColor, useCages, useLocations } from '../../core/cages/cage-cache.web'
import { useTranslation } from '../../web/i18n'
import { JournalPage } from '../../web/pages/journal-page'
import { navigate } from '../../web/router/address'
import { ALARM_JOURNAL, alarmCalls, alarmColumns, type AlarmRow } from './alarms.contract'

export function PastAlarms() {
  const { t } = useTranslation()
  const colorOf = useCageColor()
  const kinds = ALARM_KINDS.map((kind) => ({ value: kind, label: t(ruleData(kind).title) }))
  return (
    <JournalPage<AlarmRow>
      title={ALARM_JOURNAL.title}
      titleLevel={2}
      name="alarms"
      columns={alarmColumns}
      list={alarmCalls.list}
      emptyText={t('Тревог за указанный период не было.')}
      locations={useLocations()}
      cages={useCages()}
      filters={[{ key: 'kind', input: 'kind', title: 'Тревога', as: 'one', options: kinds }]}
      cageColor={({ cage_id }) => (cage_id === null ? null : colorOf(cage_id))}
      onRowClick={({ href }) => navigate(href)}
    />
  )
}

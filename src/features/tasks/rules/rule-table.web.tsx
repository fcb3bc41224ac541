/** Rules as a list: what each waits for, and on which day its task stands. */
import { useCageColor } from '../../../core/cages/cage-cache.web'
import { useTranslation } from '../../../web/i18n'
import { CrudPage, type CrudPageProps } from '../../../web/pages/crud-page'
import { RuleForm } from './rule-form.web'
import { ruleCalls, ruleColumns, type RuleRow } from './rules.contract'

const WINDOWS: CrudPageProps<RuleRow>['windows'] = {
  form: ({ row, opened, onClose }) => <RuleForm opened={opened} onClose={onClose} rule={row} />,
}

export function RuleTable() {
  const { t } = useTranslation()
  const colorOf = useCageColor()
  return (
    <CrudPage<RuleRow>
      list={ruleCalls.list}
      remove={ruleCalls.remove}
      ability={{ create: 'create tasks', update: 'update tasks', remove: 'delete tasks' }}
      changes={['tasks']}
      entity="task_rule"
      confirmDelete={t('Удалить правило? Его невыполненная задача останется.')}
      table={{
        name: 'task-rules',
        title: t('Правила'),
        titleLevel: 2,
        columns: ruleColumns,
        startSort: 'title',
        cageColor: ({ cage_id }) => (cage_id === null ? null : colorOf(cage_id)),
        emptyText: t('Правило само ставит задачу на нужный день и двигает её, когда прогноз меняется.'),
      }}
      windows={WINDOWS}
    />
  )
}

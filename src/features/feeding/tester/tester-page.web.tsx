import { Skeleton } from '@mantine/core'
import { calcCalls } from '../../../core/feeding/calcs.contract'
import { errorText } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { EmptyState } from '../../../web/ui/empty-state'
import { NoteBox } from '../../../web/ui/note-box'
import { TesterChart } from './tester-chart.web'
import { TesterFilters } from './tester-filters.web'
import { TesterProblems } from './tester-problems.web'
import { TesterTable } from './tester-table.web'
import { type Tester, useTester } from './use-tester.web'
import classes from './tester.module.css'

/** What the norms would feed in coming days, and how the fish would grow by it. */
export function TesterPage() {
  const { t } = useTranslation()
  const tester = useTester()
  return (
    <div className={classes.page}>
      <h1 className={classes.title} data-in-bar>
        {t('Проверка расчётов')}
      </h1>
      <NoteBox>{t('Сначала нужно заполнить нормы кормления: без них рацион и прирост не посчитать.')}</NoteBox>
      <TesterFilters tester={tester} />
      <Result tester={tester} />
    </div>
  )
}

/** The names of what is compared. */
function useNames({ asked }: Tester): [own: string, other: string] {
  const { t } = useTranslation()
  const calcs = useCall(calcCalls.list, {}).data ?? []
  const nameOf = (id: string | undefined) => calcs.find((calc) => String(calc.id) === id)?.name
  return [nameOf(asked?.calc) ?? t('как назначено'), nameOf(asked?.other) ?? '']
}

function Result({ tester }: { tester: Tester }) {
  const { t } = useTranslation()
  const { asked, query, other, otherError, inputs } = tester
  const names = useNames(tester)
  if (!asked) return <EmptyState icon="feed" text={t('Выберите садки и дни и нажмите «Рассчитать».')} />
  const error = query.error ?? otherError
  // the fields' own errors are said here, since the call answers the whole form
  if (error) return <NoteBox kind="danger">{errorText(error)}</NoteBox>
  if (!query.data) return <Skeleton height={320} />
  const { cages } = query.data
  if (cages.length === 0) return <EmptyState icon="cages" text={t('Среди выбранных нет садков с рыбой.')} />
  const pair = { own: query.data, other, names }
  return (
    <div data-dim={query.isPlaceholderData || undefined} className={classes.result}>
      <TesterProblems cages={cages} days={query.data.days} />
      <TesterChart {...pair} />
      <TesterTable {...pair} inputs={inputs} />
    </div>
  )
}

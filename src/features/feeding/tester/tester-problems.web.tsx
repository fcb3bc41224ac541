import { groupBy } from '../../../shared/collections'
import { useCageColor } from '../../../core/cages/cage-cache.web'
import { useTranslation } from '../../../web/i18n'
import { CagePill } from '../../../web/ui/cage-pill'
import { NoteBox } from '../../../web/ui/note-box'
import type { TestedCage, TesterAnswer } from './tester.contract'
import { PROBLEM_TEXTS } from './tester-words.web'
import classes from './tester.module.css'

/** For each reason the cages that get nothing for it. */
const problemsOf = (cages: readonly TestedCage[]) => [
  ...groupBy(
    cages.flatMap((cage) => cage.problems.map((one) => ({ ...one, cage }))),
    ({ problem }) => problem,
  ),
]

/** So many cages in a line. */
const SHOWN = 12

/** Days without food, with the reason. */
export function TesterProblems({ cages, days }: Pick<TesterAnswer, 'cages' | 'days'>) {
  const { t } = useTranslation()
  const colorOf = useCageColor()
  const problems = problemsOf(cages)
  if (problems.length === 0) return null
  return problems.map(([problem, found]) => (
    <NoteBox key={problem} kind="warn">
      <p className={classes.problem}>{t(PROBLEM_TEXTS[problem])}</p>
      <p className={classes.cages}>
        {found.slice(0, SHOWN).map(({ cage, first, days: many }) => (
          <span key={cage.cage_id} className={classes.cage}>
            <CagePill number={cage.cage_number} color={colorOf(cage.cage_id)} />{' '}
            {many === days.length
              ? t('все дни')
              : t('с {{date}}, дней: {{count}}', { date: days[first]!.date, count: many })}
          </span>
        ))}
        {found.length > SHOWN && t('ещё {{count}}', { count: found.length - SHOWN })}
      </p>
    </NoteBox>
  ))
}

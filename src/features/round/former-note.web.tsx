import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { addDays, showDay } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { useCan, useDayGate } from '../../web/session'
import { confirm } from '../../web/ui/overlay/confirm'
import { NoteBox } from '../../web/ui/note-box'
import { measureParameterCalls } from '../../core/lists/libraries/measure-parameter.contract'
import { formerLines, openWater, withoutFormer } from './model/former.web'
import { previewRound, faultsOf, sumOfLines } from './model/round-lines.web'
import type { RoundState } from './model/round-model.web'
import styles from './round-fields.module.css'
import { useRecorder } from './state/use-recorder.web'
import type { Round } from './state/use-round.web'

/** Unrecorded values of an earlier day, as they would be recorded now. */
function useFormer({ location, day, farm, known, goods }: Round, former: RoundState) {
  const { t } = useTranslation()
  const may = useCan()('create measurements')
  const parameters = useCall(measureParameterCalls.list, {}, { enabled: may }).data
  const lines = useMemo(() => formerLines(former, farm, known), [former, farm, known])
  const water = useMemo(() => {
    const open = openWater(former)
    return (parameters ?? []).filter(({ id }) => open.includes(String(id)))
  }, [parameters, former])
  const typed = Object.fromEntries(openWater(former).map((id) => [id, former.water[id]!]))
  const faults = faultsOf(lines, { goods: goods.goods, sure: false }, t)
  const isYesterday = former.day === addDays(day, -1)
  const fed = isYesterday ? lines.filter(({ yesterday, draft }) => yesterday && draft.volume !== '') : []
  return {
    lines,
    water,
    typed,
    isYesterday,
    faults: lines.filter(({ cage }) => faults.has(cage.id)),
    fed,
    prefix: `round:${location}:${former.day}:${former.round}:`,
    moment: { date: showDay(former.day), time: former.touched?.slice(11) ?? '12:00' },
    what: previewRound(lines, water, { ...former, water: typed, records: {} }, t),
  }
}

const numbersOf = (lines: { cage: { number: string } }[]) => lines.map(({ cage }) => cage.number).join(', ')

/** «Вчерашний обход не записан: 11 садков»: can be recorded for its own day, or discarded. */
export function FormerNote({ round, former }: { round: Round; former: RoundState }) {
  const { t } = useTranslation()
  const recorder = useRecorder()
  const { lines, water, typed, isYesterday, faults, fed, prefix, moment, what } = useFormer(round, former)
  const gate = useDayGate('create feedings', former.day)
  const forget = () => round.change((before) => withoutFormer(before, former.day))
  const { lines: count } = sumOfLines(lines)
  if (count + water.length === 0) return null
  const day = showDay(former.day)
  const cages = count > 0 ? t('{{count}} садков', { count }) : t('замеры')
  const record = async () => {
    if (await recorder.all({ prefix, lines, water, typed, moment })) forget()
  }
  const drop = async () => {
    const question = t('Убрать незаписанные числа обхода за {{day}}: {{what}}?', { day, what })
    if (await confirm(question, { yes: t('Убрать') })) forget()
  }
  return (
    <NoteBox kind="warn">
      <div className={styles.former}>
        <b>
          {isYesterday
            ? t('Вчерашний обход не записан: {{cages}}', { cages })
            : t('Обход за {{day}} не записан: {{cages}}', { day, cages })}
        </b>
        <span>{what}</span>
        {fed.length > 0 && (
          <span>{t('В тот день там уже записано кормление: {{cages}}', { cages: numbersOf(fed) })}</span>
        )}
        {faults.length > 0 && (
          <span>{t('Не записать, проверьте корм и отход: {{cages}}', { cages: numbersOf(faults) })}</span>
        )}
        {gate && <span>{gate}</span>}
        {recorder.failed && <span role="alert">{t(recorder.failed)}</span>}
        <div>
          <Button
            h={48}
            disabled={gate !== null || faults.length > 0}
            loading={recorder.busy}
            onClick={() => void record()}
          >
            {isYesterday ? t('Записать за вчера') : t('Записать за {{day}}', { day })}
          </Button>
          <Button h={48} variant="default" onClick={() => void drop()}>
            {t('Убрать')}
          </Button>
        </div>
      </div>
    </NoteBox>
  )
}

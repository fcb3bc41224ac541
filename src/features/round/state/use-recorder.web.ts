/** «Записать»: everything is on this device's disk before it is reported as recorded; the server's answers follow. */
import { useState } from 'react'
import { showAmount } from '../../../web/format'
import { errorText } from '../../../web/api'
import { i18n, type TFunction } from '../../../web/i18n'
import { currentConnectivity } from '../../../web/connectivity'
import { notifyKept, notifySuccess } from '../../../web/notify'
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import { toKg } from '../../../shared/numbers'
import { readingsOf, recordsOf, sumOfLines, type ClickMoment, type Line, type RoundSum } from '../model/round-lines.web'
import { put, takeBack, type Fresh } from '../model/round-records.web'
import { clickMoment } from './use-round.web'

const sumText = ({ lines, volume, dead }: RoundSum, t: TFunction): string =>
  [
    t('{{count}} садков', { count: lines }),
    volume > 0 && t('корм {{volume}} кг', { volume: showAmount(toKg(volume)) }),
    dead > 0 && t('отход {{pieces}} шт', { pieces: dead }),
  ]
    .filter(Boolean)
    .join(', ')

const linesRecords = (lines: readonly Line[], moment: ClickMoment, t: TFunction): Record<string, Fresh> =>
  Object.assign({}, ...lines.map((line) => recordsOf(line, moment, t)))

/**
 * Records lines of many cages and shows a notice, which offers for 8 seconds to undo them. Throws when nothing could be
 * stored.
 */
async function recordLines(
  prefix: string,
  lines: readonly Line[],
  readings: (moment: ClickMoment) => Record<string, Fresh>,
  moment = clickMoment(),
): Promise<void> {
  const t = i18n.t
  const sum = sumOfLines(lines)
  const kept = await put(prefix, { ...readings(moment), ...linesRecords(lines, moment, t) })
  const what = sum.lines > 0 ? sumText(sum, t) : kept.map(({ label }) => label).join(', ')
  const undo = () => void takeBack(kept.map(({ n }) => n))
  if (currentConnectivity() === 'online') notifySuccess(t('Записано: {{what}}', { what }), { undo })
  else notifyKept(t('Записано на этом устройстве, ждёт сети. {{what}}', { what }), { undo })
}

interface RoundContent {
  prefix: string
  lines: readonly Line[]
  water: readonly MeasureParameter[]
  typed: Record<string, string>
  /** of an earlier day; now when left out */
  moment?: ClickMoment
}

/** State of a page's button: busy while it writes, and why nothing could be stored. */
export function useRecorder() {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFailed(null)
    try {
      await work()
      return true
    } catch (error) {
      setFailed(errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    failed,
    all: ({ prefix, lines, water, typed, moment }: RoundContent) =>
      run(() => recordLines(prefix, lines, (at) => readingsOf(water, typed, at), moment)),
    /** without a notice: the next cage is in front already */
    one: ({ prefix, lines, water, typed }: RoundContent) =>
      run(() => {
        const moment = clickMoment()
        return put(prefix, { ...readingsOf(water, typed, moment), ...linesRecords(lines, moment, i18n.t) })
      }),
  }
}

/** The round for printing: blanks to write into, or what was recorded so far. */
import type { Column } from '../../shared/columns'
import { showDay } from '../../shared/dates'
import { NBSP, showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useUserSettings } from '../../web/session'
import { PrintSheet } from '../../web/ui/table/print-sheet'
import { usePrinter } from '../../web/ui/table/printer'
import { WHOLE_FARM } from '../../core/cages/current-module.web'
import { goodById } from '../../core/documents/batch/feed-choices.web'
import type { Line } from './model/round-lines.web'
import { isLive, type RoundRecord } from './model/round-model.web'
import styles from './round.module.css'
import type { Round } from './state/use-round.web'

const COLUMNS: Column[] = [
  { key: 'cage', title: 'Садок', type: 'text' },
  { key: 'count', title: 'Рыба', type: 'count', unit: 'шт', footer: true },
  { key: 'avg_weight', title: 'Навеска', type: 'average' },
  { key: 'weighed_on', title: 'Взвешено', type: 'day' },
  { key: 'biomass', title: 'Биомасса', type: 'kg', unit: 'кг', footer: true },
  { key: 'yesterday', title: 'Вчера', type: 'amount', unit: 'кг', footer: true },
  { key: 'feed', title: 'Корм', type: 'text' },
  { key: 'given', title: 'Дано, кг', type: 'text' },
  { key: 'appetite', title: 'Аппетит', type: 'text' },
  { key: 'dead', title: 'Отход, шт', type: 'text' },
  { key: 'note', title: 'Примечание', type: 'text' },
]

const recorded = (record: RoundRecord | undefined) => (record && isLive(record) ? record.values : undefined)

/** A value, or room to write one. */
const orRoom = (text: string | undefined) => text || NBSP.repeat(8)

function rowOf({ cage, draft, yesterday, given, ...line }: Line, { goods: { goods } }: Round) {
  const [feeding, loss, note] = [line.feeding, line.retreat, line.note].map(recorded)
  const words = [feeding?.note, loss?.note, note?.text].filter(Boolean).join('. ')
  return {
    id: cage.id,
    cage: cage.number,
    count: cage.count,
    avg_weight: cage.avg_weight,
    weighed_on: cage.weighed_on,
    biomass: cage.weight,
    yesterday: yesterday?.volume ?? null,
    feed: orRoom(goodById(goods, feeding?.feed_type_id ?? draft.good)?.name),
    // what others gave today counts as well
    given: orRoom(given > 0 ? showAmount(given) : feeding && showAmount(Number(feeding.volume))),
    appetite: orRoom(feeding?.appetite),
    dead: orRoom(loss?.count),
    note: orRoom(words),
  }
}

function sheetOf(round: Round, title: string, place: string, average: 'kg' | 'g') {
  const rows = round.lines.map((line) => rowOf(line, round))
  const sum = (key: 'count' | 'biomass' | 'yesterday') => rows.reduce((total, row) => total + (row[key] ?? 0), 0)
  const footer = { count: sum('count'), biomass: sum('biomass'), yesterday: sum('yesterday') }
  return { title, subtitle: place, columns: COLUMNS, rows, footer, average }
}

/** Readings: recorded ones, and blanks for those that are due. */
function Readings({ round }: { round: Round }) {
  const { t } = useTranslation()
  const taken = Object.entries(round.state.records).filter(
    ([slot, record]) => slot.startsWith('water:') && isLive(record),
  )
  return (
    <>
      {taken.map(([slot, { what }]) => (
        <p key={slot}>{what}</p>
      ))}
      {round.water.map(({ id, name, depth, beautifulSymbol }) => (
        <p key={id} className={styles.line}>
          {name}, {showAmount(depth[0] ?? 0)} {t('м')}, {t(beautifulSymbol)}: <span />
        </p>
      ))}
      <p className={styles.line}>
        {t('Обход провёл')} <span />
      </p>
    </>
  )
}

/** «Печать», for the button and for Ctrl+P alike. */
export function RoundPrint({ round }: { round: Round }) {
  const { t } = useTranslation()
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const { location, locations, lines, day } = round
  const place = location === WHOLE_FARM ? t('Вся ферма') : (locations.find(({ id }) => id === location)?.name ?? '')
  const average = units[String(location)] ?? 'kg'
  const sheet = () => sheetOf(round, t('Обход'), place, average)
  const { printed, print } = usePrinter({ off: lines.length === 0, all: (show) => show(sheet()), atOnce: sheet })
  return (
    <>
      <button
        type="button"
        className={styles.mode}
        aria-label={t('Печать листа')}
        title={t('Печать листа')}
        disabled={lines.length === 0}
        onClick={print}
      >
        <Icon name="print" size={22} />
      </button>
      {printed && <PrintSheet {...printed} written note={showDay(day)} below={<Readings round={round} />} />}
    </>
  )
}

import { useEffect, useRef } from 'react'
import { NBSP, showAmount, showCount } from '../../web/format'
import { useTranslation, type TFunction } from '../../web/i18n'
import { Icon, type IconName } from '../../web/icons'
import { CagePill } from '../../web/ui/cage-pill'
import { kgText, piecesText } from '../../core/cages/cage-words.web'
import { goodById } from '../../core/documents/batch/feed-choices.web'
import { toKg } from '../../shared/numbers'
import { mostOf } from '../../core/documents/recent/fed-feeds.contract'
import { CageFields } from './round-fields.web'
import { leftOf, dueOf, type Line, type LineFaults } from './model/round-lines.web'
import { isLive } from './model/round-model.web'
import { feedsText, othersText } from './model/yesterday.web'
import styles from './round-list.module.css'
import type { Round } from './state/use-round.web'

type Tone = 'due' | 'done' | 'waits' | 'refused' | 'none'

const icons: Record<Tone, IconName | null> = { due: null, done: 'check', waits: 'wifi0', refused: 'alert', none: null }

/** The tone of a line: what would be recorded, or what is. */
export function toneOf({ feeding, retreat, note, given, ...line }: Line): Tone {
  const records = [feeding, retreat, note].filter((one) => one !== undefined)
  if (records.some(({ state }) => state === 'refused')) return 'refused'
  if (records.some(({ state }) => state === 'waiting')) return 'waits'
  const { volume } = dueOf({ feeding, retreat, note, given, ...line })
  if (volume !== null) return 'due'
  return given > 0 || records.length > 0 ? 'done' : 'none'
}

const amount = (kg: number, t: TFunction) => `${showAmount(kg)}${NBSP}${t('кг')}`

/** «40 кг», «дано 45 кг», «не кормить». */
function feedText(line: Line, t: TFunction): string {
  const { volume } = dueOf(line)
  if (line.skipped) return t('пропущен')
  if (volume !== null) return amount(toKg(volume), t)
  return line.given > 0 ? t('дано {{amount}}', { amount: amount(line.given, t) }) : t('не кормить')
}

/** What else is said of a cage besides its feed. */
function otherText(line: Line, round: Round, t: TFunction): string {
  const { cage, yesterday, draft } = line
  const { volume, dead, note } = dueOf(line)
  const lost = isLive(line.retreat)
    ? line.retreat?.what
    : dead !== null && t('отход {{pieces}} шт', { pieces: showCount(dead) })
  const others = othersText(yesterday, round.goods.goods, t)
  const feeds = line.planned?.feeds ?? []
  // once the first is given, what is left of them
  const more = feedsText(volume === null && feeds.length > 1 ? leftOf(line) : feeds.slice(1), round.goods.goods, t)
  const changed = volume !== null && yesterday !== undefined && toKg(volume) !== mostOf(yesterday).volume
  const parts = [
    lost,
    volume !== null && draft.appetite && t('аппетит {{value}}', { value: draft.appetite }),
    note && t('примечание'),
    changed && t('вчера {{amount}}', { amount: showAmount(yesterday.volume) }),
    !line.skipped && more && t('по плану ещё {{feeds}}', { feeds: more }),
    volume !== null && !line.planned && others && t('вчера ещё {{feeds}}', { feeds: others }),
    volume !== null && (goodById(round.goods.goods, draft.good)?.name ?? yesterday?.feed_type),
    `${piecesText(t, cage.count)}, ${kgText(t, cage.weight, 0)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

interface RowProps {
  round: Round
  line: Line
  faults: LineFaults
  /** what is asked before it is recorded */
  asked: string | undefined
  opened: boolean
  onToggle: () => void
}

function Row({ round, line, faults, asked, opened, onToggle }: RowProps) {
  const { t } = useTranslation()
  const { cage } = line
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (opened) row.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  const tone = toneOf(line)
  const icon = icons[tone]
  const fault = faults.feed ?? faults.volume ?? faults.count ?? refusalOf(line)
  return (
    <li ref={row} className={styles.line} data-tone={tone} data-bad={fault !== undefined || undefined}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={opened}
        aria-label={`${t('Садок {{number}}', { number: cage.number })}, ${feedText(line, t)}`}
        onClick={onToggle}
      >
        <CagePill number={cage.number} color={cage.color} />
        <span className={styles.words}>
          <b>
            {icon && <Icon name={icon} size={16} />}
            {feedText(line, t)}
          </b>
          <small>{otherText(line, round, t)}</small>
        </span>
        <Icon name="down" size={20} className={styles.chevron} />
      </button>
      {fault && !opened && <p className={styles.fault}>{fault}</p>}
      {asked && (
        <p className={styles.asked} role="alert">
          {asked}
        </p>
      )}
      {opened && (
        <div className={styles.fields}>
          <CageFields round={round} line={line} faults={faults} />
          <div className={styles.foot}>
            <button type="button" onClick={() => round.skip(cage.id, !line.skipped)}>
              {line.skipped ? t('Не пропускать') : t('Пропустить садок')}
            </button>
            <button type="button" data-main onClick={onToggle}>
              {t('Готово')}
            </button>
          </div>
        </div>
      )}
    </li>
  )
}

/** Why the server refused a record of the cage. */
export const refusalOf = ({ feeding, retreat, note }: Line): string | undefined =>
  [feeding, retreat, note].find((one) => one?.state === 'refused')?.reason

const NO_FAULTS: LineFaults = {}

interface ListProps {
  round: Round
  faults: ReadonlyMap<number, LineFaults>
  asked: ReadonlyMap<number, string>
  opened: number | null
  onOpen: (cage: number | null) => void
}

/** All cages below each other; a touch opens one to type differences. */
export function RoundList({ round, faults, asked, opened, onOpen }: ListProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('Садки')}>
      {round.lines.map((line) => (
        <Row
          key={line.cage.id}
          round={round}
          line={line}
          faults={faults.get(line.cage.id) ?? NO_FAULTS}
          asked={asked.get(line.cage.id)}
          opened={opened === line.cage.id}
          onToggle={() => onOpen(opened === line.cage.id ? null : line.cage.id)}
        />
      ))}
    </ul>
  )
}

import { NBSP, NOTHING, showAmount, showCount, showKg, showNumber } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { CagePill } from '../../web/ui/cage-pill'
import { CellDecimal, CellFault, CellSelect, walkColumn, type CellOption } from '../../web/ui/fields/cells'
import { APPETITES, goodById } from '../../core/documents/batch/feed-choices.web'
import { kgOf } from '../../core/documents/fields/fish-math.web'
import { groupKey, groupName } from '../../core/documents/fields/form-model.web'
import { Recorded } from './recorded.web'
import { refusalOf, toneOf } from './round-list.web'
import { dueOf, sumOfLines, type Line, type LineFaults } from './round-lines.web'
import { isLive, shareOf, type Draft } from './round-model.web'
import styles from './round-list.module.css'
import type { Round } from './use-round.web'

const appetites = APPETITES.map((value) => ({ value, label: value }))

/** Feeds with the warehouses that hold them, one list for both. */
const shelves = ({ goods: { goods, stocks } }: Round): CellOption[] =>
  goods.flatMap((good) =>
    [...stocks]
      .filter(([id]) => (good.stocks_count[id] ?? 0) > 0)
      .map(([id, name]) => ({
        value: `${good.id}:${id}`,
        label: `${good.name} · ${name}, ${showAmount(good.stocks_count[id])}`,
      })),
  )

interface RowProps {
  round: Round
  line: Line
  faults: LineFaults
  asked: string | undefined
  options: readonly CellOption[]
}

function FeedCells({ round, line, faults, options }: RowProps) {
  const { t } = useTranslation()
  const { cage, draft, feeding } = line
  const { volume } = dueOf(line)
  const cell = cellsOf(round, line)
  if (feeding && isLive(feeding))
    return (
      <td colSpan={4}>
        <Recorded record={feeding} icon="feed" />
      </td>
    )
  return (
    <>
      <td>
        <CellSelect
          {...cell('feed', t('Корм и склад'), faults.feed)}
          value={`${draft.good}:${draft.stock}`}
          options={options}
          empty={goodById(round.goods.goods, draft.good)?.name ?? t('Корм и склад')}
          onChange={(key) => {
            const [good = '', stock = ''] = key.split(':')
            round.type(cage.id, { good, stock })
          }}
        />
      </td>
      <td>
        <CellDecimal
          {...cell('volume', t('Корм, кг'), faults.volume)}
          value={draft.volume}
          onChange={(text) => round.type(cage.id, { volume: text })}
        />
      </td>
      <td className={styles.number}>{volume === null ? NOTHING : showNumber(shareOf(volume, cage), 2)}</td>
      <td>
        <CellSelect
          {...cell('appetite', t('Аппетит'))}
          value={draft.appetite}
          options={appetites}
          empty={NOTHING}
          onChange={(appetite) => round.type(cage.id, { appetite })}
        />
      </td>
    </>
  )
}

function LossCell({ round, line, faults }: RowProps) {
  const { t } = useTranslation()
  const { cage, draft, retreat } = line
  const cell = cellsOf(round, line)
  if (retreat && isLive(retreat)) return <Recorded record={retreat} icon="bone" />
  return (
    <div className={styles.pair}>
      {cage.groups.length > 1 && (
        <CellSelect
          {...cell('group', t('Генерация'))}
          value={draft.group}
          options={cage.groups.map((group) => ({ value: groupKey(group), label: groupName(group) }))}
          empty={t('Генерация')}
          onChange={(group) => round.type(cage.id, { group })}
        />
      )}
      <CellDecimal
        {...cell('count', t('Отход, шт'), faults.count)}
        decimals={0}
        value={draft.count}
        onChange={(count) => round.type(cage.id, { count })}
      />
    </div>
  )
}

/** What the cells of a line have in common. */
const cellsOf =
  (round: Round, { cage }: Line) =>
  (field: keyof Draft | 'feed', name: string, fault?: string) => ({
    label: `${name}, ${cage.number}`,
    column: field,
    path: `${cage.id}.${field}`,
    invalid: fault !== undefined,
    disabled: round.state.visits[cage.id]?.state === 'skipped',
  })

function Row(props: RowProps) {
  const { round, line, faults, asked } = props
  const { t } = useTranslation()
  const { cage, draft, yesterday, given, note } = line
  const texts = [faults.feed, faults.volume, faults.count, refusalOf(line)].filter((text) => text !== undefined)
  const skip = line.skipped ? t('Не пропускать') : t('Пропустить садок')
  return (
    <>
      <tr data-tone={toneOf(line)} data-bad={texts.length > 0 || undefined} data-skipped={line.skipped || undefined}>
        <th scope="row">
          <CagePill number={cage.number} color={cage.color} />
        </th>
        <td className={styles.number}>{showCount(cage.count)}</td>
        <td className={styles.number}>{showKg(cage.weight)}</td>
        <td className={styles.number}>{yesterday ? showAmount(yesterday.volume) : NOTHING}</td>
        <td className={styles.number}>{given > 0 ? showAmount(given) : NOTHING}</td>
        <FeedCells {...props} />
        <td>
          <LossCell {...props} />
        </td>
        <td>
          {note && isLive(note) ? (
            <Recorded record={note} icon="note" />
          ) : (
            <input
              className={styles.cellNote}
              aria-label={`${t('Примечание')}, ${cage.number}`}
              data-column="note"
              maxLength={2000}
              value={draft.note}
              onChange={(event) => round.type(cage.id, { note: event.currentTarget.value })}
            />
          )}
        </td>
        <td>
          <button
            type="button"
            className={styles.skip}
            aria-label={`${skip}, ${cage.number}`}
            title={skip}
            onClick={() => round.skip(cage.id, !line.skipped)}
          >
            <Icon name={line.skipped ? 'undo' : 'x'} size={16} />
          </button>
        </td>
      </tr>
      {asked && (
        <tr className={styles.faults}>
          <td colSpan={12} className={styles.asked} role="alert">
            {asked}
          </td>
        </tr>
      )}
      {texts.length > 0 && (
        <tr className={styles.faults}>
          <td colSpan={12}>
            <CellFault>{texts.join('. ')}</CellFault>
          </td>
        </tr>
      )}
    </>
  )
}

function Head() {
  const { t } = useTranslation()
  const number = (title: string, unit: string) => (
    <th className={styles.number}>
      {title}
      <small>, {unit}</small>
    </th>
  )
  return (
    <thead>
      <tr>
        <th>{t('Садок')}</th>
        {number(t('Рыба'), t('шт'))}
        {number(t('Биомасса'), t('кг'))}
        {number(t('Вчера'), t('кг'))}
        {number(t('Сегодня'), t('кг'))}
        <th className={styles.source}>{t('Корм и склад')}</th>
        {number(t('Корм'), t('кг'))}
        {number(t('Доля'), '%')}
        <th>{t('Аппетит')}</th>
        {number(t('Отход'), t('шт'))}
        <th className={styles.wide}>{t('Примечание')}</th>
        <th aria-label={t('Пропустить')} />
      </tr>
    </thead>
  )
}

function Foot({ round }: { round: Round }) {
  const { t } = useTranslation()
  const { lines, volume, dead } = sumOfLines(round.lines)
  const sum = (pick: (line: Line) => number) => round.lines.reduce((total, line) => total + pick(line), 0)
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('Итого')}</th>
        <td className={styles.number}>{showCount(sum(({ cage }) => cage.count))}</td>
        <td className={styles.number}>{showKg(sum(({ cage }) => cage.weight))}</td>
        <td className={styles.number}>{showAmount(sum(({ yesterday }) => yesterday?.volume ?? 0))}</td>
        <td className={styles.number}>{showAmount(sum(({ given }) => given))}</td>
        <td>{t('{{rows}} из {{all}} садков', { rows: lines, all: round.lines.length })}</td>
        <td className={styles.number}>{volume > 0 ? showAmount(kgOf(volume)) : NOTHING}</td>
        <td colSpan={2} />
        <td className={styles.number}>{dead > 0 ? `${showCount(dead)}${NBSP}${t('шт')}` : NOTHING}</td>
        <td colSpan={2} />
      </tr>
    </tfoot>
  )
}

interface TableProps {
  round: Round
  faults: ReadonlyMap<number, LineFaults>
  asked: ReadonlyMap<number, string>
}

const NO_FAULTS: LineFaults = {}

/** All cages in the width of a desk; Enter and the arrows go down a column. */
export function RoundTable({ round, faults, asked }: TableProps) {
  const options = shelves(round)
  return (
    <div className={styles.scroll} onKeyDown={walkColumn}>
      <table data-styled className={styles.table}>
        <Head />
        <tbody>
          {round.lines.map((line) => (
            <Row
              key={line.cage.id}
              round={round}
              line={line}
              faults={faults.get(line.cage.id) ?? NO_FAULTS}
              options={options}
              asked={asked.get(line.cage.id)}
            />
          ))}
        </tbody>
        <Foot round={round} />
      </table>
    </div>
  )
}

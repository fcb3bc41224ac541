import { useMemo } from 'react'
import { NBSP, NOTHING, showAmount, showCount, showKg, showNumber } from '../../web/format'
import { useTranslation, type TFunction } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { CagePill } from '../../web/ui/cage-pill'
import type { Option } from '../../web/ui/fields/select-field'
import { CellChoice } from '../../web/ui/grid-edit/cell-choice'
import { CellDecimal } from '../../web/ui/grid-edit/cells'
import { EditGrid, type EditColumn } from '../../web/ui/grid-edit/edit-grid'
import { APPETITES, goodById } from '../../core/documents/batch/feed-choices.web'
import { toKg } from '../../shared/numbers'
import { useLossCauses } from '../../core/documents/fields/loss-causes.web'
import { groupKey, groupName } from '../../core/documents/fields/form-model.web'
import { Recorded } from './recorded.web'
import { refusalOf, toneOf } from './round-list.web'
import { dueOf, sumOfLines, type Line, type LineFaults } from './model/round-lines.web'
import { isLive, shareOf, type Draft } from './model/round-model.web'
import { amountsText, fedText } from './model/yesterday.web'
import styles from './round-list.module.css'
import type { Round } from './state/use-round.web'

/** Feeds with the warehouses that have them, in one list. */
const shelves = ({ goods: { goods, stocks } }: Round, t: TFunction): Option[] =>
  goods.flatMap((good) =>
    [...stocks]
      .filter(([id]) => (good.stocks_count[id] ?? 0) > 0)
      .map(([id, name]) => ({
        value: `${good.id}:${id}`,
        // names of feeds are long and similar, and the cell cuts off the end
        label: `${name} · ${good.name}`,
        hint: `${showAmount(good.stocks_count[id])}${NBSP}${t('кг')}`,
      })),
  )

interface Row {
  line: Line
  faults: LineFaults
  asked: string | undefined
}

/** What the controls of a line have in common. */
const cellOf =
  (round: Round, { cage }: Line) =>
  (field: keyof Draft | 'feed', name: string, fault?: string) => ({
    label: `${name}, ${cage.number}`,
    path: `${cage.id}.${field}`,
    invalid: fault !== undefined,
    disabled: round.state.visits[cage.id]?.state === 'skipped',
  })

/** What is known of the cage. */
const cageColumns = (t: TFunction): EditColumn<Row>[] => [
  {
    key: 'cage',
    title: t('Садок'),
    cell: ({ line: { cage } }) => <CagePill number={cage.number} color={cage.color} />,
  },
  { key: 'fish', title: t('Рыба'), unit: t('шт'), number: true, cell: ({ line }) => showCount(line.cage.count) },
  { key: 'biomass', title: t('Биомасса'), unit: t('кг'), number: true, cell: ({ line }) => showKg(line.cage.weight) },
  {
    key: 'yesterday',
    title: t('Вчера'),
    unit: t('кг'),
    number: true,
    cell: ({ line }) => fedText(line.yesterday),
  },
  {
    key: 'planned',
    title: t('План'),
    unit: t('кг'),
    number: true,
    cell: ({ line: { planned } }) => (planned ? amountsText(planned.feeds) : NOTHING),
  },
  {
    key: 'today',
    title: t('Сегодня'),
    unit: t('кг'),
    number: true,
    cell: ({ line: { given } }) => (given > 0 ? showAmount(given) : NOTHING),
  },
]

const fedOf = ({ feeding }: Line) => (feeding && isLive(feeding) ? feeding : null)

function feedColumns(round: Round, options: Option[], t: TFunction): EditColumn<Row>[] {
  const appetites = APPETITES.map((value) => ({ value, label: value }))
  return [
    {
      key: 'feed',
      title: t('Корм и склад'),
      width: '27%',
      // a recorded value takes the place of the field
      span: ({ line }) => (fedOf(line) ? 4 : 1),
      cell: ({ line, faults }) => {
        const recorded = fedOf(line)
        if (recorded) return <Recorded record={recorded} icon="feed" />
        const { cage, draft } = line
        return (
          <CellChoice
            {...cellOf(round, line)('feed', t('Корм и склад'), faults.feed)}
            clearable
            value={`${draft.good}:${draft.stock}`}
            options={options}
            empty={goodById(round.goods.goods, draft.good)?.name ?? t('Корм и склад')}
            onChange={(key) => {
              const [good = '', stock = ''] = key.split(':')
              round.type(cage.id, { good, stock })
            }}
          />
        )
      },
    },
    {
      key: 'volume',
      title: t('Корм'),
      unit: t('кг'),
      number: true,
      cell: ({ line, faults }) => (
        <CellDecimal
          {...cellOf(round, line)('volume', t('Корм, кг'), faults.volume)}
          value={line.draft.volume}
          onChange={(volume) => round.type(line.cage.id, { volume })}
        />
      ),
    },
    {
      key: 'share',
      title: t('Доля'),
      unit: '%',
      number: true,
      cell: ({ line }) => {
        const { volume } = dueOf(line)
        return volume === null ? NOTHING : showNumber(shareOf(volume, line.cage), 2)
      },
    },
    {
      key: 'appetite',
      title: t('Аппетит'),
      cell: ({ line }) => (
        <CellChoice
          {...cellOf(round, line)('appetite', t('Аппетит'))}
          clearable
          value={line.draft.appetite}
          options={appetites}
          empty={NOTHING}
          onChange={(appetite) => round.type(line.cage.id, { appetite })}
        />
      ),
    },
  ]
}

function LossCell({ round, line, faults }: Row & { round: Round }) {
  const { t } = useTranslation()
  const { cage, draft, retreat } = line
  const cell = cellOf(round, line)
  if (retreat && isLive(retreat)) return <Recorded record={retreat} icon="bone" />
  return (
    <div className={styles.pair}>
      {cage.groups.length > 1 && (
        <CellChoice
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

/** What they died of, once somebody has counted them. */
function CauseCell({ round, line }: Row & { round: Round }) {
  const { t } = useTranslation()
  const { offered } = useLossCauses()
  if (dueOf(line).dead === null) return NOTHING
  return (
    <CellChoice
      {...cellOf(round, line)('cause', t('Причина'))}
      clearable
      value={line.draft.cause}
      options={offered}
      empty={NOTHING}
      onChange={(cause) => round.type(line.cage.id, { cause })}
    />
  )
}

const lastColumns = (round: Round, t: TFunction): EditColumn<Row>[] => [
  {
    key: 'count',
    title: t('Отход'),
    unit: t('шт'),
    number: true,
    cell: (row) => <LossCell {...row} round={round} />,
  },
  { key: 'cause', title: t('Причина'), width: '9%', cell: (row) => <CauseCell {...row} round={round} /> },
  {
    key: 'note',
    title: t('Примечание'),
    width: '9%',
    cell: ({ line: { cage, draft, note } }) =>
      note && isLive(note) ? (
        <Recorded record={note} icon="note" />
      ) : (
        <input
          className={styles.cellNote}
          aria-label={`${t('Примечание')}, ${cage.number}`}
          maxLength={2000}
          value={draft.note}
          onChange={(event) => round.type(cage.id, { note: event.currentTarget.value })}
        />
      ),
  },
  {
    key: 'skip',
    title: t('Пропустить'),
    hidden: true,
    cell: ({ line: { cage, skipped } }) => {
      const what = skipped ? t('Не пропускать') : t('Пропустить садок')
      return (
        <button
          type="button"
          className={styles.skip}
          aria-label={`${what}, ${cage.number}`}
          title={what}
          onClick={() => round.skip(cage.id, !skipped)}
        >
          <Icon name={skipped ? 'undo' : 'x'} size={16} />
        </button>
      )
    },
  },
]

function totalsOf(all: readonly Line[], t: TFunction) {
  const { lines, volume, dead } = sumOfLines(all)
  const sum = (pick: (line: Line) => number) => all.reduce((total, line) => total + pick(line), 0)
  return {
    cage: t('Итого'),
    fish: showCount(sum(({ cage }) => cage.count)),
    biomass: showKg(sum(({ cage }) => cage.weight)),
    yesterday: showAmount(sum(({ yesterday }) => yesterday?.volume ?? 0)),
    planned: showAmount(sum(({ planned }) => planned?.volume ?? 0)),
    today: showAmount(sum(({ given }) => given)),
    feed: t('{{rows}} из {{all}} садков', { rows: lines, all: all.length }),
    volume: volume > 0 ? showAmount(toKg(volume)) : NOTHING,
    share: '',
    count: dead > 0 ? `${showCount(dead)}${NBSP}${t('шт')}` : NOTHING,
    cause: '',
    note: '',
  }
}

interface TableProps {
  round: Round
  faults: ReadonlyMap<number, LineFaults>
  asked: ReadonlyMap<number, string>
}

const NO_FAULTS: LineFaults = {}

const stateOf = ({ line, faults, asked }: Row) => ({
  tone: line.skipped ? 'skipped' : toneOf(line),
  faults: [faults.feed, faults.volume, faults.count, refusalOf(line)].filter((text) => text !== undefined),
  asked,
})

/** All cages in the width of a desk. */
export function RoundTable({ round, faults, asked }: TableProps) {
  const { t } = useTranslation()
  const columns = useMemo(
    () => [...cageColumns(t), ...feedColumns(round, shelves(round, t), t), ...lastColumns(round, t)],
    [round, t],
  )
  return (
    <EditGrid
      className={styles.grid}
      label={t('Обход')}
      rows={round.lines.map((line) => ({
        line,
        faults: faults.get(line.cage.id) ?? NO_FAULTS,
        asked: asked.get(line.cage.id),
      }))}
      rowKey={({ line }) => line.cage.id}
      columns={columns}
      state={stateOf}
      totals={totalsOf(round.lines, t)}
    />
  )
}

import { useState } from 'react'
import { NBSP, showAmount, showCount, showNumber } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCan, useCompanySettings } from '../../web/session'
import { ChoiceButtons } from '../../web/ui/fields/choice-buttons'
import { cleanDecimal } from '../../web/ui/fields/decimal-text'
import { NextLot } from '../../core/documents/lots/lots.web'
import { APPETITES, goodById } from '../../core/documents/batch/feed-choices.web'
import { toMg } from '../../shared/numbers'
import { kgText } from '../../core/documents/fields/fish-math.web'
import { groupKey, groupName } from '../../core/documents/fields/form-model.web'
import { recall } from '../../core/documents/fields/goods.web'
import { PhotoChoice } from '../../core/documents/photos/photo-choice.web'
import { feedsOf } from '../../core/documents/recent/fed-feeds.contract'
import type { FedFeed } from '../../core/documents/recent/recent.contract'
import { Recorded } from './recorded.web'
import { PlannedButtons, PlannedRest } from './planned-buttons.web'
import { dueOf, type Line, type LineFaults } from './model/round-lines.web'
import { isLive, shareOf, stepOfFeed, stepped, type Draft } from './model/round-model.web'
import styles from './round-fields.module.css'
import { useLossCauses } from '../../core/documents/fields/loss-causes.web'
import { Block, Stepper } from './stepper.web'
import type { Round } from './state/use-round.web'

interface Props {
  round: Round
  line: Line
  faults: LineFaults
}

/** The fields of one cage: only what is due, and what was recorded in this round. */
export function CageFields(props: Props) {
  const { feeding, retreat, note, cage } = props.line
  const can = useCan()
  return (
    <>
      {feeding && isLive(feeding) ? (
        <>
          <Recorded record={feeding} icon="feed" />
          {can('create feedings') && <PlannedRest line={props.line} />}
        </>
      ) : (
        can('create feedings') && <Feed {...props} refused={feeding?.reason} />
      )}
      {retreat && isLive(retreat) ? (
        <Recorded record={retreat} icon="bone" />
      ) : (
        can('create retreats') && cage.count > 0 && <Loss {...props} refused={retreat?.reason} />
      )}
      {note && isLive(note) && <Recorded record={note} icon="note" />}
      <Words {...props} refused={note?.reason} />
    </>
  )
}

type FieldsWithRefusal = Props & { refused: string | undefined }

function Feed({ round, line, faults, refused }: FieldsWithRefusal) {
  const { t } = useTranslation()
  const { cage, draft, given } = line
  const [more, setMore] = useState(0)
  const type = (patch: Partial<Draft>) => round.type(cage.id, patch)
  const [yesterday, ...others] = line.yesterday ? feedsOf(line.yesterday) : []
  const asYesterday = ({ feed_type_id, stock_id, volume }: FedFeed) =>
    type({
      volume: kgText(toMg(volume)),
      ...(others.length > 0 && { good: String(feed_type_id), stock: String(stock_id) }),
    })
  const amount = dueOf(line).volume
  const share = amount === null ? null : `${showNumber(shareOf(amount, cage), 2)}${NBSP}% ${t('биомассы')}`
  if (given > 0 && amount === null && more !== cage.id && !refused)
    return (
      <Block icon="feed" title={t('Корм')}>
        <div className={styles.given}>
          <span>
            <Icon name="check" size={20} />
            {t('сегодня дано {{amount}} кг', { amount: showAmount(given) })}
          </span>
          <button type="button" onClick={() => setMore(cage.id)}>
            {t('Дать ещё')}
          </button>
        </div>
      </Block>
    )
  return (
    <>
      <Block icon="feed" title={t('Корм')} aside={share} fault={faults.volume ?? faults.feed ?? refused}>
        <Stepper
          label={t('Корм')}
          unit={t('кг')}
          value={draft.volume}
          invalid={faults.volume !== undefined}
          clean={(typed) => cleanDecimal(typed, 6)}
          onChange={(volume) => type({ volume })}
          onStep={(direction) => type({ volume: stepped(draft.volume, direction * stepOfFeed(draft.volume)) })}
        />
        <div className={styles.quick}>
          <PlannedButtons line={line} onChoose={type} />
          {yesterday && (
            <button type="button" onClick={() => asYesterday(yesterday)}>
              {t('Как вчера {{amount}}', { amount: showAmount(yesterday.volume) })}
            </button>
          )}
          {others.map((one) => (
            <button key={one.feed_type_id} type="button" onClick={() => asYesterday(one)}>
              {t('Вчера {{feed}} {{amount}}', {
                feed: goodById(round.goods.goods, String(one.feed_type_id))?.name ?? one.feed_type,
                amount: showAmount(one.volume),
              })}
            </button>
          ))}
          <button type="button" onClick={() => type({ volume: '' })}>
            {t('Не кормить')}
          </button>
        </div>
        <Source round={round} line={line} invalid={faults.feed !== undefined} onChoose={type} />
      </Block>
      <Block icon="stock" title={t('Аппетит')} aside={t('1 не берёт, 5 жадно')}>
        <div className={styles.appetite}>
          <ChoiceButtons
            label={t('Аппетит')}
            path="appetite"
            value={draft.appetite}
            options={APPETITES}
            onChange={(appetite) => type({ appetite: appetite === draft.appetite ? '' : appetite })}
          />
        </div>
      </Block>
    </>
  )
}

/** Feed and warehouse as one line; a touch opens the phone's own select. */
function Source({
  round,
  line: { cage, draft },
  invalid,
  onChoose,
}: Pick<Props, 'round' | 'line'> & { invalid: boolean; onChoose: (patch: Partial<Draft>) => void }) {
  const { t } = useTranslation()
  const { goods, stocks } = round.goods
  const places = goods.flatMap((good) =>
    [...stocks]
      .filter(([id]) => (good.stocks_count[id] ?? 0) > 0)
      .map(([id, name]) => ({ key: `${good.id}:${id}`, good, name, amount: good.stocks_count[id]! })),
  )
  const chosen = places.find(({ key }) => key === `${draft.good}:${draft.stock}`)
  // until the lists load, the remembered names are shown
  const memory = recall('feeding', cage.id)
  const remembered = memory.good === draft.good && memory.stock === draft.stock ? memory : undefined
  return (
    <>
      <label className={styles.source} data-invalid={invalid || undefined}>
        <span className={styles.sourceText}>
          <b>{chosen?.good.name ?? remembered?.goodName ?? t('Выберите корм и склад')}</b>
          {chosen && (
            <small>
              {chosen.name}, {showAmount(chosen.amount)}
              {NBSP}
              {t(chosen.good.measure_name)}
            </small>
          )}
        </span>
        <Icon name="down" size={20} />
        <select
          aria-label={t('Корм и склад')}
          aria-invalid={invalid || undefined}
          value={chosen?.key ?? ''}
          onChange={(event) => {
            const [good = '', stock = ''] = event.currentTarget.value.split(':')
            onChoose({ good, stock })
          }}
        >
          <option value="">{places.length > 0 ? t('Выберите корм и склад') : t('Корма нет ни на одном складе')}</option>
          {places.map(({ key, good, name, amount }) => (
            <option key={key} value={key}>
              {`${good.name} · ${name}, ${showAmount(amount)} ${t(good.measure_name)}`}
            </option>
          ))}
        </select>
      </label>
      <NextLot good={draft.good} stock={draft.stock} />
    </>
  )
}

function Loss({ round, line, faults, refused }: FieldsWithRefusal) {
  const { t } = useTranslation()
  const { cage, draft } = line
  const weightAllowed = useCompanySettings()['retreat-weight-allowed']
  const type = (patch: Partial<Draft>) => round.type(cage.id, patch)
  const dead = dueOf(line).dead
  const group = cage.groups.find((one) => groupKey(one) === draft.group)
  const there = group?.count ?? cage.count
  const becomes = dead === null ? null : showCount(there - dead)
  return (
    <Block
      icon="bone"
      title={t('Отход')}
      fault={faults.count ?? refused}
      aside={
        becomes === null ? (
          weightAllowed ? undefined : (
            `${showCount(there)}${NBSP}${t('шт')}`
          )
        ) : (
          <>
            {showCount(there)} → <b>{becomes}</b> {t('шт')}
          </>
        )
      }
    >
      {cage.groups.length > 1 && (
        <div className={styles.groups} role="group" aria-label={t('Генерация')}>
          {cage.groups.map((one) => (
            <button
              key={groupKey(one)}
              type="button"
              aria-pressed={groupKey(one) === draft.group}
              onClick={() => type({ group: groupKey(one) })}
            >
              {groupName(one)}
            </button>
          ))}
        </div>
      )}
      <Stepper
        label={t('Отход')}
        unit={t('шт')}
        whole
        value={draft.count}
        invalid={faults.count !== undefined}
        clean={(typed) => cleanDecimal(typed, 0)}
        onChange={(count) => type({ count })}
        onStep={(direction) => {
          const next = (dead ?? 0) + direction
          type({ count: next > 0 ? String(next) : '' })
        }}
      />
      {dead !== null && <Cause value={draft.cause} onChoose={(cause) => type({ cause })} />}
      {dead !== null && <PhotoChoice value={draft.photos ?? ''} onChange={(photos) => type({ photos })} />}
    </Block>
  )
}

/** What they died of; a touch opens the phone's own select. */
function Cause({ value, onChoose }: { value: string; onChoose: (cause: string) => void }) {
  const { t } = useTranslation()
  const { offered, none } = useLossCauses()
  return (
    <label className={styles.source}>
      <span className={styles.sourceText}>
        <small>{t('Причина')}</small>
        <b>{offered.find((one) => one.value === value)?.label ?? none}</b>
      </span>
      <Icon name="down" size={20} />
      <select aria-label={t('Причина')} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{none}</option>
        {offered.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  )
}

function Words({ round, line, refused }: FieldsWithRefusal) {
  const { t } = useTranslation()
  const { cage, draft } = line
  const [open, setOpen] = useState(false)
  if (!open && draft.note === '' && !refused)
    return (
      <button type="button" className={styles.addNote} onClick={() => setOpen(true)}>
        <Icon name="note" size={20} />
        {t('Примечание')}
      </button>
    )
  return (
    <Block icon="note" title={t('Примечание')} fault={refused}>
      <textarea
        className={styles.note}
        aria-label={t('Примечание')}
        rows={2}
        maxLength={2000}
        autoFocus={open}
        value={draft.note}
        onChange={(event) => round.type(cage.id, { note: event.currentTarget.value })}
      />
    </Block>
  )
}

/** The content of an operation's form: moment, cages, the kind's own fields, note, and what saving changes. */
import { useEffect, useMemo, useState, type ReactNode, type RefObject } from 'react'
import { showInstant } from '../../../shared/dates'
import { errorText, type ApiError } from '../../../web/api'
import { useConnectivity } from '../../../web/connectivity'
import { useTranslation } from '../../../web/i18n'
import { dataReadAt } from '../../../web/offline/list/data-read-at'
import { showCount } from '../../../web/format'
import { farmTimeOf, useCompanySettings, useUserSettings } from '../../../web/session'
import { FieldRow } from '../../../web/ui/fields/field'
import { NoteField } from '../../../web/ui/fields/text-fields'
import type { Form, Question } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { useCageColor } from '../../cages/cage-cache.web'
import { Balance, BalanceStack } from '../fields/balance.web'
import { useCageBalance } from './estimate/cage-balance.web'
import { CageFields } from './cage-fields.web'
import { useFitting, withCount } from './fitting.web'
import { useProblem } from '../fields/form-checks.web'
import { postsAny } from '../engine/kind-rules.contract'
import { documentSettings, previewEffect as previewEffectOf, formerOf, sentOf } from '../fields/preview-effect.web'
import { type Settings, type Target, type Values, type WeightUnit } from '../fields/form-model.web'
import { kinds, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'
import styles from './operation-form.module.css'
import { MomentFields } from '../fields/moment-fields.web'
import { FormPhotos } from './form-photos.web'
import { useQuestion } from './question.web'
import { OperationPreview, type PreviewTold } from './preview.web'
import { Refused } from './refused.web'

/** The last attempt to save that a ledger refused, and its values. */
export interface Saving {
  error: ApiError
  values: string
}

/** The unit of averages starts as on the module's map; changing it affects only the form. */
function useSettings(locationId: number | undefined): Settings {
  const [settings] = useUserSettings()
  const weightAllowed = useCompanySettings()['retreat-weight-allowed']
  const [own, setOwn] = useState<WeightUnit | null>(null)
  const usual = locationId === undefined ? undefined : settings['avg-weight-unit'][locationId]
  return { unit: own ?? usual ?? 'kg', setUnit: setOwn, weightAllowed }
}

/** Says what the balance without a network is based on. */
function Estimated() {
  const { t } = useTranslation()
  const read = dataReadAt()
  const time = read === null ? '' : showInstant(farmTimeOf(read))
  return (
    <NoteBox kind="warn" icon="wifi0">
      {t('Нет связи: остаток по данным на {{time}} и по записям, ждущим сети. Сервер проверит его при отправке.', {
        time,
      })}
    </NoteBox>
  )
}

/** What a page adds to the form in it. */
export interface PageParts {
  /** stands before the fields */
  lead?: ReactNode
  /** translated title for the part with the moment and its consequences */
  momentTitle?: string | undefined
}

interface BodyProps extends PageParts {
  form: Form<Values>
  kind: KindName
  target: Target
  /** there is room and content for two columns */
  split: boolean
  onReason: (reason: string | null) => void
  /** nothing stands in the way of what is typed */
  onClear: (clear: boolean) => void
  /** warnings about the currently typed values */
  question: RefObject<Question | null>
  /** the text of it, empty for none */
  onAsked: (text: string) => void
  saving: Saving | null
  /** as it is sent */
  sent: (values: Values) => Record<string, unknown>
  /** what saving would send when it changes the past; null otherwise, and while it cannot be sent */
  changing: Record<string, unknown> | null
}

/** The form's cages at its instant, the effect on them, and why it cannot be saved. */
function useWork({ form, kind, target, question, onAsked }: BodyProps, seen: PreviewTold) {
  const web = kindForms[kind]
  const { row, queued } = target
  const { values } = form
  // a record of this device may be stored already
  const own = row?.id ?? queued?.stored?.[0]
  const book = useCageBalance(values, web.cageKeys?.[0], own, queued?.n)
  const goal = useCageBalance(values, web.cageKeys?.[1], own, queued?.n)
  const settings = useSettings(book.cage?.location_id)
  const contract = kinds[kind]
  const previewEffect = (read: Values) => {
    const sent = sentOf(web, read, settings.weightAllowed)
    return previewEffectOf(contract, sent, [book, goal], documentSettings(settings.weightAllowed), formerOf(row))
  }
  const { changes } = previewEffect(values)
  const formerGoods = useMemo(() => {
    // what waits here or was stored from here is already in the numbers
    const counted = queued?.state === 'waiting' || queued?.stored ? queued.typed : null
    const former = row ? web.initial({ row }) : counted
    return former ? previewEffect(former).goods : []
  }, [row, queued])
  const problem = useProblem(contract, values, book, changes)
  question.current = useQuestion(form, kind, { settings, previewEffect, told: seen.doubts, row })
  const text = question.current?.text ?? ''
  useEffect(() => onAsked(text), [text, onAsked])
  const [goodsReason, block] = useState<string | null>(null)
  const shortage = problem?.field === 'count' ? problem.text : null
  return {
    problem,
    goodsReason,
    changes,
    fields: { form, book, target: goal, row, settings, previewEffect, formerGoods, shortage, block },
  }
}

/** The text of a refusal, and a number that would fit. */
function useRefused(
  { form, kind, target, saving, sent }: BodyProps,
  work: ReturnType<typeof useWork>,
  seen: PreviewTold,
) {
  const { t } = useTranslation()
  const { values } = form
  const saved = saving?.values === JSON.stringify(values) && !saving.error.errors ? saving.error : null
  const error = seen.refusal ?? saved
  const refusal = error?.refusal ?? (error ? undefined : (target.queued?.refusal ?? undefined))
  const short =
    work.problem?.field === 'count' ? work.changes.find(({ change }) => change && change.shortage > 0) : undefined
  const unit = t(values.volume === undefined ? 'шт' : 'кг')
  const { changes } = work
  const found = useFitting({ kind, id: target.row?.id ?? null, values, sent, refusal: error?.refusal, changes, unit })
  const all = short && short.stock.count > 0 ? withCount(values, short.stock.count) : null
  const fits = all
    ? { values: all, text: t('Взять всё, что есть: {{pieces}} шт', { pieces: showCount(short!.stock.count) }) }
    : found
  const fit = fits && { text: fits.text, apply: () => form.setValues(fits.values) }
  return { text: error ? errorText(error) : null, refusal, fit }
}

interface OutcomeProps extends Pick<BodyProps, 'form' | 'kind' | 'target'> {
  work: ReturnType<typeof useWork>
  refused: ReturnType<typeof useRefused>
}

/** What stands in the way, and the balance. */
function Outcome({ form, kind, target, work, refused }: OutcomeProps) {
  const { t } = useTranslation()
  const web = kindForms[kind]
  const { problem, changes, fields } = work
  const { book, target: goal, settings } = fields
  const offline = useConnectivity() === 'offline'
  // an edit is shown by its changes, which begin with the stored values
  const shown = target.row ? changes.filter(({ change }) => change && change.shortage > 0) : changes
  return (
    <>
      {problem && !problem.field && <NoteBox kind="danger">{problem.text}</NoteBox>}
      {(book.estimated || (offline && 'lines' in kinds[kind].fields)) && <Estimated />}
      {book.failed && (
        <NoteBox kind="warn">{t('Не удалось узнать остаток. Сохранить можно: сервер проверит сам.')}</NoteBox>
      )}
      <Refused {...refused} />
      {refused.text === null && (
        <BalanceStack>
          {shown.map((effect, index) => (
            <Balance
              key={index}
              effect={effect}
              rows={web.rows?.(effect.stock)}
              book={index === 0 ? book : goal}
              values={form.values}
              unit={settings.unit}
            />
          ))}
          {web.Balance && !target.row && <web.Balance {...fields} />}
        </BalanceStack>
      )}
    </>
  )
}

const NOT_SEEN: PreviewTold = { refusal: null, clear: false, doubts: [] }

export function OperationBody(props: BodyProps) {
  const { form, kind, target, split, onReason, onClear, changing, lead, momentTitle } = props
  const { t } = useTranslation()
  const web = kindForms[kind]
  const { row, queued } = target
  const [seen, setSeen] = useState(NOT_SEEN)
  const work = useWork(props, seen)
  const { problem, goodsReason, fields } = work
  const refused = useRefused(props, work, seen)
  const colorOf = useCageColor()
  const reason = problem?.fix ?? goodsReason ?? (seen.refusal && t('Так сохранить нельзя'))
  useEffect(() => onReason(reason), [reason, onReason])
  useEffect(() => onClear(seen.clear), [seen.clear, onClear])
  const note = !web.withoutNote && (
    <NoteField
      {...form.getInputProps('note')}
      label={t('Примечание')}
      placeholder={web.notePlaceholder && t(web.notePlaceholder)}
    />
  )
  const photos = <FormPhotos form={form} kind={kind} row={row} queued={queued} />
  const moment = (
    <FieldRow>
      <MomentFields form={form} />
    </FieldRow>
  )
  const outcome = <Outcome form={form} kind={kind} target={target} work={work} refused={refused} />
  // all consequences of an edit are shown beside its fields
  const beside = web.Aside !== undefined || row !== undefined
  const main = (
    <>
      {queued?.reason && <NoteBox kind="danger">{t('Не принята: {{reason}}', { reason: t(queued.reason) })}</NoteBox>}
      {lead}
      {!momentTitle && moment}
      <CageFields form={form} kind={kind} target={target} />
      <web.Fields {...fields} />
      {!web.Aside && note}
      {!web.Aside && photos}
      {!beside && outcome}
    </>
  )
  const aside = (
    <>
      {momentTitle && (
        <section className={styles.titled}>
          <h3>{momentTitle}</h3>
          {moment}
        </section>
      )}
      {web.Aside && <web.Aside {...fields} />}
      {web.Aside && note}
      {web.Aside && photos}
      {beside && outcome}
      {postsAny(kinds[kind]) && (
        <OperationPreview
          kind={kind}
          id={row?.id ?? null}
          values={problem || goodsReason ? null : changing}
          unit={fields.settings.unit}
          colorOf={colorOf}
          detailed={split}
          idle={split && row !== undefined && refused.text === null && !problem}
          onTold={setSeen}
        />
      )}
    </>
  )
  if (!split)
    return (
      <>
        {main}
        {aside}
      </>
    )
  return (
    <div className={styles.columns} data-halves={momentTitle !== undefined || undefined}>
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>{aside}</div>
    </div>
  )
}

/** The norms of a feed or of a brand: a tab for each season, the tools, and what should be known before one saves. */
import { useRef, useState, type ReactNode } from 'react'
import type { NormOwner } from '../../../core/feeding/norms.contract'
import { gapsOf, isMonthDay, showRange } from '../../../shared/feeding/year'
import type { NormGrid } from '../../../shared/feeding/norm-grid'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { useWriteGate } from '../../../web/session'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { GateButton } from '../../../web/ui/gate-button'
import { focusFirstError } from '../../../web/ui/form/form-errors'
import { confirm } from '../../../web/ui/overlay/confirm'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { Tabs } from '../../../web/ui/tabs'
import { blankGrid, tableText } from './norm-edit.web'
import { NormsBody } from './norms-body.web'
import { NormsImport } from './norms-import.web'
import { NormsNotes } from './norms-notes.web'
import { NormsTools } from './norms-tools.web'
import { TakeWindow, VersionsWindow } from './norms-windows.web'
import { type Norms, useNorms } from './use-norms.web'
import classes from './norms.module.css'

interface BoardProps {
  owner: NormOwner
  name: string
  /** beside the tools */
  head: ReactNode
  /** of a feed: the brand whose norms are offered first */
  brand?: number | null
}

type Opened = 'upload' | 'take' | 'versions' | null

const rangeOf = ({ from, to }: NormGrid) => {
  const [first, last] = [from, to].map(({ day, month }) => ({ day: Number(day), month: Number(month) }))
  return isMonthDay(first!) && isMonthDay(last!) ? { from: first!, to: last! } : null
}

/** Parts of the year that no set holds. */
function gapsIn(grids: readonly NormGrid[]): string[] {
  const ranges = grids.map(rangeOf).filter((range) => range !== null)
  return ranges.length === grids.length && ranges.length > 0 ? gapsOf(ranges).map(showRange) : []
}

/** What the buttons do with the set of the current tab. */
function useNormActions(norms: Norms, open: (opened: Opened) => void) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState(0)
  const { grids, editing, edit } = norms
  const current = Math.min(tab, Math.max(0, (grids?.length ?? 0) - 1))
  const create = () => {
    const next = [...(grids ?? []), blankGrid()]
    if (editing) edit.change(next)
    else norms.begin(next)
    setTab(next.length - 1)
  }
  const remove = async () => {
    if (!grids || !(await confirm(t('Удалить выбранные нормы кормления?')))) return
    const rest = grids.filter((_, index) => index !== current)
    if (editing) edit.change(rest)
    else if (await norms.put(rest)) notifySuccess(t('Нормы кормления обновлены'))
  }
  const save = async () => {
    const fault = await norms.save()
    if (!fault) return
    setTab(fault.set)
    // in a narrow cell its message is read whole once one stands in it
    focusFirstError(box.current)
  }
  const upload = async () => {
    const asked = { danger: false, yes: t('Выбрать файл') }
    if (!grids?.length || (await confirm(t('Загрузить новые нормы кормления?'), asked))) open('upload')
  }
  const copy = async () => {
    const titles = {
      min: t('Навеска от, г'),
      max: t('Навеска до, г'),
      fcr: t('Кормовой коэффициент'),
      coefficient: t('Температурный коэффициент'),
    }
    await navigator.clipboard.writeText(tableText(grids![current]!, titles))
    notifySuccess(t('Таблица скопирована: её можно вставить в Excel'))
  }
  return {
    box,
    current,
    setTab,
    onCreate: create,
    onDelete: () => void remove(),
    onSave: () => void save(),
    onUpload: () => void upload(),
    onCopy: () => void copy(),
  }
}

/** Mount it anew for another owner. */
export function NormsBoard({ owner, name, head, brand = null }: BoardProps) {
  const norms = useNorms(owner)
  const gate = useWriteGate('access library')
  const [opened, open] = useState<Opened>(null)
  const { box, current, setTab, ...actions } = useNormActions(norms, open)
  const onTake = owner.kind === 'feed' ? () => open('take') : undefined
  const { latest, newest } = norms
  const frameOf = (window: Opened) => ({ opened: opened === window, onClose: () => open(null) })
  return (
    <div ref={box} className={classes.card}>
      <div className={classes.bar}>
        {head}
        <div className={classes.tools}>
          <NormsTools
            {...actions}
            owner={owner}
            name={name}
            norms={norms}
            gate={gate}
            onTake={onTake}
            onVersions={() => open('versions')}
          />
        </div>
      </div>
      <NormsNotes norms={norms} gaps={gapsIn(norms.grids ?? [])} gate={gate} />
      <Sets
        norms={norms}
        current={current}
        onTab={setTab}
        onSave={actions.onSave}
        none={<FirstNorms gate={gate} {...actions} onTake={onTake} />}
      />
      <NormsImport
        {...frameOf('upload')}
        owner={owner}
        name={name}
        version={latest}
        onMend={(typed) => norms.begin(typed, true)}
        onLoaded={() => setTab(0)}
      />
      {onTake && <TakeWindow {...frameOf('take')} feed={owner} version={latest} brand={brand} />}
      <VersionsWindow {...frameOf('versions')} versions={newest.data?.versions ?? []} onOpen={norms.showVersion} />
    </div>
  )
}

interface FirstProps {
  gate: string | null
  onCreate: () => void
  onUpload: () => void
  onTake: (() => void) | undefined
}

/** The ways to the first norms. */
function FirstNorms({ gate, onCreate, onUpload, onTake }: FirstProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.switches}>
      <GateButton reason={gate} onClick={onCreate}>
        {t('Создать')}
      </GateButton>
      <GateButton icon="xls" variant="default" reason={gate} onClick={onUpload}>
        {t('Загрузить нормы кормления')}
      </GateButton>
      {onTake && (
        <GateButton icon="copy" variant="default" reason={gate} onClick={onTake}>
          {t('Взять нормы у марки')}
        </GateButton>
      )}
    </div>
  )
}

interface SetsProps {
  norms: Norms
  current: number
  onTab: (index: number) => void
  onSave: () => void
  /** the next steps where there are no norms */
  none: ReactNode
}

function Sets({ norms, current, onTab, onSave, none }: SetsProps) {
  const { t } = useTranslation()
  const { grids, shown, editing, edit, faults, stored } = norms
  if (!grids) {
    if (shown.error) return <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
    return <RowSkeletons rows={8} />
  }
  if (grids.length === 0)
    return <EmptyState icon="feed" text={t('Норм кормления для данного корма не найдено.')} action={!editing && none} />
  const titleOf = (grid: NormGrid, index: number) => {
    const range = rangeOf(grid)
    const title = range ? showRange(range) : t('Новый период')
    return faults.some(({ set }) => set === index) ? `${title} ⚠` : title
  }
  const tabs = Object.fromEntries(grids.map((grid, index) => [String(index), titleOf(grid, index)]))
  const change = (grid: NormGrid, tag?: string) =>
    edit.change(
      grids.map((one, index) => (index === current ? grid : one)),
      tag === undefined ? null : `${current}.${tag}`,
    )
  return (
    <div className={classes.sets}>
      <Tabs label={t('Периоды')} tabs={tabs} current={String(current)} onChoose={(key) => onTab(Number(key))}>
        <NormsBody
          key={current}
          grid={grids[current]!}
          stored={stored?.[current]}
          faults={faults.filter(({ set }) => set === current)}
          edit={editing ? { change, undo: edit.undo, redo: edit.redo, save: onSave } : null}
        />
      </Tabs>
    </div>
  )
}

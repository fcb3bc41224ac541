import { useCallback, type ReactNode } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import type { Column } from '../../../shared/columns'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { usePhone } from '../../../web/ui/use-phone'
import { NotFound } from '../../../web/layout/not-found'
import type { PageProps } from '../../../web/router/router'
import { WaitingRows } from '../../../web/offline/list/waiting-rows'
import { JournalPage, type JournalPageProps } from '../../../web/pages/journal-page'
import { useWriteGate } from '../../../web/session'
import { useCages, useLocations } from '../../cages/cage-cache.web'
import { recordKinds, type BatchName } from '../form/estimate/batch-names.web'
import type { OperationRow } from '../fields/form-model.web'
import { contractOf, kinds, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'
import { openOperation } from '../form/operation.web'
import { goodsText } from '../fields/lines/goods-document.web'
import { PhotoMark } from '../photos/photo-mark.web'
import { DocumentLines, allGoods } from '../reading/document-lines.web'
import { openDocument, useOpenDocument } from '../open/open-document.web'
import { useDocumentFilters } from './document-filters.web'
import { GoodsCell } from './goods-cell.web'
import { useRowActions } from './row-actions.web'
import { whyCell } from '../why/why-cell.web'
import { openWhy } from '../why/why.web'
import { SentBy } from './sent-by.web'
import { DoubledMark } from '../twins/doubled.web'

const names = Object.keys(kinds) as KindName[]

/** The journal of the kind that the address names. */
export function OperationJournal({ params }: PageProps) {
  const kind = names.find((name) => kinds[name].path === params.path)
  return kind ? <Journal key={kind} kind={kind} /> : <NotFound />
}

/** Of many cages at once as well. */
const waitingKinds = (kind: KindName): string[] =>
  kind in recordKinds ? [kind, recordKinds[kind as BatchName]] : [kind]

/** The journal of one kind, on whatever page. */
export function Journal({ kind, above }: { kind: KindName } & Pick<JournalPageProps<OperationRow>, 'above'>) {
  const { path, journal, columns, list } = contractOf(kind)
  const { emptyText } = kindForms[kind]
  const rowActions = useRowActions(kind)
  return (
    <>
      <WaitingRows kinds={waitingKinds(kind)} />
      <JournalPage<OperationRow>
        title={journal}
        name={`${path}-journal`}
        columns={columns}
        list={list}
        emptyText={emptyText}
        locations={useLocations()}
        cages={useCages()}
        placeless={!kindForms[kind].cageKeys}
        filters={useDocumentFilters(kind)}
        above={above}
        rowActions={rowActions}
        {...useLines(kind)}
        selectedId={useOpenDocument()}
        onRowClick={({ id }) => openDocument(id)}
        {...slotsOf(kind)}
        actions={<Record kind={kind} beside />}
        emptyAction={<Record kind={kind} />}
      />
    </>
  )
}

/** For documents with lines: as many goods as fit into the row, all of them below it. */
export function useLines(kind: KindName) {
  const { t } = useTranslation()
  const told = useCallback((row: OperationRow) => ('goods' in row ? { ...row, goods: allGoods(row, t) } : row), [t])
  const { columns, goodKind } = contractOf(kind)
  if (!columns.some(({ key }) => LINED.has(key))) return { told }
  return {
    told,
    renderCell: (row: OperationRow, { key }: Column) =>
      key === 'goods' ? <GoodsCell short={goodsText(row, t)} all={String(row.goods)} /> : undefined,
    unfold: (row: OperationRow) => (
      <DocumentLines row={row} kind={typeof goodKind === 'string' ? goodKind : undefined} />
    ),
  }
}

/** The columns that sum up lines. */
const LINED = new Set(['goods', 'to', 'differences'])

/** Links of a row's numbers to their explanation, and a mark for a row that another device recorded as well. */
function slotsOf(kind: KindName) {
  const { wrapCell, ...why } = whySlots(kind)
  const [first] = contractOf(kind).columns
  return {
    ...why,
    wrapCell: (row: OperationRow, column: Column, look: ReactNode) => {
      const cell = wrapCell?.(row, column, look) ?? look
      if (row.sent_by && column.key === 'user') return <SentBy name={String(row.sent_by)}>{cell}</SentBy>
      if (column.key !== first?.key) return cell
      const pictured = <PhotoMark row={row}>{cell}</PhotoMark>
      return row.doubled ? <DoubledMark>{pictured}</DoubledMark> : pictured
    },
  }
}

/** Numbers of operations that move fish link to the entries of their group at that moment. */
function whySlots(kind: KindName): Pick<JournalPageProps<OperationRow>, 'wrapCell' | 'onRowClick'> {
  const { cageKeys } = kindForms[kind]
  if (!kinds[kind].effect || !cageKeys) return {}
  const targetOf = (row: OperationRow) => ({
    cageId: Number(row[cageKeys[0]]),
    groupId: (row.group_id ?? null) as number | null,
    at: row.datetime,
    rowId: row.id,
  })
  return {
    // a row that tells of no growth changed no fish
    wrapCell: (row: OperationRow, column: Column, look: ReactNode) =>
      row.growth === null ? look : whyCell(row, column, look, targetOf(row)),
    ...(!contractOf(kind).columns.some(({ key }) => key === 'growth') && {
      onRowClick: (row: OperationRow) => openWhy({ ...targetOf(row), about: 'weight' }),
    }),
  }
}

/** Beside the title of the table (`beside`) there is less room than in an empty one. */
function Record({ kind, beside = false }: { kind: KindName; beside?: boolean }) {
  const { t } = useTranslation()
  const title = t(kindForms[kind].record)
  const phone = usePhone()
  const refused = useWriteGate(contractOf(kind).ability)
  const gate = {
    'data-disabled': refused ? true : undefined,
    'aria-disabled': refused !== null,
    title: refused ?? undefined,
    onClick: () => void (refused === null && openOperation(kind)),
  }
  if (beside && phone)
    return (
      <ActionIcon {...gate} size={48} aria-label={title}>
        <Icon name="plus" />
      </ActionIcon>
    )
  return (
    <Button {...gate} variant="default" size={beside ? 'xs' : undefined} leftSection={<Icon name="plus" size={16} />}>
      {title}
    </Button>
  )
}

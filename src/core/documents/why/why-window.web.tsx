/**
 * The window «Почему столько?», on a wide screen a panel beside the page: what set the number, the group's entries with
 * running balances, and their sums.
 */
import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { dayOf, showDay, showInstant } from '../../../shared/dates'
import type { AnswerOf } from '../../../shared/contract'
import { call } from '../../../web/api'
import { NBSP, showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useOpenWindow } from '../../../web/ui/overlay/open-windows'
import { useUserSettings } from '../../../web/session'
import { CagePill } from '../../../web/ui/cage-pill'
import { ErrorState } from '../../../web/ui/error-state'
import { SelectField } from '../../../web/ui/fields/select-field'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { WindowHead } from '../../../web/ui/overlay/window'
import { useOpened } from '../../../web/ui/overlay/use-opened'
import { usePhone } from '../../../web/ui/use-phone'
import { useCage } from '../../cages/cage-cache.web'
import { groupName, type Group, type WeightUnit } from '../fields/form-model.web'
import { WhyAnswer } from './why-answer.web'
import { whyCall } from './why.contract'
import { WhyEntries, WhyTrend } from './why-entries.web'
import { WhySums } from './why-sums.web'
import type { WhyTarget } from './why.web'
import styles from './why-window.module.css'
import shared from '../../../web/styles/shared.module.css'

type Page = AnswerOf<typeof whyCall>
type Cursor = Page['next']

/** Pages from new to old; the next one is fetched on demand. */
function useStory({ cageId, at }: WhyTarget, group: number | null) {
  const input = { id: cageId, ...(group !== null && { group_id: group }), ...(at && { date: at }) }
  return useInfiniteQuery({
    queryKey: [whyCall.path, input],
    queryFn: ({ pageParam, signal }) => call(whyCall, { ...input, ...pageParam }, { quiet: true, signal }),
    initialPageParam: null as Cursor,
    getNextPageParam: (page: Page) => page.next,
    meta: { reads: whyCall.reads, kept: true },
  })
}

/** The groups with fish, and the one that is looked at. */
const offered = (groups: Group[], chosen: number | null): Group[] =>
  groups.filter(({ id, count }) => count > 0 || id === chosen)

interface WhyWindowProps {
  target: WhyTarget
  opened: boolean
  onClose: () => void
}

export function WhyWindow({ target, opened, onClose }: WhyWindowProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const beside = useMediaQuery('(min-width: 90em)', false, { getInitialValueInEffect: false })
  // a panel beside the page bars no way
  useOpenWindow(opened, onClose, { passes: beside })
  // a panel traps no focus, but takes it when it opens
  const take = useCallback((button: HTMLButtonElement | null) => button?.focus({ preventScroll: true }), [])
  const cage = useCage(target.cageId)
  const moment = target.at && (target.at.includes('T') ? showInstant(target.at) : showDay(dayOf(target.at)))
  return (
    <Drawer.Root
      opened={useOpened(opened)}
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '94%' : 540}
      closeOnEscape={false}
      trapFocus={!beside}
      lockScroll={!beside}
      classNames={{ content: styles.window, inner: beside ? styles.beside : undefined }}
    >
      {!beside && <Drawer.Overlay />}
      <Drawer.Content data-beside={beside || undefined}>
        <WindowHead
          of={Drawer}
          icon="why"
          closeRef={beside ? take : undefined}
          title={
            <span className={styles.title}>
              <span className={styles.ask}>{t('Почему столько?')}</span>
              <CagePill number={cage?.number ?? ''} color={cage?.color} />
              <span>{t('Садок {{number}}', { number: cage?.number ?? '' })}</span>
              {moment && <span className={styles.quiet}>{t('на {{date}}', { date: moment })}</span>}
            </span>
          }
        />
        <Story target={target} />
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Story({ target }: { target: WhyTarget }) {
  const { t } = useTranslation()
  const [group, setGroup] = useState(target.groupId ?? null)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useStory(target, group)
  const [settings] = useUserSettings()
  const cage = useCage(target.cageId)
  const unit: WeightUnit = settings['avg-weight-unit'][String(cage?.location_id)] ?? 'kg'
  const first = data?.pages[0]
  if (error && !first) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!first) return <RowSkeletons rows={8} height={44} />
  const chosen = first.groups.find(({ id }) => id === first.group_id)
  const rows = data.pages.flatMap((page) => page.rows)
  if (!chosen) return <p className={styles.nothing}>{t('В садке ещё не было рыбы.')}</p>
  return (
    <div className={styles.body}>
      <Groups groups={offered(first.groups, first.group_id)} chosen={chosen} onChoose={setGroup} />
      <WhyTrend rows={rows} about={target.about} unit={unit} />
      <WhyAnswer about={target.about} group={chosen} last={first.last} cageId={target.cageId} unit={unit} />
      {rows.length > 0 && <WhySums rows={rows} />}
      {rows.length === 0 ? (
        <p className={styles.nothing}>{t('На это время в группе ещё не было рыбы.')}</p>
      ) : (
        <WhyEntries rows={rows} target={target} unit={unit} />
      )}
      {hasNextPage && (
        <Button
          variant="default"
          className={styles.more}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          leftSection={<Icon name="down" size={16} />}
        >
          {t('Показать раньше')}
        </Button>
      )}
    </div>
  )
}

interface GroupsProps {
  groups: Group[]
  chosen: Group
  onChoose: (id: number) => void
}

function Groups({ groups, chosen, onChoose }: GroupsProps) {
  const { t } = useTranslation()
  if (groups.length < 2) return <div className={shared.small}>{groupName(chosen)}</div>
  const option = (group: Group) => ({
    value: group.id,
    label: groupName(group),
    hint: `${showCount(group.count)}${NBSP}${t('шт')}`,
  })
  return (
    <SelectField
      label={t('Группа рыбы')}
      data={groups.map(option)}
      value={chosen.id}
      onChange={(id) => id && onChoose(Number(id))}
    />
  )
}

import type { ReactNode } from 'react'
import type { LocationRow } from '../../core/cages/cage.contract'
import { WHOLE_FARM } from '../../core/cages/current-module.web'
import { ModuleCards, ModuleCardsError, ModuleCardsSkeleton } from '../../core/cages/modules.web'
import { usePlanShare } from '../../core/documents/recent/recent.web'
import { lazyPart } from '../../web/lazy'
import { HistoryBar } from './controls/history.web'
import { TransferBar } from './controls/transfer-mode.web'
import type { MainPageModel } from './controls/use-main-page.web'
import { MapCard } from './map-card.web'
import { MapCover } from './map/map-cover.web'
import { NowStrip, NowStripSkeleton } from './now-strip.web'

const LayoutBar = lazyPart(
  () => import('./map/layout-bar.web').then((module) => module.LayoutBar),
  () => <NowStripSkeleton />,
)

/** Of the shown module; for the whole farm the latest readings. */
function waterOf(locations: readonly LocationRow[], current: MainPageModel['current']): LocationRow['water'] {
  const measured = locations.filter(({ id, water }) => water && (current === WHOLE_FARM || id === current))
  return measured.sort((one, other) => other.water!.datetime.localeCompare(one.water!.datetime))[0]?.water ?? null
}

/** The bar between tabs and water: the past, a transfer in progress, or now. Its height is constant. */
function MomentBar({ page }: { page: MainPageModel }) {
  const { transfer, layout, history, farm, filter } = page
  const plan = usePlanShare(page.cages)
  if (layout.on) return <LayoutBar layout={layout} cages={page.cages} />
  if (transfer.from) return <TransferBar from={transfer.from} onCancel={transfer.cancel} />
  if (history.day) return <HistoryBar history={history} />
  if (farm.loading || farm.error) return <NowStripSkeleton />
  return (
    <NowStrip
      strip={page.strip}
      totals={page.totals}
      plan={plan}
      water={waterOf(farm.locations, page.current)}
      weighingAge={page.moment.weighingAge}
      picked={filter.picked}
      onPick={filter.pick}
    />
  )
}

/** Modules, the map of one, and its table. */
export function WidePage({ page, table }: { page: MainPageModel; table: ReactNode }) {
  const { farm, history, current, setCurrent, windows } = page
  return (
    <>
      {farm.error ? (
        <ModuleCardsError onRetry={farm.retry} />
      ) : farm.loading ? (
        <ModuleCardsSkeleton />
      ) : (
        <ModuleCards
          cages={farm.cages}
          locations={farm.locations}
          current={current}
          history={history.day !== null}
          onChoose={setCurrent}
        />
      )}
      <MapCard
        cages={farm.cages}
        locations={farm.locations}
        barges={farm.barges}
        current={current}
        onModule={setCurrent}
        settings={page.settings}
        moment={page.moment}
        typed={page.filter.typed}
        onTyped={page.filter.type}
        shown={page.filter.shown}
        selectedId={page.selectedId}
        onSelect={page.setSelectedId}
        wanted={page.wanted}
        transfer={page.transfer}
        layout={page.layout}
        layoutReason={page.layoutReason}
        chosen={page.filter.chosen}
        onChosen={page.filter.choose}
        actions={page.actions}
        bar={<MomentBar page={page} />}
        cover={
          <MapCover
            loading={farm.loading}
            error={farm.error}
            onRetry={farm.retry}
            empty={page.cages.length === 0}
            onCreate={windows.create}
          />
        }
      />
      {table}
    </>
  )
}

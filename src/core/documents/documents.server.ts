/** The routes of documents: those of every kind, and those over all kinds. */
import { sql } from 'kysely'
import { route, type Route } from '../../server/http/route'
import { balanceRoute } from './engine/write/balance.server'
import { batchRoutes } from './batch/batch.server'
import { categoryRoute } from './kinds/category-change/category-change.server'
import { kindServers, registry } from './kinds/kinds.server'
import { operationRoutes } from './engine/write/operations.server'
import { previewRoutes } from './engine/write/preview.server'
import { photoRoutes } from './photos/photos.server'
import { productPeriodRoutes } from './lots/product-periods.server'
import { lotRoutes } from './lots/lot-lists.server'
import { readingRoutes } from './reading/reading.server'
import { recentRoutes } from './recent/recent.server'
import { restoreRoute } from './restore.server'
import { twinRoutes } from './twins/twins.server'
import { whyRoute } from './why/why.server'
import { sheetCall } from './kinds/stocktake/stocktake.contract'
import { stockSheet } from './kinds/stocktake/stocktake.server'
import { spendingNamesRoute } from './kinds/spending/spending.server'
import { reasonsCall } from './kinds/withdrawal/withdrawal.contract'

export const documentRoutes: Route[] = [
  ...Object.values(kindServers).flatMap((kind) => [
    ...operationRoutes(kind, registry),
    ...previewRoutes(kind, registry),
    restoreRoute(kind, registry),
  ]),
  categoryRoute(registry),
  balanceRoute(registry),
  ...batchRoutes(registry),
  ...readingRoutes,
  ...photoRoutes,
  ...recentRoutes,
  ...twinRoutes,
  whyRoute(registry),
  route(sheetCall, stockSheet),
  spendingNamesRoute,
  ...lotRoutes(registry.lots),
  ...productPeriodRoutes(registry.lots),
  route(reasonsCall, async (_, { tx, company }) => ({
    withdrawal: await tx.rows<{ id: string; name: string }>(
      sql`select code as id, name from withdrawal_reasons where company_id = ${company.id} order by position`,
    ),
  })),
]

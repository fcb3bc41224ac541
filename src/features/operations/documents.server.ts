/** The routes of documents: those of every kind, and those over all kinds. */
import { sql } from 'kysely'
import { route, type Route } from '../../server/http/route'
import { balanceRoute } from './balance.server'
import { batchRoutes } from './batch/batch.server'
import { categoryRoute } from './category-change.server'
import { kindServers, registry } from './kinds.server'
import { operationRoutes } from './operations.server'
import { previewRoutes } from './preview.server'
import { recentRoutes } from './recent/recent.server'
import { restoreRoute } from './restore.server'
import { whyRoute } from './why.server'
import { addingRoutes } from '../warehouse/goods/adding.server'
import { reasonsCall } from './withdrawal/withdrawal.contract'

export const documentRoutes: Route[] = [
  ...Object.values(kindServers).flatMap((kind) => [
    ...operationRoutes(kind, registry),
    ...previewRoutes(kind, registry),
    restoreRoute(kind, registry),
  ]),
  categoryRoute(registry),
  balanceRoute(registry),
  ...batchRoutes(registry),
  ...recentRoutes,
  whyRoute(registry),
  ...addingRoutes,
  route(reasonsCall, async (_, { tx, company }) => ({
    withdrawal: await tx.rows<{ id: string; name: string }>(
      sql`select code as id, name from withdrawal_reasons where company_id = ${company.id} order by position`,
    ),
  })),
]

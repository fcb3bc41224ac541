import type { Route } from '../../../server/http/route'
import { downloadRoutes } from './plan-download.server'
import { planFact } from './plan-fact.server'
import { readingRoutes } from './plan-reading.server'
import { savingRoutes } from './plan-saving.server'
import { proposalRoutes } from './proposals.server'

export const planRoutes: Route[] = [...readingRoutes, ...proposalRoutes, ...savingRoutes, planFact, ...downloadRoutes]

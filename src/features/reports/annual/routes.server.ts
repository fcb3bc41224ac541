import { route, type Route } from '../../../server/http/route'
import { annualCalls } from './annual.contract'
import { annualFile } from './annual-file.server'
import { annualReport } from './annual.server'
import { closingRoutes } from './closing.server'
import { fishWorthRoute } from './fish-worth.server'
import { goodsBalance } from './goods-balance.server'

export const annualRoutes: Route[] = [
  route(annualCalls.report, annualReport),
  route(annualCalls.balance, ({ year, method }, context) => goodsBalance(context, year, method)),
  fishWorthRoute,
  ...closingRoutes,
  annualFile,
]

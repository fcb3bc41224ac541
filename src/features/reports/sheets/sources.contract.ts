/** Every report page as sheets. */
import type { SheetSource } from '../../../core/reports/sheets/source.contract'
import { annualSource } from './annual-sheets.contract'
import { consolidatedSources } from './consolidated-sheets.contract'
import { fishSources } from './fish-sheets.contract'
import { goodsSources } from './goods-sheets.contract'
import { officialSources } from './official-sheets.contract'
import { planSource } from './plan-sheets.contract'
import { seriesSources } from './series-sheets.contract'

export const reportSources: readonly SheetSource[] = [
  ...seriesSources,
  ...consolidatedSources,
  annualSource,
  planSource,
  ...goodsSources,
  ...fishSources,
  ...officialSources,
]

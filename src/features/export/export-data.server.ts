/** A person's export has what the modules and warehouses of theirs have. */
import { EXPORT_KEYS } from '../../core/export/export.contract'
import { checkPeriod, exportFile } from '../../core/export/export.server'
import { languageOf } from '../../server/language'
import { fileRoute, type Route } from '../../server/http/route'
import { exportCalls } from './export-data.contract'

/** Of one file; all operations of a farm lie within. */
const MAX_YEARS = 50

const data = fileRoute(exportCalls.data, async ({ start, end, data: wanted, format }, context) => {
  const { company, user, request } = context
  checkPeriod({ start, end }, MAX_YEARS * 366)
  const keys = EXPORT_KEYS.filter((key) => wanted.length === 0 || wanted.includes(key))
  const { id, name, time_zone, now } = company
  const asked = { company: id, company_name: name, time_zone, now, limits: user, start, end }
  return exportFile({ ...asked, keys, format, language: languageOf(request) })
})

export const exportRoutes: Route[] = [data]

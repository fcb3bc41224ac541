/** The farm's data as a file, for a person of the farm. */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'
import { EXPORT_FORMATS, exportInput } from '../../core/export/export.contract'

export const exportCalls = {
  data: endpoint({
    method: 'GET',
    path: '/export-data-xml',
    ability: 'export data',
    area: 'admin',
    summary: 'Выгрузка данных хозяйства за период: XML по схеме, книга Excel или файлы CSV; без data — все части',
    download: true,
    slow: true,
    input: z.object({ ...exportInput, format: f.oneOf(EXPORT_FORMATS).optional().default('xml') }),
    answer: z.string(),
  }),
}

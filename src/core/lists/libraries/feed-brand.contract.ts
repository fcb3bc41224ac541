import * as z from 'zod'
import { library } from '../kit/library-kit.contract'
import { name, nameColumn, nameField } from '../kit/usual-fields.contract'

export const feedBrandLibrary = library({
  model: 'feed_brand',
  table: 'feed_brands',
  archive: true,
  missing: 'Марка не найдена.',
  uses: [['goods', 'feed_brand_id', 'Марку нельзя удалить: она указана у корма.']],
  reads: ['goods'],
  ability: 'manage feedbrands',
  title: 'Марки кормов',
  singular: 'Марка кормов',
  one: 'марку',
  route: 'feedbrands',
  fields: { ...name },
  row: { name: z.string() },
  columns: [nameColumn('Марка')],
  form: [nameField],
})

/** The same list under the path that forms of feeds use. */
export const feedBrandsCall = { ...feedBrandLibrary.list, path: '/feed-brands', area: 'warehouse' }

import * as z from 'zod'
import { library } from '../kit/library-kit.contract'
import { name, nameColumn, nameField } from '../kit/usual-fields.contract'

export const speciesLibrary = library({
  model: 'species',
  table: 'species',
  archive: true,
  missing: 'Вид рыбы не найден.',
  uses: [['generations', 'species_id', 'Вид рыбы нельзя удалить: у него есть генерации.']],
  title: 'Виды рыбы',
  singular: 'Вид рыбы',
  one: 'вид рыбы',
  route: 'species',
  fields: { ...name },
  row: { name: z.string() },
  columns: [nameColumn('Вид рыбы')],
  form: [nameField],
})

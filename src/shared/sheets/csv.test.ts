import { expect, test } from 'vitest'
import type { Column } from '../columns'
import { csvOf, csvStyle } from './csv'

const columns: Column[] = [
  { key: 'name', title: 'Название', type: 'text' },
  { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг' },
  { key: 'at', title: 'Время', type: 'datetime' },
]
const rows = [
  { id: 1, name: 'Корм; 4 мм "Актив"', weight: 1234.5, at: '2026-11-26T08:05' },
  { id: 2, name: '=1+1', weight: -2, at: null },
]
const sheet = { title: 'Т', subtitle: 'Склад: Баржа', columns, rows, average: 'kg' as const, translate: String }

test("columns are parted as the person's spreadsheet parts them, a text is never a formula", () => {
  expect(csvOf({ ...sheet, footer: { weight: 1232.5 } }, csvStyle('ru'))).toBe(
    '\uFEFFНазвание;Вес, кг;Время\r\n' + '"Корм; 4 мм ""Актив""";1234,5;26.11.2026 08:05\r\n' + "'=1+1;-2;\r\n",
  )
  expect(csvOf({ ...sheet, subtitle: undefined }, csvStyle('en'))).toBe(
    '\uFEFFНазвание,"Вес, кг",Время\r\n' + '"Корм; 4 мм ""Актив""",1234.5,26.11.2026 08:05\r\n' + "'=1+1,-2,\r\n",
  )
})

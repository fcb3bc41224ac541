import { expect, test } from 'vitest'
import { optionalInn, optionalKpp } from './requisites'

test('a tax number has ten or twelve digits, the last of which follow from the others', () => {
  // the control digits of these were worked out by hand
  for (const right of ['7830002293', '500100732259', ' 7707083893 '])
    expect(optionalInn().parse(right)).toBe(right.trim())
  for (const wrong of ['7830002294', '500100732258', '783000229', '78300022933', '7830OO2293', 7830002293])
    expect(optionalInn().safeParse(wrong).success, String(wrong)).toBe(false)
  for (const nothing of ['', ' ', null, undefined]) expect(optionalInn().parse(nothing)).toBeNull()
})

test('a code of registration has nine signs, the fifth and sixth of which may be letters', () => {
  for (const right of ['783001001', '7830AZ001']) expect(optionalKpp().parse(right)).toBe(right)
  for (const wrong of ['78300100', '7830010011', 'A83001001'])
    expect(optionalKpp().safeParse(wrong).success).toBe(false)
})

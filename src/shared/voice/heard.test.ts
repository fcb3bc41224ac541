/** What people say at a cage, and what stands in the round after it. */
import { describe, expect, it } from 'vitest'
import { hear, type NamedCage } from './heard'

const CAGES: NamedCage[] = ['1', '7', '12', '12б', '123', 'А-3'].map((number, index) => ({ id: index + 1, number }))

const CAUSES = ['Болезнь', 'Болезнь почек', 'Нехватка кислорода', 'Травма', 'Хищники', 'Predators'].map(
  (name, index) => ({ id: index + 1, name }),
)
const valueOf = (about: string, value: string) =>
  about === 'cause' ? CAUSES.find(({ id }) => String(id) === value)!.name : value

/** '7: dead 12, feed 40' and 'oxygen 8.3 (7)', each of them. */
function told(sentence: string, language: 'ru' | 'en' = 'ru') {
  const { cages, water, unknown } = hear(sentence, language, CAGES, CAUSES)
  const numberOf = (id: number | null) => CAGES.find((cage) => cage.id === id)?.number ?? '-'
  return [
    ...cages.map(({ number, values }) =>
      `${number}: ${values.map(({ about, value }) => `${about} ${valueOf(about, value)}`.trim()).join(', ')}`.trim(),
    ),
    ...water.map(({ about, value, cage }) => `${about} ${value} (${numberOf(cage)})`),
    ...unknown.map((words) => `? ${words}`),
  ]
}

describe('in Russian', () => {
  it.each([
    ['Садок семь, отход двенадцать, кислород восемь и три', ['7: dead 12', 'oxygen 8.3 (7)']],
    ['садок 7 отход 12 кислород 8,3', ['7: dead 12', 'oxygen 8.3 (7)']],
    ['садок 7 погибло 12 штук дали сорок два килограмма корма аппетит 4', ['7: dead 12, feed 42, appetite 4']],
    ['садок сто двадцать три корм тысяча двести пятьдесят', ['123: feed 1250']],
    ['садок двенадцать бэ отход один', ['12б: dead 1']],
    ['садок 12 отход одна рыба', ['12: dead 1']],
    ['садок а три корм полтора', ['А-3: feed 1.5']],
    ['садок 1 корм двенадцать с половиной', ['1: feed 12.5']],
    ['садок 1 корм двенадцать целых пять десятых', ['1: feed 12.5']],
    ['садок 1 корм восемь запятая ноль пять', ['1: feed 8.05']],
    ['температура минус ноль целых две десятых', ['temperature -0.2 (-)']],
    ['вода одиннадцать и пять градусов', ['temperature 11.5 (-)']],
    ['садок 7 отхода нет корма не давали', ['7: dead, feed']],
    ['садок 7 не кормили', ['7: feed']],
    ['садок 1 отход 2 садок 7 отход 3', ['1: dead 2', '7: dead 3']],
    ['садок 1 отход 2, нет, садок 1 отход 5', ['1: dead 5', '? нет']],
    ['садок 7 отход двенадцать и кислород восемь', ['7: dead 12', 'oxygen 8 (7)']],
    [
      'садок 7 примечание сетка порвана у понтона 2 садок 1 отход 4',
      ['7: note сетка порвана у понтона 2', '1: dead 4'],
    ],
  ])('«%s»', (sentence, expected) => expect(told(sentence)).toEqual(expected))
})

describe('causes of death are those of the farm', () => {
  it.each([
    ['садок семь отход двенадцать от травмы', ['7: dead 12, cause Травма']],
    ['садок 7 отход 3 причина хищники садок 1 отход 2', ['7: dead 3, cause Хищники', '1: dead 2']],
    [
      'садок 7 отход 3 из-за нехватки кислорода кислород четыре',
      ['7: dead 3, cause Нехватка кислорода', 'oxygen 4 (7)'],
    ],
    ['садок 7 отход 3 болезни почек', ['7: dead 3, cause Болезнь почек']],
    ['садок 7 отход 3 от скуки', ['7: dead 3', '? скуки']],
    ['садок 99 отход 3 от травмы', ['? садок 99', '? отход 3', '? травмы']],
  ])('«%s»', (sentence, expected) => expect(told(sentence)).toEqual(expected))

  it('what two causes begin with is none of them', () =>
    expect(told('садок 7 отход 3 болезнь')).toEqual(['7: dead 3', '? болезнь']))

  it('in English', () =>
    expect(told('cage 7 loss 3 because of predators', 'en')).toEqual(['7: dead 3, cause Predators']))
})

describe('in English', () => {
  it.each([
    ['Cage seven, loss twelve, oxygen eight point three', ['7: dead 12', 'oxygen 8.3 (7)']],
    ['cage one hundred and twenty three fed forty two point five kilos', ['123: feed 42.5']],
    ['cage 7 no loss', ['7: dead']],
  ])('«%s»', (sentence, expected) => expect(told(sentence, 'en')).toEqual(expected))
})

describe('what was made up is told, and goes nowhere', () => {
  it.each([
    ['садок семнадцать отход двенадцать', ['? садок семнадцать', '? отход двенадцать']],
    ['садок 7 отход 3 садок 99 отход 40', ['7: dead 3', '? садок 99', '? отход 40']],
    ['отход двенадцать', ['? отход двенадцать']],
    ['садок 7 отход минус два', ['7:', '? отход минус два']],
    ['садок 7 аппетит 9', ['7:', '? аппетит 9']],
    ['садок 7 двадцать', ['7:', '? двадцать']],
    ['сегодня хорошая погода', ['? сегодня', '? хорошая', '? погода']],
    ['', []],
  ])('«%s»', (sentence, expected) => expect(told(sentence)).toEqual(expected))

  it('a sentence without end takes no time', () => {
    const { unknown } = hear('садок пять и '.repeat(5_000), 'ru', CAGES, CAUSES)
    expect(unknown).toHaveLength(5_000)
  })
})

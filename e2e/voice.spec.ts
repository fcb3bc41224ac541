/** A round spoken on the phone: what was heard stands there as it would be recorded, and only that is recorded. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { dialog, expectText, notices, overflow } from './actions'
import { openPage, type OpenPage } from './browser'
import { fedFarm } from './farm'

type Pond = Awaited<ReturnType<typeof fedFarm>>
const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

const today = (pond: Pond) => ({ start: pond.daysAgo(0), end: pond.daysAgo(0) })
const feedings = async (pond: Pond) => (await pond.call(kinds.feeding.list, today(pond))) as unknown as object[]
const losses = async (pond: Pond) => (await pond.call(kinds.retreat.list, today(pond))) as unknown as object[]
const readings = (pond: Pond) => pond.call(measurementCalls.byLocation, { locationId: pond.module.id, ...today(pond) })

/** Nobody speaks to a headless browser: its recogniser hears what the test says, word by word as the real ones do. */
const hears = (page: Page, sentence: string) =>
  page.addInitScript((said) => {
    class Recogniser {
      onresult: ((event: object) => void) | null = null
      onend: (() => void) | null = null
      start() {
        const words = said.split(' ')
        words.forEach((_, index) => {
          const transcript = words.slice(0, index + 1).join(' ')
          this.onresult?.({ results: [Object.assign([{ transcript }], { isFinal: index + 1 === words.length })] })
        })
      }
      stop() {
        this.onend?.()
      }
      abort() {}
    }
    Object.assign(window, { SpeechRecognition: Recogniser, webkitSpeechRecognition: Recogniser })
  }, sentence)

let pond: Pond
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await fedFarm('Голос')
  open = await openPage({ ...PHONE, as: pond })
  page = open.page
})
afterAll(() => open.close())

const say = () => page.getByRole('button', { name: 'Голосом' }).tap()
const willBe = () => dialog(page).getByRole('list', { name: 'Будет записано' })
const record = () => dialog(page).getByRole('button', { name: 'Записать', exact: true })

test('what was said is shown, what was made up is told, and nothing else is recorded', async () => {
  await hears(page, 'садок один отход двенадцать температура восемь и три садок сорок отход пять')
  await page.goto('/round')
  await say()
  await dialog(page).getByRole('button', { name: 'Говорить' }).tap()
  await expectText(willBe(), /^Садок 1, отход 12 штТемпература воды 8,3 °C$/)
  await expectText(dialog(page), 'Не понято и не будет записано: садок сорок, отход пять')
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  expect(await losses(pond)).toEqual([])
  await record().tap()
  await expectText(notices(page), /Записано: 1 садок, отход 12 шт/)
  await expect.poll(() => losses(pond)).toMatchObject([{ from_id: pond.cages[0], count: 12 }])
  await expect.poll(() => readings(pond)).toMatchObject([{ value: 8.3 }])
  // the round still proposes what was not spoken of
  expect(await feedings(pond)).toEqual([])
  await expectText(page.locator('main button[type=submit]'), /Записать: 11.*корм 44 кг/)
})

test('a fault of the sentence is mended in its text; what cannot be is not recorded', async () => {
  await page.reload()
  await say()
  const sentence = dialog(page).getByRole('textbox', { name: 'Что сказано' })
  await sentence.fill('садок два отход пять тысяч')
  await expectText(dialog(page), /Садок 2: В садке на это время .*не хватает/)
  await expectText(dialog(page), /Садок 2: 500,0 % поголовья за один раз/)
  await expect.poll(() => record().isDisabled()).toBe(true)
  await sentence.fill('садок два отход пять аппетит четыре')
  await expectText(dialog(page), 'Садок 2: аппетит записывается вместе с кормом, скажите и корм.')
  await sentence.fill('садок два отход пять от травмы корм четыре с половиной аппетит четыре')
  await expectText(willBe(), /^Садок 2, кормление 4,5 кгСадок 2, отход 5 шт, Травма$/)
  await record().tap()
  await expect.poll(() => losses(pond)).toContainEqual(expect.objectContaining({ count: 5, loss_cause_name: 'Травма' }))
  await expect.poll(() => feedings(pond)).toMatchObject([{ cage_id: pond.cages[1], volume: 4.5, appetite: 4 }])
  // said once more, it is recorded already
  await say()
  await sentence.fill('садок два отход один')
  await expectText(dialog(page), 'Садок 2: отход в этом обходе уже записан.')
  await expect.poll(() => record().isDisabled()).toBe(true)
  expect(open.errors).toEqual([])
})

/** A dead fish is photographed on the water without a network, and the office finds it in the journal. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { photoCalls } from '../src/core/documents/photos/photos.contract'
import { hrefOf } from '../src/shared/pages'
import { pngOf } from '../src/testing/pictures/photo'
import { chooseAction, dialog, expectText, fill, notices, operate, overflow, save } from './actions'
import { openPage } from './browser'
import { fedFarm, registerPond } from './farm'
import { openKept } from './kept'

interface Loss {
  id: number
  photos: number
}

const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

/** As a phone's camera gives it: large. */
const shot = (width = 3000, height = 2000) => ({
  name: 'IMG_1.png',
  mimeType: 'image/png',
  buffer: pngOf(width, height),
})

const journalOf = (day: string) => hrefOf('journal', { path: 'retreat', start: day, end: day })
const mark = (page: Page, photos: number) => page.getByRole('img', { name: `Фото: ${photos}` })
const openPhotos = (page: Page) => page.locator('main').getByRole('button', { name: 'Фото', exact: true }).click()
const thumbs = (page: Page) => dialog(page).getByRole('button', { name: /^Открыть фото \d/ })
const large = (page: Page) => dialog(page).locator('img[src^="/api/photos/"]').last()
const widthOf = (page: Page) => large(page).evaluate((img: HTMLImageElement) => img.naturalWidth)

/** Dropped beside the field, where a browser would leave the page for the file. */
const drop = async (page: Page, name: string, type: string) => {
  const given = [name, type, pngOf(1600, 1000).toString('base64')] as const
  const kept = await page.evaluate(([file, mime, text]) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], file, { type: mime }))
    return !document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, given)
  expect(kept).toBe(true)
}

test('without a network a loss of the round is photographed; with one it stands in the journal and opens large', async () => {
  const pond = await fedFarm('Фото')
  const { page, context, close } = await openKept(pond, PHONE)
  await page.getByRole('navigation', { name: 'Главные разделы' }).getByText('Обход').tap()
  await page.getByRole('button', { name: /^Садок 1, / }).tap()
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Отход, шт' }).fill('3')
  const camera = page.getByLabel('Сфотографировать', { exact: true }).and(page.locator('input'))
  await expect.poll(() => camera.getAttribute('capture')).toBe('environment')
  await camera.setInputFiles(shot())
  await page.getByRole('img', { name: 'Фото 1' }).waitFor()
  await camera.setInputFiles(shot(2000, 3000))
  await page.getByRole('img', { name: 'Фото 2' }).waitFor()
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  for (const name of ['Сфотографировать', 'Из галереи', 'Убрать фото 1']) {
    const box = (await page.getByRole('button', { name }).boundingBox())!
    expect([name, Math.round(box.height)]).toEqual([name, 48])
  }
  await page.getByRole('button', { name: 'Готово' }).tap()
  await page.locator('main button[type=submit]').tap()
  await expectText(notices(page), /Записано на этом устройстве, ждёт сети/)

  // the page dies, and the photographs are on the disk
  await page.close()
  const again = await context.newPage()
  again.setDefaultTimeout(10_000)
  await again.goto('/')
  await again.getByRole('button', { name: 'Показать' }).tap()
  const waiting = dialog(again).getByRole('listitem').filter({ hasText: 'отход 3 шт' })
  await expect.poll(() => waiting.locator('img').count()).toBe(2)
  await dialog(again).getByRole('button', { name: 'Закрыть' }).click()

  await context.setOffline(false)
  const day = pond.daysAgo(0)
  const losses = async () => (await pond.call(kinds.retreat.list, { start: day, end: day })) as Loss[]
  await expect.poll(async () => (await losses()).map(({ photos }) => photos), { timeout: 20_000 }).toEqual([2])
  const { rows } = await pond.call(photoCalls.list, { id: (await losses())[0]!.id })
  expect(rows.map(({ width, height }) => [width, height])).toEqual([
    [1600, 1067],
    [1067, 1600],
  ])

  await again.goto(journalOf(day))
  await mark(again, 2).waitFor()
  await chooseAction(again.locator('main li').filter({ has: mark(again, 2) }), 'Фото')
  await thumbs(again).first().click()
  await expect.poll(() => widthOf(again)).toBe(1600)
  await expectText(dialog(again), /Садок 1, отход 3 шт.*1 из 2/)
  await dialog(again).getByRole('button', { name: 'Следующее фото' }).click()
  await expect.poll(() => widthOf(again)).toBe(1067)
  await expect.poll(() => overflow(again)).toBeLessThanOrEqual(0)
  // Back closes the picture, then the document
  await again.goBack()
  await expect.poll(() => thumbs(again).count()).toBe(2)
  await close()
})

test('at a desk a loss is recorded with a photograph, another is added later, and one is deleted', async () => {
  const pond = await registerPond('Фото на столе', { cages: 2, stocked: 1 })
  const { page, errors, close } = await openPage({ width: 1440, height: 900, as: pond })
  await page.goto('/')
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '12' })
  const input = dialog(page).locator('input[type=file]')
  await input.setInputFiles([shot(), { name: 'notes.txt', mimeType: 'image/png', buffer: Buffer.from('рыба') }])
  await dialog(page).getByRole('img', { name: 'Фото 1' }).waitFor()
  await expectText(dialog(page).getByRole('alert'), 'Этот файл не открывается как фотография')
  await drop(page, 'рыба.txt', 'text/plain')
  await dialog(page).getByRole('button', { name: 'Убрать фото 1' }).click()
  await drop(page, 'photo.png', 'image/png')
  await dialog(page).getByRole('img', { name: 'Фото 1' }).waitFor()
  await save(page)
  await expectText(notices(page), /Садок 1, отход 12 шт/)
  const stored = async () =>
    (await pond.call(kinds.retreat.list, { start: pond.daysAgo(0), end: pond.daysAgo(0) })) as Loss[]
  await expect.poll(async () => (await stored()).map(({ photos }) => photos)).toEqual([1])
  // it is told of with its record
  await expect.poll(() => notices(page).textContent()).not.toContain('Отправлено')

  await page.goto(journalOf(pond.daysAgo(0)))
  await mark(page, 1).waitFor()
  await openPhotos(page)
  await expect.poll(() => thumbs(page).count()).toBe(1)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles([shot(1200, 900)])
  await expect.poll(() => thumbs(page).count()).toBe(2)
  await thumbs(page).first().click()
  await expect.poll(() => widthOf(page)).toBe(1600)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => widthOf(page)).toBe(1200)
  await page.keyboard.press('Escape')
  await expect.poll(() => thumbs(page).count()).toBe(2)
  await dialog(page).getByRole('button', { name: 'Удалить фото 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await expect.poll(() => thumbs(page).count()).toBe(1)
  await page.keyboard.press('Escape')
  await mark(page, 1).waitFor()
  expect(errors).toEqual([])
  await close()
})

import { SAMPLED } from './sampled.ts'
import { expect, rows, signIn, test } from './support.ts'

/** What is not in every engine, or not on pages without TLS; a page must do without any of it. */
const RARE = [
  'requestIdleCallback',
  'cancelIdleCallback',
  'scheduler',
  'showSaveFilePicker',
  'showOpenFilePicker',
  'CompressionStream',
  'OffscreenCanvas',
  'BroadcastChannel',
  'EyeDropper',
  'ImageDecoder',
  'SharedArrayBuffer',
]
const RARE_OF_NAVIGATOR = ['locks', 'clipboard', 'connection', 'scheduling', 'deviceMemory', 'userAgentData', 'share']

test('without what only some engines have: list, copied id, model, export', SAMPLED, async ({ page }) => {
  await page.addInitScript(
    ([globals, ofNavigator]) => {
      for (const name of globals) delete (globalThis as Record<string, unknown>)[name]
      for (const name of ofNavigator) delete (Navigator.prototype as unknown as Record<string, unknown>)[name]
      delete (Crypto.prototype as Partial<Crypto>).randomUUID
      delete (Crypto.prototype as Partial<{ subtle: unknown }>).subtle
      delete (Document.prototype as Partial<{ startViewTransition: unknown }>).startViewTransition
    },
    [RARE, RARE_OF_NAVIGATOR] as const,
  )
  await signIn(page)
  const left = await page.evaluate(
    ([globals, ofNavigator]) => [
      ...globals.filter((name) => name in globalThis),
      ...ofNavigator.filter((name) => name in navigator),
    ],
    [RARE, RARE_OF_NAVIGATOR] as const,
  )
  expect(left).toEqual([])

  await expect(rows(page)).toHaveCount(10)
  const first = rows(page).first()
  const href = (await first.getByRole('link').first().getAttribute('href')) ?? ''
  // The older command copies what is selected; what it took is heard as the event it makes.
  const copied = page.evaluate(
    () => new Promise((tell) => document.addEventListener('copy', () => tell(String(getSelection())), { once: true })),
  )
  await first.getByRole('button', { name: /^Copy ID/ }).click()
  expect(await copied).toBe(href.split('/').at(-1))

  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)

  await first.getByRole('link').first().click()
  await expect(page.locator('main [data-state="finished"]')).toBeVisible({ timeout: 45_000 })
})

import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, signIn, test } from './support.ts'

/** APIs that do not exist in some engines or in pages without TLS. A page must work without these APIs. */
const OPTIONAL_GLOBALS = [
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
const OPTIONAL_NAVIGATOR_MEMBERS = [
  'locks',
  'clipboard',
  'connection',
  'scheduling',
  'deviceMemory',
  'userAgentData',
  'share',
]

test(
  'lists assets, copies an id, exports and shows a model without APIs that some browsers lack',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    test.setTimeout(360_000)
    await page.addInitScript(
      ([globals, navigatorMembers]) => {
        for (const name of globals) delete (globalThis as Record<string, unknown>)[name]
        for (const name of navigatorMembers) delete (Navigator.prototype as unknown as Record<string, unknown>)[name]
        delete (Crypto.prototype as Partial<Crypto>).randomUUID
        delete (Crypto.prototype as Partial<{ subtle: unknown }>).subtle
        delete (Document.prototype as Partial<{ startViewTransition: unknown }>).startViewTransition
      },
      [OPTIONAL_GLOBALS, OPTIONAL_NAVIGATOR_MEMBERS] as const,
    )
    await signIn(page)
    const remaining = await page.evaluate(
      ([globals, navigatorMembers]) => [
        ...globals.filter((name) => name in globalThis),
        ...navigatorMembers.filter((name) => name in navigator),
      ],
      [OPTIONAL_GLOBALS, OPTIONAL_NAVIGATOR_MEMBERS] as const,
    )
    expect(remaining).toEqual([])

    await expect(assetRows(page)).toHaveCount(10)
    const first = assetRows(page).first()
    const href = (await first.getByRole('link').first().getAttribute('href')) ?? ''
    // `document.execCommand('copy')` copies the selection and fires a `copy` event.
    const copiedText = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('copy', () => resolve(String(getSelection())), { once: true }),
        ),
    )
    await first.getByRole('button', { name: /^Copy ID/ }).click()
    expect(await copiedText).toBe(href.split('/').at(-1))

    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)

    await first.getByRole('link').first().click()
    await expect(page.locator('main [data-state="finished"]')).toBeVisible({ timeout: 45_000 })
  },
)

import { SAMPLED } from './sampled.ts'
import { expect, rows, signIn, test } from './support.ts'

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    const without = function (this: HTMLCanvasElement, ...told: Parameters<typeof getContext>) {
      return told[0].startsWith('webgl') ? null : getContext.apply(this, told)
    }
    HTMLCanvasElement.prototype.getContext = without as typeof getContext
  }),
)

test(
  'an asset is seen by its icon where the browser cannot draw, on a desk and on a phone',
  SAMPLED,
  async ({ page, shot }) => {
    await signIn(page)
    await rows(page).first().getByRole('link').first().click()
    const stage = page.getByRole('region', { name: 'Stage' })
    await expect(stage.getByRole('alert')).toHaveText(
      'This browser can’t show 3D. Turn on WebGL or use another browser.',
    )
    const icon = stage.locator('[data-state] img')
    await expect
      .poll(() => icon.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth))
      .toBeGreaterThan(100)
    for (const [name, width, height] of [
      ['desk', 1440, 900],
      ['phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const [room, sentence, picture] = await Promise.all([
        stage.boundingBox(),
        stage.getByRole('alert').boundingBox(),
        icon.boundingBox(),
      ])
      expect(sentence!.x).toBeGreaterThanOrEqual(room!.x)
      expect(sentence!.x + sentence!.width).toBeLessThanOrEqual(room!.x + room!.width)
      expect(sentence!.y + sentence!.height).toBeLessThanOrEqual(room!.y + room!.height)
      expect(picture!.height).toBeGreaterThan(room!.height / 3)
      expect(picture!.y + picture!.height).toBeLessThanOrEqual(sentence!.y)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await shot(`asset-undrawn-${name}-${colorScheme}`)
      }
    }
  },
)

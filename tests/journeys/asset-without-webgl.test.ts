import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, signIn, test } from './support.ts'

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    const getContextWithoutWebgl = function (this: HTMLCanvasElement, ...args: Parameters<typeof getContext>) {
      return args[0].startsWith('webgl') ? null : getContext.apply(this, args)
    }
    HTMLCanvasElement.prototype.getContext = getContextWithoutWebgl as typeof getContext
  }),
)

test(
  'shows the icon of an asset instead of its 3D view if WebGL is unavailable, on desktop and phone',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await signIn(page)
    await assetRows(page).first().getByRole('link').first().click()
    const stage = page.getByRole('region', { name: 'Stage' })
    await expect(stage.getByRole('alert')).toHaveText(
      'This browser can’t show 3D. Turn on WebGL or use another browser.',
    )
    const icon = stage.locator('[data-state] img')
    await expect
      .poll(() => icon.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(100)
    for (const [name, width, height] of [
      ['desk', 1440, 900],
      ['phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const [stageBox, message, picture] = await Promise.all([
        stage.boundingBox(),
        stage.getByRole('alert').boundingBox(),
        icon.boundingBox(),
      ])
      expect(message!.x).toBeGreaterThanOrEqual(stageBox!.x)
      expect(message!.x + message!.width).toBeLessThanOrEqual(stageBox!.x + stageBox!.width)
      expect(message!.y + message!.height).toBeLessThanOrEqual(stageBox!.y + stageBox!.height)
      expect(picture!.height).toBeGreaterThan(stageBox!.height / 3)
      expect(picture!.y + picture!.height).toBeLessThanOrEqual(message!.y)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await shot(`asset-undrawn-${name}-${colorScheme}`)
      }
    }
  },
)

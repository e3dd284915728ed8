import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, signIn, test } from './support.ts'

test(
  'scrolls the last row completely above the selection toolbar, even if the toolbar wraps',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page)
    await page.getByRole('button', { name: 'Application' }).click()
    await page.getByRole('option', { name: 'Fieldhouse' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Move to' }).or(page.getByText('Drag a handle'))).toBeVisible()
    const bar = page.getByRole('toolbar', { name: 'Selection' })
    const readOverlap = async () => {
      const last = assetRows(page).last()
      await last.evaluate((row) => row.closest('[data-scroller]')!.scrollTo(0, 1e6))
      const [row, toolbarBox] = [await last.boundingBox(), await bar.boundingBox()]
      return row!.y + row!.height - toolbarBox!.y
    }
    await assetRows(page).first().getByRole('checkbox').check()
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(bar.getByRole('button', { name: 'Move to' })).toBeVisible()
      await expect.poll(readOverlap).toBeLessThanOrEqual(0)
      await shot(`list-toolbar-${width}`)
    }
    // Proves that the toolbar has wrapped at the second width.
    expect((await bar.boundingBox())!.height).toBeGreaterThan(60)
  },
)

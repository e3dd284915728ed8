import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, test } from './support.ts'

test(
  'steps through the assets of the list on the asset page, and undoes the removal of a tag',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, '/assets?filter={"type":["top"],"locked":"false"}&order=name')
    await expect(assetRows(page).nth(2)).toBeVisible()
    const names = await assetRows(page).getByRole('link').allTextContents()
    await assetRows(page).first().getByRole('link').click()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText(names[0]!)
    const neighbourLinks = page.getByRole('navigation', { name: 'Assets in the list' })
    await expect(neighbourLinks).toContainText(/^1 of \d/)
    await page.keyboard.press('j')
    await expect(title).toHaveText(names[1]!)
    const next = neighbourLinks.getByRole('button', { name: 'Next asset' })
    await next.click()
    await expect(title).toHaveText(names[2]!)
    await expect(next).toBeFocused()
    await page.keyboard.press('k')
    await expect(title).toHaveText(names[1]!)

    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.fill('kiln dust')
    await page.getByRole('option', { name: 'Create “kiln dust”' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove kiln dust' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Remove kiln dust' })).toBeVisible()
    await expect(page.getByText('changed the tags').first()).toBeVisible()

    await page.goBack()
    await expect(assetRows(page).first()).toBeVisible()
  },
)

import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, test } from './support.ts'

test(
  'one goes through the list one came from without leaving the page, and what was done there can be undone',
  SAMPLED,
  async ({ page }) => {
    await openAs(page, '/assets?filter={"type":["top"],"locked":"false"}&order=name')
    await expect(rows(page).nth(2)).toBeVisible()
    const names = await rows(page).getByRole('link').allTextContents()
    await rows(page).first().getByRole('link').click()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText(names[0]!)
    const way = page.getByRole('navigation', { name: 'Assets in the list' })
    await expect(way).toContainText(/^1 of \d/)
    await page.keyboard.press('j')
    await expect(title).toHaveText(names[1]!)
    const next = way.getByRole('button', { name: 'Next asset' })
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
    await expect(rows(page).first()).toBeVisible()
  },
)

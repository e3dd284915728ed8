import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, signIn, test } from './support.ts'

test(
  'creates, renames, deletes and merges tags, rejects a duplicate name, and links to the assets',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await signIn(page)
    await page.getByRole('link', { name: 'Tags' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
    const dialog = page.getByRole('dialog')
    const row = (name: string) =>
      page.locator('tbody tr').filter({ has: page.getByRole('link', { name, exact: true }) })

    await page.getByRole('button', { name: 'New tag' }).click()
    await dialog.getByRole('button', { name: 'Create tag' }).click()
    await expect(dialog).toContainText('Enter a name.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('WINTER')
    await dialog.getByRole('button', { name: 'Create tag' }).click()
    await expect(dialog).toContainText('This name is already taken.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('kiln-fired')
    await dialog.getByRole('radio', { name: 'Olive' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Create tag' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row('kiln-fired')).toContainText('Olive')

    await page.getByRole('button', { name: 'Actions for kiln-fired' }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('kiln fired twice')
    await page.keyboard.press('Enter')
    await expect(row('kiln fired twice')).toBeVisible()
    await expect(row('kiln-fired')).toHaveCount(0)

    await page.getByRole('button', { name: 'Actions for kiln fired twice' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(row('kiln fired twice')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row('kiln fired twice')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for kiln fired twice' }).click()
    await page.getByRole('menuitem', { name: 'Merge into another…' }).click()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(dialog).toContainText('Choose a tag to merge into.')
    await dialog.getByRole('button', { name: /Merge into/ }).click()
    await page.getByRole('option', { name: 'winter', exact: true }).click()
    await expect(dialog).toContainText('0 assets get winter instead of kiln fired twice.')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(row('kiln fired twice')).toHaveCount(0)

    const count = await row('winter').locator('td').nth(3).textContent()
    await page.getByRole('link', { name: 'winter', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tag: winter' })).toBeVisible()
    await expect(page.getByText(`1–10 of ${count}`)).toBeVisible()
  },
)

import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, test } from './support.ts'

test(
  'lists a deleted asset in the trash, undoes its permanent deletion, and restores the asset',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    // Earlier journeys may have locked any of the first ten assets.
    await openSignedIn(page, '/assets?filter={"locked":"false"}')
    const deletedRow = assetRows(page).filter({ hasText: 'Unlocked' }).last()
    const name = await deletedRow.getByRole('link').first().innerText()
    // Finds the asset by id, because the trash may contain other assets with the same name.
    const trashRow = page.locator(`tr[data-row="${await deletedRow.getAttribute('data-row')}"]`)

    await test.step('lists the asset in the trash immediately, even while Undo is offered', async () => {
      await deletedRow.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('navigation', { name: 'Views of this page' }).getByRole('link', { name: 'Trash' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
      await expect(trashRow).toContainText('You')
      expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`trash-${scheme}`))).toEqual([])
    })

    await test.step('keeps the asset in the trash after Undo of the permanent deletion', async () => {
      await trashRow.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete for good' }).click()
      await expect(page.getByRole('status').filter({ hasText: `${name} deleted for good` })).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(trashRow).toBeVisible()
    })

    await test.step('lists the restored asset among the assets', async () => {
      await trashRow.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Restore' }).click()
      await expect(page.getByRole('status').filter({ hasText: `${name} restored` })).toBeVisible()
      await expect(trashRow).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Views of this page' }).getByRole('link', { name: 'Assets' }).click()
      await page.getByRole('searchbox', { name: 'Name or ID' }).fill(name)
      await expect(assetRows(page).filter({ hasText: name }).first()).toBeVisible()
    })
  },
)

import { faultsInBothSchemes } from './axe.ts'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, test } from './support.ts'

test(
  'what was deleted is found in the trash, restored with what it was part of, and deleted for good',
  SAMPLED,
  async ({ page, shot }) => {
    // Of ten others may have locked each.
    await openAs(page, '/assets?filter={"locked":"false"}')
    const doomed = rows(page).filter({ hasText: 'Unlocked' }).last()
    const name = await doomed.getByRole('link').first().innerText()
    // Of the same name others may be in the trash.
    const inTrash = page.locator(`tr[data-row="${await doomed.getAttribute('data-row')}"]`)

    await test.step('it is in the trash at once, whoever could still have taken it back', async () => {
      await doomed.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('navigation', { name: 'Views of this page' }).getByRole('link', { name: 'Trash' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
      await expect(inTrash).toContainText('You')
      expect(await faultsInBothSchemes(page, (scheme) => shot(`trash-${scheme}`))).toEqual([])
    })

    await test.step('Undo of deleting for good leaves it there', async () => {
      await inTrash.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete for good' }).click()
      await expect(page.getByRole('status').filter({ hasText: `${name} deleted for good` })).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(inTrash).toBeVisible()
    })

    await test.step('restored, it is among the assets again', async () => {
      await inTrash.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Restore' }).click()
      await expect(page.getByRole('status').filter({ hasText: `${name} restored` })).toBeVisible()
      await expect(inTrash).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Views of this page' }).getByRole('link', { name: 'Assets' }).click()
      await page.getByRole('searchbox', { name: 'Name or ID' }).fill(name)
      await expect(rows(page).filter({ hasText: name }).first()).toBeVisible()
    })
  },
)

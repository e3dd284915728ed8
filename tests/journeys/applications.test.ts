import { expect, openAs, test } from './support.ts'

test('an application shows its assets in its order, and is saved as one archive', async ({ page, shot }) => {
  await openAs(page, '/applications')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Harbour Lane', exact: true }) })
  await expect(row).toBeVisible()
  await shot('applications')
  await row.getByRole('button', { name: 'Actions for Harbour Lane' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Harbour Lane' })
  await expect(dialog.getByText(/^harbour-lane\.zip is in your downloads: [\d.]+ MB\.$/)).toBeVisible()
  expect((await download).suggestedFilename()).toBe('harbour-lane.zip')
  await shot('applications-exported')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await row.getByRole('link', { name: 'Harbour Lane', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'No.' })).toBeVisible()
  await expect(page).toHaveURL(/applicationId/)
})

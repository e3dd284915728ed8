import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, openSignedIn, test } from './support.ts'

test(
  'exports an application as an archive, finds nothing new on importing it, and lists its assets',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await openSignedIn(page, '/applications')
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Harbour Lane', exact: true }) })
    await expect(row).toBeVisible()
    await shot('applications')
    await row.getByRole('button', { name: 'Actions for Harbour Lane' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as archive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export Harbour Lane' })
    await expect(dialog.getByText(/^harbour-lane\.zip is in your downloads: [\d.]+ MB\.$/)).toBeVisible()
    const archive = await download
    expect(archive.suggestedFilename()).toBe('harbour-lane.zip')
    await shot('applications-exported')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await row.getByRole('button', { name: 'Actions for Harbour Lane' }).click()
    await page.getByRole('menuitem', { name: 'Import an archive' }).click()
    const importing = page.getByRole('dialog', { name: 'Import into Harbour Lane' })
    await importing.locator('input[type=file]').setInputFiles(await archive.path())
    await expect(importing.getByText('Everything in this archive is already here.')).toBeVisible()
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`applications-import-${scheme}`))).toEqual([])
    await importing.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('link', { name: 'Harbour Lane', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'No.' })).toBeVisible()
    await expect(page).toHaveURL(/applicationId/)
  },
)

import { assetRows, expect, test } from './support.ts'

test('lets a guest browse and open assets, and shows no action that guests are denied', async ({ page, shot }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  // A guest's dashboard has no sections for jobs, tasks or uploads.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Assets',
    'Recent activity',
    'Recently changed',
  ])
  await expect(page.getByRole('main').getByRole('cell').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload files' })).toHaveCount(0)
  await shot('guest-home')
  await page
    .getByRole('link', { name: /^Assets( \d+)?$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  await expect(assetRows(page).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'New asset' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Application' })).toHaveCount(0)
  await shot('guest-list')
  await assetRows(page).first().getByRole('link').first().click()
  await expect(page.locator('[data-state="finished"]')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole('button', { name: 'Lock', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await shot('guest-asset')
  for (const path of ['/assets/new', '/jobs', '/tokens', '/users']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'You don’t have permission to do this' })).toBeVisible()
  }
})

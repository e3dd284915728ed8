import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, test } from './support.ts'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(
    `axe finds no violations on the main pages at ${viewport.width} pixels, in light and dark`,
    SAMPLED_OPTIONS,
    async ({ page, shot }) => {
      test.setTimeout(360_000)
      await page.setViewportSize(viewport)
      const checkAccessibility = async (name: string) => {
        const violations = await findAxeViolationsInBothSchemes(page, (scheme) =>
          shot(`${name}-${scheme}-${viewport.width}`),
        )
        expect.soft(violations, name).toEqual([])
      }
      await page.goto('/signin?reason=login_required')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await checkAccessibility('sign-in')
      for (const name of ['signup', 'forgot', 'verify', 'reset-password']) {
        await page.goto(`/${name}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await checkAccessibility(name)
      }
      await openSignedIn(page, '/')
      await expect(page.getByRole('main').getByRole('cell').first()).toBeVisible()
      await checkAccessibility('home')
      await page.goto('/assets')
      await expect(assetRows(page).first()).toBeVisible()
      await checkAccessibility('list')
      await page.getByRole('button', { name: 'Grid' }).click()
      await expect(page.getByRole('list', { name: 'Assets' }).getByRole('link').first()).toBeVisible()
      await checkAccessibility('grid')
      await page.getByRole('button', { name: 'Table' }).click()
      await expect(assetRows(page).first()).toBeVisible()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Search or jump' })
      await palette.getByRole('combobox').fill('jacket')
      await expect(palette.getByRole('option').first()).toContainText('Jacket')
      await checkAccessibility('palette')
      await page.keyboard.press('Escape')
      await expect(palette).toBeHidden()
      await page.goto(`/assets?filter=${encodeURIComponent('{"search":"nothing like this"}')}`)
      await expect(page.getByText('No listings matched your search query')).toBeVisible()
      await checkAccessibility('no-match')
      await page.goto('/assets/new')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await checkAccessibility('new')
      await page.goto('/assets/import')
      await expect(page.locator('main [data-takes-files]')).toBeVisible()
      await checkAccessibility('import-empty')
      await page.locator('input[type=file]').setInputFiles({
        name: 'details.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,type\nHenrik,hair\nNo,top'),
      })
      await expect(page.getByRole('table')).toBeVisible()
      await checkAccessibility('import')
      await page.goto('/assets?filter={"type":["costume"]}')
      await assetRows(page).first().getByRole('link').first().click()
      await expect(page.locator('[data-state="finished"]')).toBeVisible({ timeout: 45_000 })
      // Opens sections from the bottom up, because an opened section moves the sections below.
      for (const name of ['Where it’s used', 'Optimised versions', 'Fitted versions'])
        await page.getByRole('button', { name }).click()
      await expect(page.getByText('Levels of detail')).toBeVisible()
      await expect(page.getByText(/^In \d+ wardrobe/)).toBeVisible()
      await checkAccessibility('asset')
      await page.goto('/account')
      await expect(page.getByText('This device')).toBeVisible()
      await checkAccessibility('account')
      for (const [name, text] of [
        ['users', 'Atelier admin'],
        ['settings', 'Manage webhooks'],
        ['wardrobe', 'Alder Body'],
      ] as const) {
        await page.goto(`/${name}`)
        await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible()
        await checkAccessibility(name)
      }
      await page.goto('/activity/assets')
      // Earlier journeys may have caused events on this server.
      await expect(page.getByText(/^Nothing has happened|^asset\.v/).first()).toBeVisible()
      await checkAccessibility('asset-activity')
      await page.goto('/no/such/page')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await checkAccessibility('missing')
    },
  )
}

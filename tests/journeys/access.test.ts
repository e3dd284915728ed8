import { faultsInBothSchemes } from './axe.ts'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, test } from './support.ts'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(
    `every page has no fault axe can find at ${viewport.width}, in the light and in the dark`,
    SAMPLED,
    async ({ page, shot }) => {
      await page.setViewportSize(viewport)
      const look = async (name: string) => {
        const faults = await faultsInBothSchemes(page, (scheme) => shot(`${name}-${scheme}-${viewport.width}`))
        expect.soft(faults, name).toEqual([])
      }
      await page.goto('/signin?reason=login_required')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look('sign-in')
      for (const name of ['signup', 'forgot', 'verify', 'reset-password']) {
        await page.goto(`/${name}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(name)
      }
      await openAs(page, '/')
      await expect(page.getByRole('main').getByRole('cell').first()).toBeVisible()
      await look('home')
      await page.goto('/assets')
      await expect(rows(page).first()).toBeVisible()
      await look('list')
      await page.getByRole('button', { name: 'Grid' }).click()
      await expect(page.getByRole('list', { name: 'Assets' }).getByRole('link').first()).toBeVisible()
      await look('grid')
      await page.getByRole('button', { name: 'Table' }).click()
      await expect(rows(page).first()).toBeVisible()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Search or jump' })
      await palette.getByRole('combobox').fill('jacket')
      await expect(palette.getByRole('option').first()).toContainText('Jacket')
      await look('palette')
      await page.keyboard.press('Escape')
      await expect(palette).toBeHidden()
      await page.goto(`/assets?filter=${encodeURIComponent('{"search":"nothing like this"}')}`)
      await expect(page.getByText('No listings matched your search query')).toBeVisible()
      await look('no-match')
      await page.goto('/assets/new')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look('new')
      await page.goto('/assets/import')
      await expect(page.locator('main [data-takes-files]')).toBeVisible()
      await look('import-empty')
      await page.locator('input[type=file]').setInputFiles({
        name: 'details.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,type\nHenrik,hair\nNo,top'),
      })
      await expect(page.getByRole('table')).toBeVisible()
      await look('import')
      await page.goto('/assets?filter={"type":["costume"]}')
      await rows(page).first().getByRole('link').first().click()
      await expect(page.locator('[data-state="finished"]')).toBeVisible({ timeout: 45_000 })
      // From below: what opens above moves what is pressed next.
      for (const name of ['Where it’s used', 'Smaller versions', 'On other bodies'])
        await page.getByRole('button', { name }).click()
      await expect(page.getByText('Levels of detail')).toBeVisible()
      await expect(page.getByText(/^In \d+ wardrobe/)).toBeVisible()
      await look('asset')
      await page.goto('/account')
      await expect(page.getByText('This device')).toBeVisible()
      await look('account')
      // What people.test.ts looks at wide, narrow too.
      for (const [name, seen] of [
        ['users', 'Atelier admin'],
        ['settings', 'Manage webhooks'],
        ['wardrobe', 'Alder Body'],
      ] as const) {
        await page.goto(`/${name}`)
        await expect(page.getByRole('main').getByText(seen, { exact: true }).first()).toBeVisible()
        await look(name)
      }
      await page.goto('/activity/assets')
      // Other journeys may have changed something on this server.
      await expect(page.getByText(/^Nothing has happened|^asset\.v/).first()).toBeVisible()
      await look('asset-activity')
      await page.goto('/no/such/page')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await look('missing')
    },
  )
}

import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { expect, rows, signIn, test } from './support.ts'

const oneApplication = async (page: Page) => {
  await page
    .getByRole('search')
    .getByRole('button', { name: /^Application/ })
    .click()
  await page.getByRole('option', { name: 'Harbour Lane' }).click()
}

// Many states, each looked through whole.
test.setTimeout(180_000)

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every state of a list has no fault axe can find, ${colorScheme}`, async ({ page, shot }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = async (name: string) => {
      expect.soft(await faultsOf(page), name).toEqual([])
      await shot(`list-${name}-${colorScheme}`)
    }
    const leave = async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0)
    }
    await signIn(page)
    await expect(rows(page)).toHaveCount(10)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await look('keys')
    await leave()
    await oneApplication(page)
    await look('autocomplete')
    await leave()
    await expect(page.getByRole('button', { name: /^Reorder .*, position 4$/ })).toBeVisible()
    await look('manual-order')
    await page.getByRole('button', { name: /^Reorder .*, position 4$/ }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await look('row-in-hand')
    await page.keyboard.press('Escape')
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Move to' }).click()
    await expect(page.getByRole('menuitem', { name: 'To the top' })).toBeVisible()
    await look('menu')
    await page.getByRole('menuitem', { name: 'To a position…' }).click()
    await expect(page.getByRole('dialog', { name: /^Move / })).toBeVisible()
    await look('move')
    await leave()
    await page.route('**/v1/assets?*', (route) => route.fulfill({ status: 400, json: {} }))
    await page.getByRole('columnheader', { name: 'Asset' }).getByRole('button').click()
    await expect(page.getByRole('heading', { name: 'The assets didn’t load' })).toBeVisible()
    await look('error')
    await page.unroute('**/v1/assets?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(10)
    await page.getByRole('link', { name: 'Tags' }).click()
    await expect(page.getByRole('button', { name: 'New tag' })).toBeVisible()
    await look('tags')
    await page.getByRole('button', { name: 'New tag' }).click()
    await expect(page.getByRole('dialog', { name: 'New tag' })).toBeVisible()
    await look('new-tag')
    await leave()
    await page.route('**/v1/assets?*', () => {})
    await page.goto('/assets')
    await expect(page.locator('tbody tr[aria-hidden="true"]')).toHaveCount(10)
    await look('loading')
  })

  test(`every state of a list on a phone has no fault axe can find, ${colorScheme}`, async ({ page, shot }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = async (name: string) => {
      expect.soft(await faultsOf(page), name).toEqual([])
      await shot(`list-phone-${name}-${colorScheme}`)
    }
    await signIn(page)
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('button', { name: /All Filters/ }).click()
    const sheet = page.getByRole('dialog', { name: 'All Filters' })
    await sheet.getByRole('option', { name: 'Harbour Lane' }).click()
    await look('filters')
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('button', { name: 'All Filters 1' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Assets' })).toHaveAttribute('aria-busy', 'false')
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Move to' }).click()
    await expect(page.getByRole('menuitem', { name: 'To the top' })).toBeVisible()
    await look('menu')
    await page.getByRole('menuitem', { name: 'To a position…' }).click()
    await expect(page.getByRole('dialog', { name: /^Move / })).toBeVisible()
    await look('move')
    await page.goto('/tags')
    await expect(page.getByRole('link', { name: 'winter', exact: true })).toBeVisible()
    await look('tags')
  })
}

import type { Page } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, signIn, test } from './support.ts'

const filterByApplication = async (page: Page) => {
  await page
    .getByRole('search')
    .getByRole('button', { name: /^Application/ })
    .click()
  await page.getByRole('option', { name: 'Harbour Lane' }).click()
}

test(
  'axe finds no violations in dialogs, menus and errors of a list, in light and dark',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    const checkAccessibility = async (name: string) => {
      const violations = await findAxeViolationsInBothSchemes(page, (scheme) => shot(`list-${name}-${scheme}`))
      expect.soft(violations, name).toEqual([])
    }
    const closeOverlays = async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0)
    }
    await signIn(page)
    await expect(assetRows(page)).toHaveCount(10)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await checkAccessibility('keys')
    await closeOverlays()
    await page.getByRole('button', { name: 'More ways to add' }).click()
    await page.getByRole('menuitem', { name: 'From a template…' }).click()
    const listbox = page.getByRole('dialog').getByRole('listbox')
    await expect(listbox.getByRole('option')).toHaveCount(20)
    expect(await listbox.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true)
    await checkAccessibility('template')
    await closeOverlays()
    await filterByApplication(page)
    await checkAccessibility('autocomplete')
    await closeOverlays()
    await expect(page.getByRole('button', { name: /^Reorder .*, position 4$/ })).toBeVisible()
    await checkAccessibility('manual-order')
    await page.getByRole('button', { name: /^Reorder .*, position 4$/ }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await checkAccessibility('row-lifted')
    await page.keyboard.press('Escape')
    await assetRows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Move to' }).click()
    await expect(page.getByRole('menuitem', { name: 'To the top' })).toBeVisible()
    await checkAccessibility('menu')
    await page.getByRole('menuitem', { name: 'To a position…' }).click()
    await expect(page.getByRole('dialog', { name: /^Move / })).toBeVisible()
    await checkAccessibility('move')
    await closeOverlays()
    await assetRows(page).nth(1).getByRole('link').first().focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('complementary', { name: /^Preview of / })).toBeVisible()
    await checkAccessibility('preview')
    await page.keyboard.press('Escape')
    await page.route('**/v1/assets?*', (route) => route.fulfill({ status: 400, json: {} }))
    await page.getByRole('columnheader', { name: 'Asset' }).getByRole('button').click()
    await expect(page.getByRole('heading', { name: 'The assets didn’t load' })).toBeVisible()
    await checkAccessibility('error')
    await page.unroute('**/v1/assets?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(assetRows(page)).toHaveCount(10)
    await page.getByRole('link', { name: 'Tags' }).click()
    await expect(page.getByRole('button', { name: 'New tag' })).toBeVisible()
    await checkAccessibility('tags')
    await page.getByRole('button', { name: 'New tag' }).click()
    await expect(page.getByRole('dialog', { name: 'New tag' })).toBeVisible()
    await checkAccessibility('new-tag')
    await closeOverlays()
    await page.route('**/v1/assets?*', () => {})
    await page.goto('/assets')
    await expect(page.locator('tbody tr[aria-hidden="true"]')).toHaveCount(10)
    await checkAccessibility('loading')
  },
)

test(
  'axe finds no violations in selection, columns, views and export of a list, in light and dark',
  SAMPLED_OPTIONS,
  async ({ page, context, browser, shot }) => {
    test.setTimeout(360_000)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const checkAccessibility = async (name: string) => {
      const violations = await findAxeViolationsInBothSchemes(page, (scheme) => shot(`list-work-${name}-${scheme}`))
      expect.soft(violations, name).toEqual([])
    }
    const closeOverlays = async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0)
    }
    await signIn(page)
    await expect(assetRows(page)).toHaveCount(10)
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .click()
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
    await checkAccessibility('selected')
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await checkAccessibility('reason')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: /assets? locked/ })).toBeVisible()
    await checkAccessibility('undo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Show Gender' }).click()
    await checkAccessibility('columns')
    await page.getByRole('radio', { name: 'Compact' }).click()
    await closeOverlays()
    await checkAccessibility('compact')
    const resizeHandleBox = await page.getByRole('columnheader', { name: 'Type' }).locator('[data-edge]').boundingBox()
    if (!resizeHandleBox) throw new Error('The column Type has no resize handle')
    const readWidth = async () => (await page.getByRole('columnheader', { name: 'Type' }).boundingBox())?.width ?? 0
    const before = await readWidth()
    await page.mouse.move(resizeHandleBox.x + resizeHandleBox.width / 2, resizeHandleBox.y + resizeHandleBox.height / 2)
    await page.mouse.down()
    await page.mouse.move(
      resizeHandleBox.x + resizeHandleBox.width / 2 + 64,
      resizeHandleBox.y + resizeHandleBox.height / 2,
      { steps: 4 },
    )
    await checkAccessibility('edge')
    await page.mouse.up()
    await expect.poll(readWidth).toBe(before + 64)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await checkAccessibility('save-view')
    await page.getByRole('textbox', { name: 'Name' }).fill('Drifting')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Drifting' }).hover()
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await checkAccessibility('views')
    await page.keyboard.press('Escape')
    await closeOverlays()
    const first = assetRows(page).first()
    await first.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Asset' })).toBeVisible()
    await checkAccessibility('copy')
    await page.getByRole('menuitem', { name: 'Asset' }).click()
    const name = await first.getByRole('link').first().innerText()
    await expect(page.getByRole('status').filter({ hasText: `“${name}” copied` })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(name)
    await page.route('**/v1/assets?*limit=100*', (route) => route.abort())
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'As CSV' }).click()
    await expect(page.getByRole('alert')).toContainText('The export didn’t finish')
    await checkAccessibility('export-failed')
    const other = await (await browser.newContext({ storageState: await context.storageState() })).newPage()
    await other.goto(page.url())
    await assetRows(other)
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await other.getByRole('menuitem', { name: /^(Lock|Unlock)$/ }).click()
    await expect(page.getByRole('button', { name: /changed · Show/ })).toBeVisible()
    await checkAccessibility('changed-rows')
    await other.context().close()
  },
)

test(
  'axe finds no violations in menus and dialogs of a list on a phone, in light and dark',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const checkAccessibility = async (name: string) => {
      const violations = await findAxeViolationsInBothSchemes(page, (scheme) => shot(`list-phone-${name}-${scheme}`))
      expect.soft(violations, name).toEqual([])
    }
    await signIn(page)
    await expect(assetRows(page).first()).toBeVisible()
    await page.getByRole('button', { name: /All Filters/ }).click()
    const sheet = page.getByRole('dialog', { name: 'All Filters' })
    await sheet.getByRole('option', { name: 'Harbour Lane' }).click()
    await checkAccessibility('filters')
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('button', { name: 'All Filters 1' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Assets' })).toHaveAttribute('aria-busy', 'false')
    await assetRows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Move to' }).click()
    await expect(page.getByRole('menuitem', { name: 'To the top' })).toBeVisible()
    await checkAccessibility('menu')
    await page.getByRole('menuitem', { name: 'To a position…' }).click()
    await expect(page.getByRole('dialog', { name: /^Move / })).toBeVisible()
    await checkAccessibility('move')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await assetRows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
    await checkAccessibility('selection')
    await page.goto('/tags')
    await expect(page.getByRole('link', { name: 'winter', exact: true })).toBeVisible()
    await checkAccessibility('tags')
  },
)

import type { Page } from '@playwright/test'
import { faultsInBothSchemes } from './axe.ts'
import { SAMPLED } from './sampled.ts'
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

test(
  'every state of a list has no fault axe can find, in the light and in the dark',
  SAMPLED,
  async ({ page, shot }) => {
    const look = async (name: string) => {
      const faults = await faultsInBothSchemes(page, (scheme) => shot(`list-${name}-${scheme}`))
      expect.soft(faults, name).toEqual([])
    }
    const leave = async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0)
    }
    await signIn(page)
    await expect(rows(page)).toHaveCount(10)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
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
    await rows(page).nth(1).getByRole('link').first().focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('complementary', { name: /^Preview of / })).toBeVisible()
    await look('preview')
    await page.keyboard.press('Escape')
    await page.route('**/v1/assets?*', (route) => route.fulfill({ status: 400, json: {} }))
    await page.getByRole('columnheader', { name: 'Asset' }).getByRole('button').click()
    await expect(page.getByRole('heading', { name: 'The assets didn’t load' })).toBeVisible()
    await look('error')
    await page.unroute('**/v1/assets?*')
    await page.getByRole('button', { name: 'Retry' }).click()
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
  },
)

test(
  'working with many rows has no fault axe can find, in the light and in the dark',
  SAMPLED,
  async ({ page, context, browser, shot }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const look = async (name: string) => {
      const faults = await faultsInBothSchemes(page, (scheme) => shot(`list-work-${name}-${scheme}`))
      expect.soft(faults, name).toEqual([])
    }
    const leave = async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0)
    }
    await signIn(page)
    await expect(rows(page)).toHaveCount(10)
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .click()
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
    await look('selected')
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: /assets? locked/ })).toBeVisible()
    await look('undo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Show Gender' }).click()
    await look('columns')
    await page.getByRole('radio', { name: 'Compact' }).click()
    await leave()
    await look('compact')
    const edge = await page.getByRole('columnheader', { name: 'Type' }).locator('[data-edge]').boundingBox()
    if (!edge) throw new Error('A head without an edge')
    const wide = async () => (await page.getByRole('columnheader', { name: 'Type' }).boundingBox())?.width ?? 0
    const before = await wide()
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2)
    await page.mouse.down()
    await page.mouse.move(edge.x + edge.width / 2 + 64, edge.y + edge.height / 2, { steps: 4 })
    await look('edge')
    await page.mouse.up()
    await expect.poll(wide).toBe(before + 64)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await look('save-view')
    await page.getByRole('textbox', { name: 'Name' }).fill('Drifting')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Drifting' }).hover()
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await look('views')
    await page.keyboard.press('Escape')
    await leave()
    const first = rows(page).first()
    await first.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Asset' })).toBeVisible()
    await look('copy')
    await page.getByRole('menuitem', { name: 'Asset' }).click()
    const name = await first.getByRole('link').first().innerText()
    await expect(page.getByRole('status').filter({ hasText: `“${name}” copied` })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(name)
    await page.route('**/v1/assets?*limit=100*', (route) => route.abort())
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'As CSV' }).click()
    await expect(page.getByRole('alert')).toContainText('The export didn’t finish')
    await look('export-failed')
    const other = await (await browser.newContext({ storageState: await context.storageState() })).newPage()
    await other.goto(page.url())
    await rows(other)
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await other.getByRole('menuitem', { name: /^(Lock|Unlock)$/ }).click()
    await expect(page.getByRole('button', { name: /changed · Show/ })).toBeVisible()
    await look('news')
    await other.context().close()
  },
)

test(
  'every state of a list on a phone has no fault axe can find, in the light and in the dark',
  SAMPLED,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const look = async (name: string) => {
      const faults = await faultsInBothSchemes(page, (scheme) => shot(`list-phone-${name}-${scheme}`))
      expect.soft(faults, name).toEqual([])
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
    await page.getByRole('button', { name: 'Cancel' }).click()
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
    await look('selection')
    await page.goto('/tags')
    await expect(page.getByRole('link', { name: 'winter', exact: true })).toBeVisible()
    await look('tags')
  },
)

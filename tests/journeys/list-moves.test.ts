import type { Page } from '@playwright/test'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, signIn, test } from './support.ts'

const readNames = (page: Page) => assetRows(page).locator('a[href^="/assets/"]').allTextContents()
const getMenuButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true })

test(
  'announces a moved row in another browser, but not in the browser that moved the row',
  SAMPLED_OPTIONS,
  async ({ page, browser, baseURL }) => {
    const open = async (target: Page) => {
      await signIn(target)
      await target.goto('/assets')
      await target
        .getByRole('search')
        .getByRole('button', { name: /^Application/ })
        .click()
      await target.getByRole('option', { name: 'Harbour Lane' }).click()
      await target.keyboard.press('Escape')
      await expect(target.getByRole('button', { name: /^Reorder .*, position 2$/ })).toBeVisible()
    }
    const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
    await open(other)
    await open(page)
    const getChangesNotice = (target: Page) => target.getByRole('button', { name: /changed · Show/ })
    const [, moved] = await readNames(page)
    // Delays the response until the other browser has received the event.
    await page.route('**/v1/assets/*/application', async (route) => {
      const response = await route.fetch()
      await expect(getChangesNotice(other)).toBeVisible()
      await route.fulfill({ response })
    })
    const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await getMenuButton(page, moved!).click()
    await page.getByRole('menuitem', { name: 'Move to' }).click()
    await page.getByRole('menuitem', { name: 'To the top' }).click()
    await patchResponse
    await expect(page.locator('tr[data-index="0"] time + span')).toHaveText('You')
    expect(await getChangesNotice(page).count()).toBe(0)
    // The notice is below the rows and does not cover the rows.
    const rowsEnd = await other
      .getByRole('region', { name: 'Assets' })
      .evaluate((element) => element.getBoundingClientRect().bottom)
    expect((await getChangesNotice(other).boundingBox())!.y).toBeGreaterThanOrEqual(rowsEnd)
    await other.context().close()
  },
)

test(
  'shows a sort tooltip on column headers, and keeps the order of dragged columns on reload',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await signIn(page)
    await expect(assetRows(page)).toHaveCount(10)
    const readColumnOrder = () =>
      page.locator('th[data-field]').evaluateAll((all) => all.map((header) => header.getAttribute('data-field')))
    const getColumnHeader = (name: string) => page.getByRole('columnheader', { name, exact: true })
    const before = await readColumnOrder()
    expect(before).toContain('tags')
    // The header of a column without sorting still has an accessible name.
    for (const name of ['Applications', 'Tags', 'Lock']) await expect(getColumnHeader(name)).toHaveCount(1)
    // Moves the pointer repeatedly, because the prerendered header has no tooltip. No enter event is fired when the app replaces
    // that header under a resting pointer.
    await expect(async () => {
      await page.mouse.move(0, 0)
      await getColumnHeader('Updated').getByRole('button').hover()
      await expect(page.getByRole('tooltip')).toContainText('Sort oldest first', { timeout: 2000 })
    }).toPass()
    await shot('list-head-tip')
    await page.keyboard.press('Escape')
    const from = (await getColumnHeader('Type').boundingBox())!
    const to = (await getColumnHeader('Updated').boundingBox())!
    await page.mouse.move(from.x + 30, from.y + 18)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 20, to.y + 18, { steps: 8 })
    await expect(page.locator('th[data-drop]')).toHaveCount(1)
    await shot('list-head-in-hand')
    await page.mouse.up()
    const moved = [...before.filter((field) => field !== 'type'), 'type']
    // Polls, because the code that reorders columns is loaded on first use.
    await expect.poll(readColumnOrder).toEqual(moved)
    await expect(page).not.toHaveURL(/order=/)
    await page.reload()
    await expect(assetRows(page)).toHaveCount(10)
    await expect.poll(readColumnOrder).toEqual(moved)
    await getColumnHeader('Type').getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(readColumnOrder).toEqual([...moved.slice(0, -2), 'type', 'updatedAt'])
    await expect(getColumnHeader('Type').getByRole('button')).toBeFocused()
    // From the column headers, Tab moves from row to row.
    const focusedRows: unknown[] = []
    for (let stop = 0; stop < 3; stop += 1) {
      await page.keyboard.press('Tab')
      focusedRows.push(await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-index')))
    }
    expect(focusedRows).toEqual(['0', '1', '2'])
  },
)

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parseCsv } from '../support/csv.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

const getRowCheckboxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ })
const getLockedRows = (page: Page) => assetRows(page).filter({ hasText: /Locked/ })

test('locks and deletes selected rows, undoes each action, and completes a pending deletion on reload', async ({
  page,
}) => {
  await signIn(page)
  await page.getByRole('searchbox', { name: 'Name or ID' }).fill('drift')
  await expect(assetRows(page).first()).toContainText('Drift')
  const open = await assetRows(page).filter({ hasText: 'Unlocked' }).count()
  expect(open).toBeGreaterThanOrEqual(3)
  const before = await getLockedRows(page).count()

  await test.step('selects a range with Shift and clears it with Escape', async () => {
    await getRowCheckboxes(page).nth(0).click()
    await getRowCheckboxes(page)
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('3 selected')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0)
  })

  await test.step('locks all rows in one step, and unlocks only the rows of that step on Undo', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: /assets? locked/ })).toBeVisible()
    await expect(getLockedRows(page)).toHaveCount(await assetRows(page).count())
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(getLockedRows(page)).toHaveCount(before)
    await page.keyboard.press('Escape')
  })

  await test.step('hides deleted rows immediately and restores them by Undo', async () => {
    const rowCount = await assetRows(page).count()
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await expect(assetRows(page)).toHaveCount(rowCount - open)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(assetRows(page)).toHaveCount(rowCount)
    await page.keyboard.press('Escape')
  })

  await test.step('deletes the row when the page is reloaded while Undo is still offered', async () => {
    const name = await assetRows(page).filter({ hasText: 'Unlocked' }).first().getByRole('link').first().innerText()
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Name or ID' })).toHaveValue('drift')
    // Reloads again, because a request sent while a page unloads may arrive after the first request of the next page.
    await expect(async () => {
      await page.reload()
      await expect(assetRows(page).first()).toContainText('Drift')
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0, { timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
  })
})

test(
  'saves filters, order and columns as a view that survives a reload, and exports its rows',
  SAMPLED_OPTIONS,
  async ({ page, browser, server }) => {
    await signIn(page)
    await test.step('hides and moves columns', async () => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Show Gender' }).click()
      await page.getByRole('button', { name: 'Move Updated up' }).click()
      await page.getByRole('radio', { name: 'Compact' }).click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('columnheader', { name: 'Gender' })).toHaveCount(0)
      const heads = page.getByRole('columnheader').filter({ hasText: /Lock|Updated/ })
      await expect(heads).toHaveText([/Updated/, /Lock/])
    })
    await test.step('saves the view under a name and opens it after a reload', async () => {
      await page.getByRole('searchbox', { name: 'Name or ID' }).fill('drift')
      await expect(page).toHaveURL(/drift/)
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Drifting')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('View “Drifting” saved')).toBeAttached()
      await page.goto('/assets')
      await expect(page.getByRole('searchbox', { name: 'Name or ID' })).toHaveValue('')
      await expect(page.getByRole('columnheader', { name: 'Gender' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Drifting' }).click()
      await page.getByRole('menuitem', { name: 'Open' }).click()
      await expect(page).toHaveURL(/drift/)
      await expect(assetRows(page).first()).toContainText('Drift')
    })
    await test.step('offers the saved view to the same account in another browser', async () => {
      const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
      const otherPage = await context.newPage()
      await signIn(otherPage)
      await otherPage.getByRole('button', { name: 'Views' }).click()
      await otherPage.getByRole('menuitem', { name: 'Drifting' }).click()
      await otherPage.getByRole('menuitem', { name: 'Open' }).click()
      await expect(assetRows(otherPage).first()).toContainText('Drift')
      await context.close()
    })
    await test.step('lists a shared view in a separate group for another user', async () => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Drifting' }).click()
      await page.getByRole('menuitem', { name: 'Share with everyone' }).click()
      await expect(page.getByText('now sees the view Drifting')).toBeAttached()
      const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
      const otherPage = await context.newPage()
      await openSignedIn(otherPage, '/assets', 'user@atelier.example')
      await otherPage.getByRole('button', { name: 'Views' }).click()
      await otherPage
        .getByRole('group', { name: 'Shared by others' })
        .getByRole('menuitem', { name: 'Drifting' })
        .click()
      await otherPage.getByRole('menuitem', { name: 'Open' }).click()
      await expect(assetRows(otherPage).first()).toContainText('Drift')
      await context.close()
    })
    await test.step('exports the filtered rows as CSV and JSON', async () => {
      await expect(assetRows(page).filter({ hasNotText: 'Drift' })).toHaveCount(0)
      const count = await assetRows(page).count()
      await expect(page.locator('header h1 + span')).toHaveText(String(count))
      const downloadExport = async (name: string) => {
        await page.getByRole('button', { name: 'Export' }).click()
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
        return readFile(await file.path(), 'utf8')
      }
      const [heads, ...lines] = parseCsv(await downloadExport('As CSV'))
      expect(heads).toEqual(['id', 'Asset', 'Type', 'Applications', 'Tags', 'Updated', 'Lock'])
      expect(lines).toHaveLength(count)
      expect(lines.every(([, name]) => /drift/i.test(name ?? ''))).toBe(true)
      const json = JSON.parse(await downloadExport('As JSON')) as { id: string }[]
      expect(json.map(({ id }) => id).toSorted()).toEqual(lines.map(([id]) => id).toSorted())
    })
  },
)

test(
  'announces a change made in another browser, and shows the change only on request',
  SAMPLED_OPTIONS,
  async ({ page, browser, baseURL }) => {
    // Earlier journeys may have locked any of the first ten assets.
    await openSignedIn(page, '/assets?filter={"locked":"false"}')
    const name = await assetRows(page).first().getByRole('link').first().innerText()
    const filteredListPath = `/assets?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`
    // Waits for the event stream, because earlier events are not announced.
    const eventStream = page.waitForResponse(/\/v1\/events$/)
    await page.goto(filteredListPath)
    await eventStream
    const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
    await openSignedIn(other, filteredListPath)
    await other.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await other.getByRole('menuitem', { name: 'Lock', exact: true }).click()
    const changesNotice = page.getByRole('button', { name: '1 changed · Show' })
    await expect(changesNotice).toBeVisible()
    const row = assetRows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(row).not.toContainText('Locked')
    await changesNotice.click()
    await expect(row).toContainText('Locked')
    await expect(changesNotice).toHaveCount(0)
    await other.context().close()
  },
)

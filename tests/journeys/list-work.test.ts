import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parseCsv } from '../support/csv.ts'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, signIn, test } from './support.ts'

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ })
const locks = (page: Page) => rows(page).filter({ hasText: /Locked/ })

test('Working with many rows: select, lock, undo; delete, undo; leaving does what waited', async ({ page }) => {
  await signIn(page)
  await page.getByRole('searchbox', { name: 'Name or ID' }).fill('drift')
  await expect(rows(page).first()).toContainText('Drift')
  const open = await rows(page).filter({ hasText: 'Unlocked' }).count()
  expect(open).toBeGreaterThanOrEqual(3)
  const before = await locks(page).count()

  await test.step('a box and Shift select a range; Escape lets go of it', async () => {
    await boxes(page).nth(0).click()
    await boxes(page)
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('3 selected')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0)
  })

  await test.step('all are locked at once, and Undo unlocks those and no others', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: /assets? locked/ })).toBeVisible()
    await expect(locks(page)).toHaveCount(await rows(page).count())
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(locks(page)).toHaveCount(before)
    await page.keyboard.press('Escape')
  })

  await test.step('what is deleted is gone at once and back with Undo', async () => {
    const shown = await rows(page).count()
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await expect(rows(page)).toHaveCount(shown - open)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page)).toHaveCount(shown)
    await page.keyboard.press('Escape')
  })

  await test.step('leaving the page deletes what waited for Undo to pass', async () => {
    const name = await rows(page).filter({ hasText: 'Unlocked' }).first().getByRole('link').first().innerText()
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Name or ID' })).toHaveValue('drift')
    // What is sent while a page is left may arrive after the first question of the next.
    await expect(async () => {
      await page.reload()
      await expect(rows(page).first()).toContainText('Drift')
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0, { timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
  })
})

test(
  'A saved view keeps filters, order and columns, also after a reload; its rows can be taken along',
  SAMPLED,
  async ({ page, browser, server }) => {
    await signIn(page)
    await test.step('columns are hidden and moved', async () => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Show Gender' }).click()
      await page.getByRole('button', { name: 'Move Updated up' }).click()
      await page.getByRole('radio', { name: 'Compact' }).click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('columnheader', { name: 'Gender' })).toHaveCount(0)
      const heads = page.getByRole('columnheader').filter({ hasText: /Lock|Updated/ })
      await expect(heads).toHaveText([/Updated/, /Lock/])
    })
    await test.step('the view is saved under a name, and opened again after a reload', async () => {
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
      await expect(rows(page).first()).toContainText('Drift')
    })
    await test.step('it is the account’s: it stands on another machine', async () => {
      const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
      const elsewhere = await context.newPage()
      await signIn(elsewhere)
      await elsewhere.getByRole('button', { name: 'Views' }).click()
      await elsewhere.getByRole('menuitem', { name: 'Drifting' }).click()
      await elsewhere.getByRole('menuitem', { name: 'Open' }).click()
      await expect(rows(elsewhere).first()).toContainText('Drift')
      await context.close()
    })
    await test.step('shared, it stands apart among the views of everybody who may read the list', async () => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Drifting' }).click()
      await page.getByRole('menuitem', { name: 'Share with everyone' }).click()
      await expect(page.getByText('now sees the view Drifting')).toBeAttached()
      const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
      const elsewhere = await context.newPage()
      await openAs(elsewhere, '/assets', 'user@atelier.example')
      await elsewhere.getByRole('button', { name: 'Views' }).click()
      await elsewhere
        .getByRole('group', { name: 'Shared by others' })
        .getByRole('menuitem', { name: 'Drifting' })
        .click()
      await elsewhere.getByRole('menuitem', { name: 'Open' }).click()
      await expect(rows(elsewhere).first()).toContainText('Drift')
      await context.close()
    })
    await test.step('the rows of the filter are a CSV file and a JSON file', async () => {
      await expect(rows(page).filter({ hasNotText: 'Drift' })).toHaveCount(0)
      const count = await rows(page).count()
      await expect(page.locator('header h1 + span')).toHaveText(String(count))
      const save = async (name: string) => {
        await page.getByRole('button', { name: 'Export' }).click()
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
        return readFile(await file.path(), 'utf8')
      }
      const [heads, ...lines] = parseCsv(await save('As CSV'))
      expect(heads).toEqual(['id', 'Asset', 'Type', 'Applications', 'Tags', 'Updated', 'Lock'])
      expect(lines).toHaveLength(count)
      expect(lines.every(([, name]) => /drift/i.test(name ?? ''))).toBe(true)
      const json = JSON.parse(await save('As JSON')) as { id: string }[]
      expect(json.map(({ id }) => id).toSorted()).toEqual(lines.map(([id]) => id).toSorted())
    })
  },
)

test(
  'What somebody else changes is told quietly, and shown when it is asked for',
  SAMPLED,
  async ({ page, browser, baseURL }) => {
    // Of the first ten others may have locked each.
    await openAs(page, '/assets?filter={"locked":"false"}')
    const name = await rows(page).first().getByRole('link').first().innerText()
    const found = `/assets?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`
    // What happened before it listens is no news to it.
    const listens = page.waitForResponse(/\/v1\/events$/)
    await page.goto(found)
    await listens
    const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
    await openAs(other, found)
    await other.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await other.getByRole('menuitem', { name: 'Lock', exact: true }).click()
    const pill = page.getByRole('button', { name: '1 changed · Show' })
    await expect(pill).toBeVisible()
    const row = rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(row).not.toContainText('Locked')
    await pill.click()
    await expect(row).toContainText('Locked')
    await expect(pill).toHaveCount(0)
    await other.context().close()
  },
)

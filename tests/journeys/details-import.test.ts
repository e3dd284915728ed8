import { readFile } from 'node:fs/promises'
import { parseCsv } from '../support/csv.ts'
import { SAMPLED } from './sampled.ts'
import { answerOf, expect, openAs, rows, signIn, test } from './support.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test(
  'Details from a file are seen first, then changed, and taken back; rows with errors come back as a file',
  SAMPLED,
  async ({ page }) => {
    await signIn(page)
    await page.getByRole('button', { name: 'More ways to add' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Import details…' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Import details' })).toBeVisible()
    const table = page.getByRole('table', { name: 'Rows of the file' })

    await test.step('the worker reads what a spreadsheet writes; what is wrong is said row by row', async () => {
      const text =
        '\uFEFFName;Type;Tags\r\nHenrik;costume;winter;\r\nSlip Dress;top;no such\r\nSlip Dress, night;top;\r\n'
      await page.locator('input[type=file]').setInputFiles(file('autumn.csv', text))
      await expect(table.getByRole('row')).toHaveCount(3)
      await expect(table).toContainText('This row has more cells')
      await expect(table).toContainText('There’s no tag called “no such”.')
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download 2 rows with errors' }).click(),
      ])
      const lines = parseCsv(await readFile(await saved.path(), 'utf8'))
      expect(lines.map(([name]) => name)).toEqual(['Name', 'Henrik', 'Slip Dress'])
    })

    await test.step('what is changed stands in the list, and Undo takes it back', async () => {
      await page.getByRole('button', { name: 'Change 1 asset' }).click()
      await expect(page.getByText('1 asset changed.')).toBeVisible()
      const headers = await bearer(page)
      const answer = await answerOf(() => page.request.get('/v1/assets?search=Slip%20Dress%2C%20night', { headers }))
      expect((await answer.json()).data[0].type).toBe('top')
      await page.getByRole('button', { name: 'Undo all' }).click()
      await expect(page.getByText('1 asset changed back.')).toBeVisible()
    })
  },
)

test(
  'Assets as a grid: the arrows lead in two dimensions, a picture is previewed, and the look is kept',
  SAMPLED,
  async ({ page }) => {
    await signIn(page)
    await page.getByRole('button', { name: 'Grid' }).click()
    const grid = page.getByRole('list', { name: 'Assets' })
    await expect(grid.getByRole('link').first()).toBeVisible()
    const columns = await grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(columns).toBeGreaterThan(2)
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index'))
    await grid.getByRole('link').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(String(columns + 1))
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press('Space')
    await expect(page.getByRole('complementary', { name: new RegExp(name) })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe(String(columns + 1))
    // Its picture turns as it has the focus: over the icon stands a strip of the model.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(grid.locator(`[data-index="${columns + 1}"] [data-ready] img`)).toHaveAttribute('src', /^\/files\//, {
      timeout: 45_000,
    })
    await page.reload()
    await expect(grid.getByRole('link').first()).toBeVisible()
    await page.getByRole('button', { name: 'Table' }).click()
    await expect(rows(page).first()).toBeVisible()
  },
)

test('Who may not change assets is told so where details are imported', async ({ page }) => {
  await openAs(page, '/assets/import', 'user@atelier.example')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Import details')
  await expect(page.locator('input[type=file]')).toHaveCount(0)
})

/** The session's token, as the page holds it. */
async function bearer(page: import('@playwright/test').Page): Promise<Record<string, string>> {
  const text = await page.evaluate(() => localStorage.getItem('persist:user') ?? '')
  const token = /[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0] ?? ''
  return { authorization: `Bearer ${token}` }
}

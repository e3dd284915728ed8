import { readFile } from 'node:fs/promises'
import { parseCsv } from '../support/csv.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, retryWhileBusy, signIn, test } from './support.ts'

const createCsvFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test(
  'previews a CSV file of metadata, downloads its rows with errors, and applies and undoes its changes',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await signIn(page)
    await page.getByRole('button', { name: 'More ways to add' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Import metadata…' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Import metadata' })).toBeVisible()
    const table = page.getByRole('table', { name: 'Rows of the file' })

    await test.step("parses a spreadsheet's CSV in the worker and shows the errors of each row", async () => {
      const text =
        '\uFEFFName;Type;Tags\r\nHenrik;costume;winter;\r\nSlip Dress;top;no such\r\nSlip Dress, night;top;\r\n'
      await page.locator('input[type=file]').setInputFiles(createCsvFile('autumn.csv', text))
      await expect(table.getByRole('row')).toHaveCount(3)
      await expect(table).toContainText('This row has more cells')
      await expect(table).toContainText('There’s no tag called “no such”.')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download 2 rows with errors' }).click(),
      ])
      const rows = parseCsv(await readFile(await download.path(), 'utf8'))
      expect(rows.map(([name]) => name)).toEqual(['Name', 'Henrik', 'Slip Dress'])
    })

    await test.step('applies the change to the list and undoes it', async () => {
      await page.getByRole('button', { name: 'Change 1 asset' }).click()
      await expect(page.getByText('1 asset changed.')).toBeVisible()
      const headers = await readAuthorization(page)
      const response = await retryWhileBusy(() =>
        page.request.get('/v1/assets?search=Slip%20Dress%2C%20night', { headers }),
      )
      expect((await response.json()).data[0].type).toBe('top')
      await page.getByRole('button', { name: 'Undo all' }).click()
      await expect(page.getByText('1 asset reverted.')).toBeVisible()
    })
  },
)

test(
  'moves through the asset grid by arrow keys, previews an asset, and keeps the grid view on reload',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await signIn(page)
    await page.getByRole('button', { name: 'Grid' }).click()
    const grid = page.getByRole('list', { name: 'Assets' })
    await expect(grid.getByRole('link').first()).toBeVisible()
    const columns = await grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(columns).toBeGreaterThan(2)
    const readFocusedIndex = () =>
      page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index'))
    await grid.getByRole('link').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    expect(await readFocusedIndex()).toBe(String(columns + 1))
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press('Space')
    await expect(page.getByRole('complementary', { name: new RegExp(name) })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect.poll(readFocusedIndex).toBe(String(columns + 1))
    // A focused cell shows a strip of frames of the rotating model instead of the icon. The timeout is long, because the server
    // renders the strip at low priority.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(grid.locator(`[data-index="${columns + 1}"] [data-ready] img`)).toHaveAttribute('src', /^\/files\//, {
      timeout: 120_000,
    })
    await page.reload()
    await expect(grid.getByRole('link').first()).toBeVisible()
    await page.getByRole('button', { name: 'Table' }).click()
    await expect(assetRows(page).first()).toBeVisible()
  },
)

async function readAuthorization(page: import('@playwright/test').Page): Promise<Record<string, string>> {
  const text = await page.evaluate(() => localStorage.getItem('persist:user') ?? '')
  const token = /[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0] ?? ''
  return { authorization: `Bearer ${token}` }
}

import type { Locator, Page } from '@playwright/test'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, test } from './support.ts'

const readNames = (page: Page) => assetRows(page).locator('a[href^="/assets/"]').allTextContents()
const getTotal = (page: Page) => page.locator('header h1 + span')
const getPagerText = (page: Page) => page.getByRole('main').getByText(/^\d+(–\d+)? of \d+$/)
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' })
const getMenuButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true })
const getUnlockedListPath = (filter = {}) =>
  `/assets?filter=${encodeURIComponent(JSON.stringify({ locked: 'false', ...filter }))}`

/** Returns whether no other element covers the centres of the elements. */
async function areUncovered(locator: Locator): Promise<boolean> {
  const uncovered: boolean[] = []
  for (const element of await locator.all()) {
    uncovered.push(
      await element.evaluate((target) => {
        target.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = target.getBoundingClientRect()
        const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
        return topElement !== null && (target.contains(topElement) || topElement.contains(target))
      }),
    )
  }
  return uncovered.length > 0 && uncovered.every(Boolean)
}

/** Returns the date and the author of the last change of each row. */
const readLastChanges = (page: Page) =>
  assetRows(page).evaluateAll((all) =>
    all.map((row) => [row.querySelector('time')?.dateTime, row.querySelector('time + span')?.textContent]),
  )

for (const { name, size } of [
  { name: 'a desktop', size: { width: 1440, height: 900 } },
  { name: 'a phone', size: { width: 390, height: 844 } },
]) {
  test(
    `offers Undo for a deletion on ${name} without covering controls, and updates the counts`,
    SAMPLED_OPTIONS,
    async ({ page, shot }) => {
      await page.setViewportSize(size)
      await openSignedIn(page, getUnlockedListPath())
      await expect(assetRows(page)).toHaveCount(10)
      const total = Number(await getTotal(page).textContent())
      const [first, second] = await readNames(page)
      await getMenuButton(page, first!).click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      await expect(undoButton(page)).toBeVisible()
      await expect(page.getByText(`${first} deleted`)).toBeVisible()
      await expect(page.getByRole('link', { name: first!, exact: true })).toHaveCount(0)
      await expect(getTotal(page)).toHaveText(String(total - 1))
      await expect(getPagerText(page)).toHaveText(`1–9 of ${total - 1}`)
      if (size.width > 768) await page.getByRole('checkbox', { name: `Select ${second}`, exact: true }).click()
      else {
        await getMenuButton(page, second!).click()
        await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
      }
      const bar = page.getByRole('toolbar', { name: 'Selection' })
      await expect(bar).toBeVisible()
      // Hovering pauses the toast's timer.
      await undoButton(page).hover()
      expect(await areUncovered(bar.getByRole('button', { name: 'Clear selection' }))).toBe(true)
      expect(await areUncovered(assetRows(page).getByRole('button', { name: /^Actions for/ }))).toBe(true)
      expect(await areUncovered(page.getByRole('navigation', { name: 'Pages' }).getByRole('button'))).toBe(true)
      expect(await areUncovered(undoButton(page))).toBe(true)
      await shot(`list-undo-${size.width}`)
      await undoButton(page).click()
      await expect(page.getByRole('link', { name: first!, exact: true })).toBeVisible()
      await expect(getTotal(page)).toHaveText(String(total))
      await expect(getPagerText(page)).toHaveText(`1–10 of ${total}`)
    },
  )
}

test(
  'keeps rows in place and selected after a bulk change, and restores their dates on Undo',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, getUnlockedListPath())
    await expect(assetRows(page)).toHaveCount(10)
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    const before = { names: await readNames(page), lastChanges: await readLastChanges(page) }
    const step = async (action: () => Promise<void>, expectedMessage: RegExp) => {
      await action()
      await expect(page.getByRole('status').filter({ hasText: expectedMessage })).toBeVisible()
      expect(await readNames(page)).toEqual(before.names)
      await expect(page.getByRole('toolbar')).toContainText('10 selected')
      await undoButton(page).click()
      await expect.poll(() => readLastChanges(page)).toEqual(before.lastChanges)
      expect(await readNames(page)).toEqual(before.names)
      await expect(page.getByRole('toolbar')).toContainText('10 selected')
    }
    const button = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
    await step(async () => {
      await button('Lock').click()
      await page.getByRole('textbox', { name: 'Reason' }).fill('Handed over')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await readLastChanges(page)).map(([, who]) => who)).toEqual(Array(10).fill('You'))
    }, /10 assets locked/)
    await step(async () => {
      await button('Add tag').click()
      await page.getByRole('menuitem', { name: 'winter' }).click()
    }, /assets? tagged/)
    await page.reload()
    await expect(assetRows(page)).toHaveCount(10)
    expect({ names: await readNames(page), lastChanges: await readLastChanges(page) }).toEqual(before)
  },
)

test(
  'removes an asset from the list after its deletion on the asset page, and restores it on Undo',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, getUnlockedListPath())
    await expect(assetRows(page)).toHaveCount(10)
    const [first] = await readNames(page)
    const link = page.getByRole('link', { name: first!, exact: true })
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: first!, exact: true })).toBeVisible()
    await getMenuButton(page, first!).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
    await expect(page.getByText(`${first} deleted`)).toBeVisible()
    await expect(link).toHaveCount(0)
    await undoButton(page).click()
    await expect(link).toBeVisible()
  },
)

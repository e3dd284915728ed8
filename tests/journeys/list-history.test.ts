import type { Page } from '@playwright/test'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, signIn, test } from './support.ts'

const getFilterButton = (page: Page, name: string) =>
  page.getByRole('search').getByRole('button', { name: new RegExp(`^${name}`) })

const readNames = (page: Page) =>
  page.locator('tbody:not([data-aside]) tr a').evaluateAll((links) => links.map((link) => link.textContent?.trim()))

/** Returns the query in the URL and the state of the visible list. */
async function readState(page: Page) {
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const sorted = await page.locator('th[aria-sort="ascending"], th[aria-sort="descending"]').allTextContents()
  return {
    query: new URL(page.url()).search,
    names: await readNames(page),
    sorted,
    search: await page.getByRole('searchbox').inputValue(),
    pages: await page.locator('main [aria-current="page"]').allTextContents(),
  }
}

/** Performs an action and waits until the list has settled at another URL. */
async function stateAfter(page: Page, action: () => Promise<unknown>) {
  const before = page.url()
  await action()
  await expect.poll(() => page.url()).not.toBe(before)
  // The list waits 250 ms before it makes a request.
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
  return readState(page)
}

const chooseOption = (page: Page, name: string, option: string) => async () => {
  await getFilterButton(page, name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}
const sortBy = (page: Page, head: string) => () =>
  page.getByRole('columnheader', { name: head }).getByRole('button').click()
const goToPage = (page: Page, number: number) => () =>
  page.getByRole('button', { name: `Page ${number}`, exact: true }).click()

test('restores ten states of the list on Back and Forward', SAMPLED_OPTIONS, async ({ page }) => {
  await signIn(page)
  await expect(assetRows(page)).toHaveCount(10)
  const states = [await readState(page)]
  const steps = [
    sortBy(page, 'Asset'),
    sortBy(page, 'Asset'),
    goToPage(page, 2),
    goToPage(page, 3),
    chooseOption(page, 'Gender', 'Unisex'),
    goToPage(page, 2),
    chooseOption(page, 'Lock state', 'Unlocked'),
    () => page.getByRole('searchbox').fill('e'),
    chooseOption(page, 'Application', 'Harbour Lane'),
  ]
  for (const step of steps) {
    states.push(await stateAfter(page, step))
    // Waits, because two changes within 250 ms share one history entry.
    const startTime = await page.evaluate(() => performance.now())
    await page.waitForFunction((at) => performance.now() - at > 260, startTime)
  }
  expect(new Set(states.map(({ query }) => query)).size).toBe(10)
  for (const expectedState of states.slice(0, -1).reverse()) {
    expect(await stateAfter(page, () => page.goBack())).toEqual(expectedState)
  }
  for (const expectedState of states.slice(1))
    expect(await stateAfter(page, () => page.goForward())).toEqual(expectedState)
})

test('restores the scroll position of the list on Back from an asset', SAMPLED_OPTIONS, async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: '10 per page' }).click()
  await page.getByRole('menuitemradio', { name: '50 per page' }).click()
  await expect(assetRows(page)).toHaveCount(50)
  const before = (await assetRows(page).first().getByRole('link').first().textContent()) ?? ''
  await goToPage(page, 2)()
  await expect(page).toHaveURL(/page=2/)
  // Waits for the rows of page 2, because rendering a new page scrolls the list to the top.
  await expect(assetRows(page).first().getByRole('link').first()).not.toHaveText(before)
  const scroller = page.getByRole('region', { name: 'Assets' })
  const top = () => scroller.evaluate((element) => element.scrollTop)
  expect(await top()).toBe(0)
  await scroller.evaluate((element) => element.scrollTo(0, 500))
  await assetRows(page).nth(7).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/assets\/[0-9a-f-]{36}/)
  await page.goBack()
  await expect(assetRows(page).first()).toBeVisible()
  await expect.poll(top).toBeGreaterThan(100)
})

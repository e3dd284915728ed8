import type { Page } from '@playwright/test'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

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

test(
  'reorders rows by pointer, keys and menu, keeps the order on reload and reverts a failed save',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await signIn(page)
    await stateAfter(page, chooseOption(page, 'Application', 'Harbour Lane'))
    await expect(page.getByRole('columnheader', { name: 'No.' })).toHaveAttribute('aria-sort', 'ascending')
    const [one, two, three, four, five] = (await readNames(page)) as string[]
    const getDragHandle = (name: string) => page.getByRole('button', { name: new RegExp(`^Reorder ${name}, position`) })

    await test.step('reorders by pointer', async () => {
      const from = (await getDragHandle(five!).boundingBox())!
      const to = (await getDragHandle(three!).boundingBox())!
      await page.mouse.move(from.x + 6, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(from.x + 160, to.y + 20, { steps: 8 })
      await expect(page.locator('tr[data-ghost]')).toContainText(five!)
      await shot('list-row-in-hand')
      const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await page.mouse.up()
      expect((await patchResponse).status()).toBe(200)
      expect((await readNames(page)).slice(0, 5)).toEqual([one, two, five, three, four])
    })

    await test.step('reorders by keyboard with announcements', async () => {
      await getDragHandle(one!).focus()
      await page.keyboard.press('Space')
      await expect(page.getByRole('status').filter({ hasText: 'Move with the arrow keys' })).toContainText(
        `${one} picked up`,
      )
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await page.keyboard.press('Space')
      await expect(page.getByRole('status').filter({ hasText: 'is now at position 3' })).toContainText(one!)
      await patchResponse
      await expect(getDragHandle(one!)).toBeFocused()
    })

    await test.step('moves a row to a position from its menu', async () => {
      await page.getByRole('button', { name: `Actions for ${four}`, exact: true }).click()
      await page.getByRole('menuitem', { name: 'Move to' }).click()
      await page.getByRole('menuitem', { name: 'To a position…' }).click()
      const dialog = page.getByRole('dialog', { name: `Move ${four}` })
      await dialog.getByRole('textbox', { name: 'To position' }).fill('1')
      const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await page.keyboard.press('Enter')
      await patchResponse
      await expect(dialog).toHaveCount(0)
    })

    const order = [four, two, five, one, three]
    expect((await readNames(page)).slice(0, 5)).toEqual(order)
    await page.reload()
    await expect(assetRows(page).first()).toContainText(four!)
    expect((await readNames(page)).slice(0, 5)).toEqual(order)

    await test.step('moves the row back if saving fails', async () => {
      await page.route('**/v1/assets/*/application', (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
      )
      await getDragHandle(two!).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Space')
      await expect(page.getByRole('status').filter({ hasText: 'Back at 2' })).toHaveCount(1)
      expect((await readNames(page)).slice(0, 5)).toEqual(order)
    })
  },
)

test(
  'moves the focus by keyboard to the search and through the rows, and opens the list of shortcuts',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await signIn(page)
    await expect(assetRows(page)).toHaveCount(10)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    const allNames = (await readNames(page)) as string[]
    await page.getByRole('link', { name: allNames[0]!, exact: true }).focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('link', { name: allNames[9]!, exact: true })).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: allNames[1]!, exact: true })).toBeFocused()
    // Types the whole name, because several names may start with the same letters.
    await page.keyboard.type(allNames[6]!.toLowerCase())
    await expect(page.getByRole('link', { name: allNames[6]!, exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: allNames[6]! })).toBeVisible()
  },
)

test(
  'renders skeleton rows 80 pixels high and filters 140 to 200 pixels wide, without sideways scrolling',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/assets?*', async (route) => {
      await released
      await route.continue().catch(() => {})
    })
    await signIn(page)
    const skeletons = page.locator('tbody tr[aria-hidden="true"]')
    await expect(skeletons).toHaveCount(10)
    expect((await skeletons.first().boundingBox())!.height).toBe(80)
    release()
    await expect(assetRows(page).first()).toBeVisible()
    for (const control of await page.getByRole('search').locator('button[aria-haspopup="dialog"]').all()) {
      const { width } = (await control.boundingBox())!
      expect(width).toBeGreaterThanOrEqual(140)
      expect(width).toBeLessThanOrEqual(200)
    }
    await page.setViewportSize({ width: 780, height: 700 })
    await expect.poll(async () => (await page.getByRole('table').boundingBox())!.width).toBeGreaterThanOrEqual(650)
    await page.setViewportSize({ width: 768, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    // In a low window, the navigation rail scrolls and its items keep their height.
    await page.setViewportSize({ width: 820, height: 400 })
    const rail = page.getByRole('navigation', { name: 'Main' })
    const boxes = await Promise.all((await rail.locator('> *').all()).map((section) => section.boundingBox()))
    for (const [i, box] of boxes.slice(1).entries())
      expect(box!.y).toBeGreaterThanOrEqual(boxes[i]!.y + boxes[i]!.height)
    const last = rail.getByRole('button').last()
    await expect(last).not.toBeInViewport()
    await rail.hover({ position: { x: 30, y: 200 } })
    await page.mouse.wheel(0, 2000)
    await expect(last).toBeInViewport()
  },
)

test('shows a progress bar in a hovered picture while the turntable of the asset is first generated', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.route(/\/turntable$/, () => {})
  await openSignedIn(page, '/assets?order=name')
  const picture = assetRows(page).nth(1).locator('[data-turns]')
  const bar = picture.locator('> [aria-hidden="true"]')
  await expect(picture).toBeVisible()
  await expect(bar).toHaveCount(0)
  // Hovers repeatedly, because the code that listens to the pointer loads when the page is idle.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await picture.hover()
    await expect(bar).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const [inner, outer] = [await bar.boundingBox(), await picture.boundingBox()]
  expect(inner!.width).toBeGreaterThan(outer!.width / 2)
  expect(inner!.y + inner!.height).toBeLessThan(outer!.y + outer!.height)
  await page.mouse.move(0, 0)
  await expect(bar).toHaveCount(0)
})

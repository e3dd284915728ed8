import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

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
  'scrolls the last row completely above the selection toolbar, even if the toolbar wraps',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page)
    await page.getByRole('button', { name: 'Application' }).click()
    await page.getByRole('option', { name: 'Fieldhouse' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Move to' }).or(page.getByText('Drag a handle'))).toBeVisible()
    const bar = page.getByRole('toolbar', { name: 'Selection' })
    const readOverlap = async () => {
      const last = assetRows(page).last()
      await last.evaluate((row) => row.closest('[data-scroller]')!.scrollTo(0, 1e6))
      const [row, toolbarBox] = [await last.boundingBox(), await bar.boundingBox()]
      return row!.y + row!.height - toolbarBox!.y
    }
    await assetRows(page).first().getByRole('checkbox').check()
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(bar.getByRole('button', { name: 'Move to' })).toBeVisible()
      await expect.poll(readOverlap).toBeLessThanOrEqual(0)
      await shot(`list-toolbar-${width}`)
    }
    // Proves that the toolbar has wrapped at the second width.
    expect((await bar.boundingBox())!.height).toBeGreaterThan(60)
  },
)

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

test(
  'highlights the row that the pointer rests on, but not the rows that scroll past the pointer',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await signIn(page)
    await page.getByRole('button', { name: '10 per page' }).click()
    await page.getByRole('menuitemradio', { name: 'All rows' }).click()
    await expect(getPagerText(page)).toHaveText(/^100 of/)
    await assetRows(page).nth(3).hover()
    const scrolled = await page.evaluate(async () => {
      const scroller = document.querySelector('[data-scroller]')!
      const frame = () => new Promise(requestAnimationFrame)
      const startedTransitions: string[] = []
      scroller.addEventListener('transitionrun', ({ target }) => startedTransitions.push((target as Element).tagName))
      const hoveredRows = new Set<string>()
      for (let step = 0; step < 20; step += 1) {
        scroller.scrollBy({ top: 90 })
        await frame()
        // Discards the transitions of the first step: the list stops highlighting on the first scroll event, one frame later.
        if (step === 1) startedTransitions.length = 0
        const id = document.querySelector<HTMLElement>('tr[data-row]:hover')?.dataset['row']
        if (id) hoveredRows.add(id)
      }
      return { transitionCount: startedTransitions.length, rowCount: hoveredRows.size }
    })
    // Proves that rows have scrolled past the pointer.
    expect(scrolled.rowCount).toBeGreaterThan(5)
    // On a slow machine, scrolling pauses, which starts a few transitions. Highlighting each cell of each row would start many
    // more.
    expect(scrolled.transitionCount).toBeLessThan(3 * scrolled.rowCount)
    const picture = assetRows(page).and(page.locator(':hover')).locator('img').locator('..')
    await expect
      .poll(() => picture.evaluate((element) => getComputedStyle(element).transform))
      .toBe('matrix(1.06, 0, 0, 1.06, 0, 0)')
  },
)

test(
  "lays out the next page's rows invisibly while the button Next page is hovered or focused",
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, '/assets')
    await expect(assetRows(page)).toHaveCount(10)
    const next = page.getByRole('button', { name: 'Next page' })
    const nextPageRows = page.locator('tbody[data-aside]')
    const readList = async () => ({
      height: await page.locator('[data-scroller]').evaluate((element) => element.scrollHeight),
      cells: await page.getByRole('table').getByRole('cell').count(),
      rows: await assetRows(page).evaluateAll((all) => all.map(({ dataset }) => dataset['row'])),
    })
    const movePointerAway = () => page.getByRole('heading', { name: 'Assets' }).hover()
    await next.hover()
    // The next page's rows are rendered once the list has settled.
    await expect(nextPageRows.locator('tr')).toHaveCount(10)
    expect(
      await nextPageRows
        .locator('a')
        .first()
        .evaluate((element) => element.getBoundingClientRect().height),
    ).toBeGreaterThan(20)
    const listBefore = await readList()
    await movePointerAway()
    await expect(nextPageRows).toHaveCount(0)
    expect(await readList()).toEqual(listBefore)
    await next.hover()
    await expect(nextPageRows).toHaveCount(1)
    expect(await findAxeViolations(page)).toEqual([])
    const visiblePoints = await page.evaluate(() => {
      const { left, right, top, bottom } = document.querySelector('[data-scroller]')!.getBoundingClientRect()
      const points: string[] = []
      for (let y = top + 5; y < bottom; y += 10)
        for (let x = left + 5; x < right; x += 20)
          if (document.elementFromPoint(x, y)?.closest('[data-aside]')) points.push(`${x} ${y}`)
      return points
    })
    expect(visiblePoints).toEqual([])
    expect(
      await nextPageRows.evaluate(
        (scroller) =>
          [...scroller.querySelectorAll<HTMLElement>('a, button, input')].filter((control) => control.tabIndex >= 0)
            .length,
      ),
    ).toBe(0)
    const nextPageIds = await nextPageRows
      .locator('tr')
      .evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row']))
    await nextPageRows.evaluate((element) => {
      const moved: Node[] = []
      Object.assign(element, { moved })
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) moved.push(...[...addedNodes].filter((node) => node === element))
      }).observe(element.parentNode!, { childList: true })
    })
    await next.click()
    await expect
      .poll(() => assetRows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row'])))
      .toEqual(nextPageIds)
    // The prepared table body becomes visible in its place in the DOM, because a move would repeat the layout. Tab reaches its
    // rows.
    const currentRows = page.locator('tbody:not([data-aside])')
    expect(
      await currentRows.evaluate((element) => [
        (element as unknown as { moved?: Node[] }).moved?.length,
        element.ariaHidden,
      ]),
    ).toEqual([0, null])
    expect(await assetRows(page).locator('[tabindex="0"]').count()).toBe(10)
    // While the pointer stays on the button, the page after the new page is laid out.
    await expect(nextPageRows.locator('tr').first()).not.toHaveAttribute('data-row', nextPageIds[0]!)
    await movePointerAway()
    await expect(nextPageRows).toHaveCount(0)
    // The click left the focus on the button.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    await expect(nextPageRows).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await expect(nextPageRows).toHaveCount(0)
  },
)

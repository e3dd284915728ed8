import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

const names = (page: Page) => assetRows(page).locator('a[href^="/assets/"]').allTextContents()
const headTotal = (page: Page) => page.locator('header h1 + span')
const foot = (page: Page) => page.getByRole('main').getByText(/^\d+(–\d+)? of \d+$/)
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' })
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}`, exact: true })
const unlocked = (filter = {}) => `/assets?filter=${encodeURIComponent(JSON.stringify({ locked: 'false', ...filter }))}`

/** Returns whether a click in the middle of each element would reach that element, with nothing covering it. */
async function isUncovered(found: Locator): Promise<boolean> {
  const uncovered: boolean[] = []
  for (const one of await found.all()) {
    uncovered.push(
      await one.evaluate((element) => {
        element.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = element.getBoundingClientRect()
        const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
        return topElement !== null && (element.contains(topElement) || topElement.contains(element))
      }),
    )
  }
  return uncovered.length > 0 && uncovered.every(Boolean)
}

/** Returns the date and the author of the last change of each row. */
const ages = (page: Page) =>
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
      await openSignedIn(page, unlocked())
      await expect(assetRows(page)).toHaveCount(10)
      const total = Number(await headTotal(page).textContent())
      const [first, second] = await names(page)
      await menuOf(page, first!).click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      await expect(undoButton(page)).toBeVisible()
      await expect(page.getByText(`${first} deleted`)).toBeVisible()
      await expect(page.getByRole('link', { name: first!, exact: true })).toHaveCount(0)
      await expect(headTotal(page)).toHaveText(String(total - 1))
      await expect(foot(page)).toHaveText(`1–9 of ${total - 1}`)
      if (size.width > 768) await page.getByRole('checkbox', { name: `Select ${second}`, exact: true }).click()
      else {
        await menuOf(page, second!).click()
        await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
      }
      const bar = page.getByRole('toolbar', { name: 'Selection' })
      await expect(bar).toBeVisible()
      // The toast's timer pauses under the pointer.
      await undoButton(page).hover()
      expect(await isUncovered(bar.getByRole('button', { name: 'Clear selection' }))).toBe(true)
      expect(await isUncovered(assetRows(page).getByRole('button', { name: /^Actions for/ }))).toBe(true)
      expect(await isUncovered(page.getByRole('navigation', { name: 'Pages' }).getByRole('button'))).toBe(true)
      expect(await isUncovered(undoButton(page))).toBe(true)
      await shot(`list-undo-${size.width}`)
      await undoButton(page).click()
      await expect(page.getByRole('link', { name: first!, exact: true })).toBeVisible()
      await expect(headTotal(page)).toHaveText(String(total))
      await expect(foot(page)).toHaveText(`1–10 of ${total}`)
    },
  )
}

test(
  'scrolls the last row clear of the selection toolbar, even if the toolbar wraps',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page)
    await page.getByRole('button', { name: 'Application' }).click()
    await page.getByRole('option', { name: 'Fieldhouse' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Move to' }).or(page.getByText('Drag a handle'))).toBeVisible()
    const bar = page.getByRole('toolbar', { name: 'Selection' })
    const overlap = async () => {
      const last = assetRows(page).last()
      await last.evaluate((row) => row.closest('[data-scroller]')!.scrollTo(0, 1e6))
      const [row, above] = [await last.boundingBox(), await bar.boundingBox()]
      return row!.y + row!.height - above!.y
    }
    await assetRows(page).first().getByRole('checkbox').check()
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(bar.getByRole('button', { name: 'Move to' })).toBeVisible()
      await expect.poll(overlap).toBeLessThanOrEqual(0)
      await shot(`list-toolbar-${width}`)
    }
    // The toolbar has wrapped. Otherwise a test at the second width would prove nothing.
    expect((await bar.boundingBox())!.height).toBeGreaterThan(60)
  },
)

test(
  'keeps rows in place and selected after a bulk change, and restores their dates on Undo',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, unlocked())
    await expect(assetRows(page)).toHaveCount(10)
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    const before = { names: await names(page), ages: await ages(page) }
    const step = async (action: () => Promise<void>, expectedMessage: RegExp) => {
      await action()
      await expect(page.getByRole('status').filter({ hasText: expectedMessage })).toBeVisible()
      expect(await names(page)).toEqual(before.names)
      await expect(page.getByRole('toolbar')).toContainText('10 selected')
      await undoButton(page).click()
      await expect.poll(() => ages(page)).toEqual(before.ages)
      expect(await names(page)).toEqual(before.names)
      await expect(page.getByRole('toolbar')).toContainText('10 selected')
    }
    const button = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
    await step(async () => {
      await button('Lock').click()
      await page.getByRole('textbox', { name: 'Reason' }).fill('Handed over')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await ages(page)).map(([, who]) => who)).toEqual(Array(10).fill('You'))
    }, /10 assets locked/)
    await step(async () => {
      await button('Add tag').click()
      await page.getByRole('menuitem', { name: 'winter' }).click()
    }, /assets? tagged/)
    await page.reload()
    await expect(assetRows(page)).toHaveCount(10)
    expect({ names: await names(page), ages: await ages(page) }).toEqual(before)
  },
)

test(
  'announces a moved row to other users, but not to the user who moved it',
  SAMPLED_OPTIONS,
  async ({ page, browser, baseURL }) => {
    const open = async (on: Page) => {
      await signIn(on)
      await on.goto('/assets')
      await on
        .getByRole('search')
        .getByRole('button', { name: /^Application/ })
        .click()
      await on.getByRole('option', { name: 'Harbour Lane' }).click()
      await on.keyboard.press('Escape')
      await expect(on.getByRole('button', { name: /^Reorder .*, position 2$/ })).toBeVisible()
    }
    const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
    await open(other)
    await open(page)
    const pill = (on: Page) => on.getByRole('button', { name: /changed · Show/ })
    const [, moved] = await names(page)
    // Delays the response until after the event.
    await page.route('**/v1/assets/*/application', async (route) => {
      const answer = await route.fetch()
      await expect(pill(other)).toBeVisible()
      await route.fulfill({ response: answer })
    })
    const patchResponse = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await menuOf(page, moved!).click()
    await page.getByRole('menuitem', { name: 'Move to' }).click()
    await page.getByRole('menuitem', { name: 'To the top' }).click()
    await patchResponse
    await expect(page.locator('tr[data-index="0"] time + span')).toHaveText('You')
    expect(await pill(page).count()).toBe(0)
    // The notice has its own space below the rows and does not cover them.
    const rowsEnd = await other
      .getByRole('region', { name: 'Assets' })
      .evaluate((element) => element.getBoundingClientRect().bottom)
    expect((await pill(other).boundingBox())!.y).toBeGreaterThanOrEqual(rowsEnd)
    await other.context().close()
  },
)

test(
  'shows a sort tooltip on column heads, and keeps the order of dragged columns on reload',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await signIn(page)
    await expect(assetRows(page)).toHaveCount(10)
    const heads = () =>
      page.locator('th[data-field]').evaluateAll((all) => all.map((head) => head.getAttribute('data-field')))
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
    const before = await heads()
    expect(before).toContain('tags')
    // The header of a column without sorting still has an accessible name.
    for (const name of ['Applications', 'Tags', 'Lock']) await expect(head(name)).toHaveCount(1)
    // Moves the pointer again, because the prerendered header has no tooltip. When the app replaces that header under a resting
    // pointer, no enter event is fired.
    await expect(async () => {
      await page.mouse.move(0, 0)
      await head('Updated').getByRole('button').hover()
      await expect(page.getByRole('tooltip')).toContainText('Sort oldest first', { timeout: 2000 })
    }).toPass()
    await shot('list-head-tip')
    await page.keyboard.press('Escape')
    const from = (await head('Type').boundingBox())!
    const to = (await head('Updated').boundingBox())!
    await page.mouse.move(from.x + 30, from.y + 18)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 20, to.y + 18, { steps: 8 })
    await expect(page.locator('th[data-drop]')).toHaveCount(1)
    await shot('list-head-in-hand')
    await page.mouse.up()
    const moved = [...before.filter((field) => field !== 'type'), 'type']
    // Polls, because the code that reorders columns is loaded on first use.
    await expect.poll(heads).toEqual(moved)
    await expect(page).not.toHaveURL(/order=/)
    await page.reload()
    await expect(assetRows(page)).toHaveCount(10)
    await expect.poll(heads).toEqual(moved)
    await head('Type').getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(heads).toEqual([...moved.slice(0, -2), 'type', 'updatedAt'])
    await expect(head('Type').getByRole('button')).toBeFocused()
    // From the column headers, Tab moves from row to row.
    const led: unknown[] = []
    for (let stop = 0; stop < 3; stop += 1) {
      await page.keyboard.press('Tab')
      led.push(await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-index')))
    }
    expect(led).toEqual(['0', '1', '2'])
  },
)

test(
  'removes an asset deleted on its own page from the list, where Undo restores it',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, unlocked())
    await expect(assetRows(page)).toHaveCount(10)
    const [first] = await names(page)
    const link = page.getByRole('link', { name: first!, exact: true })
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: first!, exact: true })).toBeVisible()
    await menuOf(page, first!).click()
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
    await expect(foot(page)).toHaveText(/^100 of/)
    await assetRows(page).nth(3).hover()
    const scrolled = await page.evaluate(async () => {
      const scroller = document.querySelector('[data-scroller]')!
      const frame = () => new Promise(requestAnimationFrame)
      const startedTransitions: string[] = []
      scroller.addEventListener('transitionrun', ({ target }) => startedTransitions.push((target as Element).tagName))
      const lit = new Set<string>()
      for (let step = 0; step < 20; step += 1) {
        scroller.scrollBy({ top: 90 })
        await frame()
        // Starts counting in the second step, because the first scroll event is dispatched one frame later.
        if (step === 1) startedTransitions.length = 0
        const id = document.querySelector<HTMLElement>('tr[data-row]:hover')?.dataset['row']
        if (id) lit.add(id)
      }
      return { begun: startedTransitions, lit: lit.size }
    })
    // The pointer was over rows. Otherwise no transition would have started either.
    expect(scrolled.lit).toBeGreaterThan(5)
    // On a slow machine, scrolling pauses, which starts a few transitions. Highlighting each cell of each row would start many
    // more.
    expect(scrolled.begun.length).toBeLessThan(3 * scrolled.lit)
    const art = assetRows(page).and(page.locator(':hover')).locator('img').locator('..')
    await expect
      .poll(() => art.evaluate((element) => getComputedStyle(element).transform))
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
    const asideRows = page.locator('tbody[data-aside]')
    const readList = async () => ({
      height: await page.locator('[data-scroller]').evaluate((element) => element.scrollHeight),
      cells: await page.getByRole('table').getByRole('cell').count(),
      rows: await assetRows(page).evaluateAll((all) => all.map(({ dataset }) => dataset['row'])),
    })
    const movePointerAway = () => page.getByRole('heading', { name: 'Assets' }).hover()
    await next.hover()
    // The next page's rows are rendered once the list has settled.
    await expect(asideRows.locator('tr')).toHaveCount(10)
    expect(
      await asideRows
        .locator('a')
        .first()
        .evaluate((element) => element.getBoundingClientRect().height),
    ).toBeGreaterThan(20)
    const asideHeight = await readList()
    await movePointerAway()
    await expect(asideRows).toHaveCount(0)
    expect(await readList()).toEqual(asideHeight)
    await next.hover()
    await expect(asideRows).toHaveCount(1)
    expect(await findAxeViolations(page)).toEqual([])
    const met = await page.evaluate(() => {
      const { left, right, top, bottom } = document.querySelector('[data-scroller]')!.getBoundingClientRect()
      const found: string[] = []
      for (let y = top + 5; y < bottom; y += 10)
        for (let x = left + 5; x < right; x += 20)
          if (document.elementFromPoint(x, y)?.closest('[data-aside]')) found.push(`${x} ${y}`)
      return found
    })
    expect(met).toEqual([])
    expect(
      await asideRows.evaluate(
        (scroller) =>
          [...scroller.querySelectorAll<HTMLElement>('a, button, input')].filter((control) => control.tabIndex >= 0)
            .length,
      ),
    ).toBe(0)
    const coming = await asideRows
      .locator('tr')
      .evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row']))
    await asideRows.evaluate((element) => {
      const moved: Node[] = []
      Object.assign(element, { moved })
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) moved.push(...[...addedNodes].filter((node) => node === element))
      }).observe(element.parentNode!, { childList: true })
    })
    await next.click()
    await expect
      .poll(() => assetRows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row'])))
      .toEqual(coming)
    // The prepared table body is shown without moving it in the DOM, because moving it would repeat the layout. Tab reaches its
    // rows.
    const currentRows = page.locator('tbody:not([data-aside])')
    expect(
      await currentRows.evaluate((element) => [
        (element as unknown as { moved?: Node[] }).moved?.length,
        element.ariaHidden,
      ]),
    ).toEqual([0, null])
    expect(await assetRows(page).locator('[tabindex="0"]').count()).toBe(10)
    // The following page is laid out as well while the pointer stays on the button.
    await expect(asideRows.locator('tr').first()).not.toHaveAttribute('data-row', coming[0]!)
    await movePointerAway()
    await expect(asideRows).toHaveCount(0)
    // The click left the focus on the button.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    await expect(asideRows).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await expect(asideRows).toHaveCount(0)
  },
)

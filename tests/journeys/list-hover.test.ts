import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

const getPagerText = (page: Page) => page.getByRole('main').getByText(/^\d+(–\d+)? of \d+$/)

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

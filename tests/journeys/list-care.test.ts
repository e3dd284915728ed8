import type { Locator, Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, signIn, test } from './support.ts'

const names = (page: Page) => rows(page).locator('a[href^="/assets/"]').allTextContents()
const headTotal = (page: Page) => page.locator('header h1 + span')
const foot = (page: Page) => page.getByRole('main').getByText(/^\d+(–\d+)? of \d+$/)
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}`, exact: true })
const unlocked = (filter = {}) => `/assets?filter=${encodeURIComponent(JSON.stringify({ locked: 'false', ...filter }))}`

/** Whether a press in the middle of each would reach it: nothing lies above. */
async function isUncovered(found: Locator): Promise<boolean> {
  const reached: boolean[] = []
  for (const one of await found.all()) {
    reached.push(
      await one.evaluate((element) => {
        element.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = element.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return hit !== null && (element.contains(hit) || hit.contains(element))
      }),
    )
  }
  return reached.length > 0 && reached.every(Boolean)
}

/** What a list shows of when and by whom each row was changed last. */
const ages = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) => [row.querySelector('time')?.dateTime, row.querySelector('time + span')?.textContent]),
  )

for (const { name, size } of [
  { name: 'a desk', size: { width: 1440, height: 900 } },
  { name: 'a phone', size: { width: 390, height: 844 } },
]) {
  test(
    `on ${name} deleting offers Undo, which covers nothing, and counts agree meanwhile`,
    SAMPLED,
    async ({ page, shot }) => {
      await page.setViewportSize(size)
      await openAs(page, unlocked())
      await expect(rows(page)).toHaveCount(10)
      const total = Number(await headTotal(page).textContent())
      const [first, second] = await names(page)
      await menuOf(page, first!).click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      await expect(undo(page)).toBeVisible()
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
      // Under the pointer its time waits.
      await undo(page).hover()
      expect(await isUncovered(bar.getByRole('button', { name: 'Clear selection' }))).toBe(true)
      expect(await isUncovered(rows(page).getByRole('button', { name: /^Actions for/ }))).toBe(true)
      expect(await isUncovered(page.getByRole('navigation', { name: 'Pages' }).getByRole('button'))).toBe(true)
      expect(await isUncovered(undo(page))).toBe(true)
      await shot(`list-undo-${size.width}`)
      await undo(page).click()
      await expect(page.getByRole('link', { name: first!, exact: true })).toBeVisible()
      await expect(headTotal(page)).toHaveText(String(total))
      await expect(foot(page)).toHaveText(`1–10 of ${total}`)
    },
  )
}

test(
  'the last row comes clear of the selection’s toolbar, however many lines that takes',
  SAMPLED,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page)
    await page.getByRole('button', { name: 'Application' }).click()
    await page.getByRole('option', { name: 'Fieldhouse' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Move to' }).or(page.getByText('Drag, or on a handle'))).toBeVisible()
    const bar = page.getByRole('toolbar', { name: 'Selection' })
    const overlap = async () => {
      const last = rows(page).last()
      await last.evaluate((row) => row.closest('[data-scroller]')!.scrollTo(0, 1e6))
      const [row, above] = [await last.boundingBox(), await bar.boundingBox()]
      return row!.y + row!.height - above!.y
    }
    await rows(page).first().getByRole('checkbox').check()
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(bar.getByRole('button', { name: 'Move to' })).toBeVisible()
      await expect.poll(overlap).toBeLessThanOrEqual(0)
      await shot(`list-toolbar-${width}`)
    }
    // More lines than one, or the second width shows nothing.
    expect((await bar.boundingBox())!.height).toBeGreaterThan(60)
  },
)

test(
  'what is done to many rows leaves them in place and selected, and Undo gives them their age again',
  SAMPLED,
  async ({ page }) => {
    await openAs(page, unlocked())
    await expect(rows(page)).toHaveCount(10)
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    const before = { names: await names(page), ages: await ages(page) }
    const step = async (act: () => Promise<void>, said: RegExp) => {
      await act()
      await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible()
      expect(await names(page)).toEqual(before.names)
      await expect(page.getByRole('toolbar')).toContainText('10 selected')
      await undo(page).click()
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
    await expect(rows(page)).toHaveCount(10)
    expect({ names: await names(page), ages: await ages(page) }).toEqual(before)
  },
)

test('a row one moves is no news to oneself, and to others it is', SAMPLED, async ({ page, browser, baseURL }) => {
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
  // The answer takes longer than the event.
  await page.route('**/v1/assets/*/application', async (route) => {
    const answer = await route.fetch()
    await expect(pill(other)).toBeVisible()
    await route.fulfill({ response: answer })
  })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await menuOf(page, moved!).click()
  await page.getByRole('menuitem', { name: 'Move to' }).click()
  await page.getByRole('menuitem', { name: 'To the top' }).click()
  await saved
  await expect(page.locator('tr[data-index="0"] time + span')).toHaveText('You')
  expect(await pill(page).count()).toBe(0)
  // It takes its room beside the rows.
  const rowsEnd = await other
    .getByRole('region', { name: 'Assets' })
    .evaluate((it) => it.getBoundingClientRect().bottom)
  expect((await pill(other).boundingBox())!.y).toBeGreaterThanOrEqual(rowsEnd)
  await other.context().close()
})

test(
  'heads say which way they sort, are dragged to another place, and are there after a reload',
  SAMPLED,
  async ({ page, shot }) => {
    await signIn(page)
    await expect(rows(page)).toHaveCount(10)
    const heads = () =>
      page.locator('th[data-field]').evaluateAll((all) => all.map((head) => head.getAttribute('data-field')))
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
    const before = await heads()
    expect(before).toContain('tags')
    // A head that does not sort is heard by its name all the same.
    for (const name of ['Applications', 'Tags', 'Lock']) await expect(head(name)).toHaveCount(1)
    await head('Updated').getByRole('button').hover()
    await expect(page.getByRole('tooltip')).toContainText('Sort oldest first')
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
    // What arranges columns is fetched by the first who does.
    await expect.poll(heads).toEqual(moved)
    await expect(page).not.toHaveURL(/order=/)
    await page.reload()
    await expect(rows(page)).toHaveCount(10)
    await expect.poll(heads).toEqual(moved)
    await head('Type').getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(heads).toEqual([...moved.slice(0, -2), 'type', 'updatedAt'])
    await expect(head('Type').getByRole('button')).toBeFocused()
    // From the heads the Tab key leads to one row after the other.
    const led: unknown[] = []
    for (let stop = 0; stop < 3; stop += 1) {
      await page.keyboard.press('Tab')
      led.push(await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-index')))
    }
    expect(led).toEqual(['0', '1', '2'])
  },
)

test('an asset deleted on its own page is gone from the list, where Undo brings it back', SAMPLED, async ({ page }) => {
  await openAs(page, unlocked())
  await expect(rows(page)).toHaveCount(10)
  const [first] = await names(page)
  const link = page.getByRole('link', { name: first!, exact: true })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: first!, exact: true })).toBeVisible()
  await menuOf(page, first!).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  await expect(page.getByText(`${first} deleted`)).toBeVisible()
  await expect(link).toHaveCount(0)
  await undo(page).click()
  await expect(link).toBeVisible()
})

test(
  'rows that pass under the pointer set nothing off; the one that it then rests on is lit',
  SAMPLED,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await signIn(page)
    await page.getByRole('button', { name: '10 per page' }).click()
    await page.getByRole('menuitemradio', { name: 'All rows' }).click()
    await expect(foot(page)).toHaveText(/^100 of/)
    await rows(page).nth(3).hover()
    const scrolled = await page.evaluate(async () => {
      const scroller = document.querySelector('[data-scroller]')!
      const frame = () => new Promise(requestAnimationFrame)
      const begun: string[] = []
      scroller.addEventListener('transitionrun', ({ target }) => begun.push((target as Element).tagName))
      const lit = new Set<string>()
      for (let step = 0; step < 20; step += 1) {
        scroller.scrollBy({ top: 90 })
        await frame()
        // The first scroll is heard with the frame after it.
        if (step === 1) begun.length = 0
        const id = document.querySelector<HTMLElement>('tr[data-row]:hover')?.dataset['row']
        if (id) lit.add(id)
      }
      return { begun, lit: lit.size }
    })
    // Else the pointer was over no rows, which would set nothing off either.
    expect(scrolled.lit).toBeGreaterThan(5)
    // On a busy machine a frame may take so long that the rows seem to rest; each cell of each row lighting up is many more.
    expect(scrolled.begun.length).toBeLessThan(scrolled.lit)
    const art = rows(page).and(page.locator(':hover')).locator('img').locator('..')
    await expect.poll(() => art.evaluate((it) => getComputedStyle(it).transform)).toBe('matrix(1.06, 0, 0, 1.06, 0, 0)')
  },
)

test(
  'while the next page’s button is pointed at or focused, its rows are laid out, and nobody meets them',
  SAMPLED,
  async ({ page }) => {
    await openAs(page, '/assets')
    await expect(rows(page)).toHaveCount(10)
    const next = page.getByRole('button', { name: 'Next page' })
    const aside = page.locator('tbody[data-aside]')
    const stands = async () => ({
      height: await page.locator('[data-scroller]').evaluate((it) => it.scrollHeight),
      cells: await page.getByRole('table').getByRole('cell').count(),
      rows: await rows(page).evaluateAll((all) => all.map(({ dataset }) => dataset['row'])),
    })
    const away = () => page.getByRole('heading', { name: 'Assets' }).hover()
    await next.hover()
    // Drawn once the list rests.
    await expect(aside.locator('tr')).toHaveCount(10)
    expect(
      await aside
        .locator('a')
        .first()
        .evaluate((it) => it.getBoundingClientRect().height),
    ).toBeGreaterThan(20)
    const beside = await stands()
    await away()
    await expect(aside).toHaveCount(0)
    expect(await stands()).toEqual(beside)
    await next.hover()
    await expect(aside).toHaveCount(1)
    expect(await faultsOf(page)).toEqual([])
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
      await aside.evaluate(
        (it) => [...it.querySelectorAll<HTMLElement>('a, button, input')].filter((one) => one.tabIndex >= 0).length,
      ),
    ).toBe(0)
    const coming = await aside.locator('tr').evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row']))
    await aside.evaluate((it) => {
      const moved: Node[] = []
      Object.assign(it, { moved })
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) moved.push(...[...addedNodes].filter((node) => node === it))
      }).observe(it.parentNode!, { childList: true })
    })
    await next.click()
    await expect
      .poll(() => rows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row'])))
      .toEqual(coming)
    // The body that was laid out is shown where it stands: moved, it would be laid out anew. The Tab key reaches its rows.
    const shown = page.locator('tbody:not([data-aside])')
    expect(await shown.evaluate((it) => [(it as unknown as { moved?: Node[] }).moved?.length, it.ariaHidden])).toEqual([
      0,
      null,
    ])
    expect(await rows(page).locator('[tabindex="0"]').count()).toBe(10)
    // Those of the page after it come as the pointer rests on.
    await expect(aside.locator('tr').first()).not.toHaveAttribute('data-row', coming[0]!)
    await away()
    await expect(aside).toHaveCount(0)
    // The press had left the focus there.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    await expect(aside).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await expect(aside).toHaveCount(0)
  },
)

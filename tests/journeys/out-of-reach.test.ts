import type { Page } from '@playwright/test'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, signIn, test } from './support.ts'

const LOST = 'This part of the page couldn’t be loaded. Check your connection.'

/** Lets nothing more of the client's code through. */
const cutOff = (page: Page) => page.route('**/assets/*-*.{js,css}', (route) => route.abort())

test.describe('code that is out of reach', () => {
  // As if data were to be saved: else all of it is there before anything is pressed.
  test.beforeEach(({ page }) =>
    page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true }),
    ),
  )

  test('the inspector: it is said, and it opens once it can be had', async ({ page }) => {
    await signIn(page)
    // The first page has the heading too, and the app comes behind it.
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await cutOff(page)
    const lost = page.getByRole('alert').filter({ hasText: LOST })
    await page.keyboard.press('Control+i')
    await expect(lost).toBeVisible()
    await page.unroute('**/assets/*-*.{js,css}')
    await lost.getByRole('button', { name: 'Retry' }).click()
    await expect(lost).toHaveCount(0)
    await page.keyboard.press('Control+i')
    await expect(page.getByRole('region', { name: 'State machines' })).toBeVisible()
  })

  test(
    'a menu, a dialog, a bulk action and a tip: it is said, nothing is lost, and it is tried again',
    SAMPLED,
    async ({ page, shot }) => {
      // Of the first ten others may have locked each.
      await openAs(page, '/assets?filter={"locked":"false"}')
      await expect(rows(page)).toHaveCount(10)
      await cutOff(page)
      const lost = page.getByRole('alert').filter({ hasText: LOST })
      const menu = rows(page)
        .first()
        .getByRole('button', { name: /^Actions for/ })
      const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('KeysDialog'))
      await page.keyboard.press('?')
      await refused
      await expect(lost).toBeVisible()
      await menu.click()
      await expect(menu).toHaveAttribute('aria-expanded', 'false')
      await expect(lost).toHaveCount(1)
      await shot('out-of-reach')
      await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
      await page.unroute('**/assets/*-*.{js,css}')
      await lost.getByRole('button', { name: 'Retry' }).click()
      await expect(lost).toHaveCount(0)
      // The dialog that was asked for comes, with its looks.
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(dialog).toBeVisible()
      // Styles that others asked for meanwhile may be on their way.
      const unstyled = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)
              .length,
        )
      await expect.poll(unstyled).toBe(0)
      await page.keyboard.press('Escape')
      await menu.click()
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('Escape')
      await rows(page).first().getByRole('checkbox').check({ force: true })
      const remove = page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true })
      await expect(remove).toBeVisible()
      await cutOff(page)
      await remove.click()
      await expect(lost).toBeVisible()
      await expect(page.getByRole('toolbar')).toContainText('1 selected')
      await page.unroute('**/assets/*-*.{js,css}')
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(lost).toHaveCount(0)
      await remove.click()
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('deleted')
      await page.getByRole('button', { name: 'Undo' }).click()
    },
  )
})

test('what was fetched while the page was idle works with the server out of reach', SAMPLED, async ({ page }) => {
  const fetched: string[] = []
  await signIn(page)
  page.context().on('response', (response) => fetched.push(new URL(response.url()).pathname))
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  for (const name of ['MenuPanel', 'BulkBar', 'ListToasts', 'TooltipBody', 'KeysDialog', 'ViewDialog', 'write-file'])
    await expect.poll(() => fetched.some((path) => path.includes(name) && path.endsWith('.js')), name).toBe(true)
  // What comes in the worker is kept by the browser, which only a network that is gone leaves in place.
  await page.context().setOffline(true)
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
})

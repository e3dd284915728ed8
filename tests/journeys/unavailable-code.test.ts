import type { Page } from '@playwright/test'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

const MISSING_CODE_MESSAGE = 'This part of the page couldn’t be loaded. Check your connection.'

const blockCode = (page: Page) => page.route('**/assets/*-*.{js,css}', (route) => route.abort())

test.describe('failed loading of code', () => {
  // Turns on data saving, because otherwise the page prefetches all code before the user acts.
  test.beforeEach(({ page }) =>
    page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true }),
    ),
  )

  test('shows an error if the code of the inspector fails to load, and opens the inspector after a retry', async ({
    page,
  }) => {
    await signIn(page)
    // Waits for the app's navigation, because the prerendered page has the heading too.
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await blockCode(page)
    const offlineAlert = page.getByRole('alert').filter({ hasText: MISSING_CODE_MESSAGE })
    // Waits for the failed request of the inspector, because the alert may be about other code.
    const failedRequest = page.waitForEvent('requestfailed', (request) => request.url().includes('/inspector-'))
    await page.keyboard.press('Control+i')
    await failedRequest
    await expect(offlineAlert).toBeVisible()
    await page.unroute('**/assets/*-*.{js,css}')
    await offlineAlert.getByRole('button', { name: 'Retry' }).click()
    await expect(offlineAlert).toHaveCount(0)
    await page.keyboard.press('Control+i')
    await expect(page.getByRole('region', { name: 'State machines' })).toBeVisible()
  })

  test(
    'shows an error if the code of a dialog, menu or bulk action fails to load, and succeeds on a retry',
    SAMPLED_OPTIONS,
    async ({ page, shot }) => {
      // Earlier journeys may have locked any of the first ten assets.
      await openSignedIn(page, '/assets?filter={"locked":"false"}')
      await expect(assetRows(page)).toHaveCount(10)
      await blockCode(page)
      const offlineAlert = page.getByRole('alert').filter({ hasText: MISSING_CODE_MESSAGE })
      const menu = assetRows(page)
        .first()
        .getByRole('button', { name: /^Actions for/ })
      const failedRequest = page.waitForEvent('requestfailed', (request) => request.url().includes('ShortcutsDialog'))
      await page.keyboard.press('?')
      await failedRequest
      await expect(offlineAlert).toBeVisible()
      await menu.click()
      await expect(menu).toHaveAttribute('aria-expanded', 'false')
      await expect(offlineAlert).toHaveCount(1)
      await shot('out-of-reach')
      await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
      await page.unroute('**/assets/*-*.{js,css}')
      await offlineAlert.getByRole('button', { name: 'Retry' }).click()
      await expect(offlineAlert).toHaveCount(0)
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(dialog).toBeVisible()
      // Waits for the dialog's styles and for styles that other components have requested.
      const countPendingStyles = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)
              .length,
        )
      await expect.poll(countPendingStyles).toBe(0)
      await page.keyboard.press('Escape')
      await menu.click()
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('Escape')
      await assetRows(page).first().getByRole('checkbox').check({ force: true })
      const deleteButton = page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true })
      await expect(deleteButton).toBeVisible()
      await blockCode(page)
      await deleteButton.click()
      await expect(offlineAlert).toBeVisible()
      await expect(page.getByRole('toolbar')).toContainText('1 selected')
      await page.unroute('**/assets/*-*.{js,css}')
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(offlineAlert).toHaveCount(0)
      await deleteButton.click()
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('deleted')
      await page.getByRole('button', { name: 'Undo' }).click()
    },
  )
})

test('opens a menu from prefetched code while the browser is offline', SAMPLED_OPTIONS, async ({ page }) => {
  const fetchedPaths: string[] = []
  await signIn(page)
  page.context().on('response', (response) => fetchedPaths.push(new URL(response.url()).pathname))
  await page.reload()
  await expect(assetRows(page)).toHaveCount(10)
  for (const name of [
    'MenuPanel',
    'BulkBar',
    'page-toasts',
    'TooltipBody',
    'ShortcutsDialog',
    'SaveViewDialog',
    'write-export-file',
  ])
    await expect.poll(() => fetchedPaths.some((path) => path.includes(name) && path.endsWith('.js')), name).toBe(true)
  // Sets the browser offline, so that Chromium uses the prefetched files from the HTTP cache.
  await page.context().setOffline(true)
  await assetRows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
})

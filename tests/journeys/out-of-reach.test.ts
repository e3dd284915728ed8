import type { Page } from '@playwright/test'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

const LOST = 'This part of the page couldn’t be loaded. Check your connection.'

const cutOff = (page: Page) => page.route('**/assets/*-*.{js,css}', (route) => route.abort())

test.describe('code that cannot be loaded', () => {
  // Data saving is on. Otherwise the page prefetches all code before the user acts.
  test.beforeEach(({ page }) =>
    page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true }),
    ),
  )

  test('of the inspector causes an error, and the inspector opens once its code is available', async ({ page }) => {
    await signIn(page)
    // Waits for the app's navigation, because the prerendered page has the heading too.
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await cutOff(page)
    const offlineAlert = page.getByRole('alert').filter({ hasText: LOST })
    // The alert may be about other code. The inspector must not be loading still when its code becomes available.
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
    'of a menu, dialog or bulk action causes an error, keeps the selection, and loads on a retry',
    SAMPLED_OPTIONS,
    async ({ page, shot }) => {
      // Earlier journeys may have locked any of the first ten assets.
      await openSignedIn(page, '/assets?filter={"locked":"false"}')
      await expect(assetRows(page)).toHaveCount(10)
      await cutOff(page)
      const offlineAlert = page.getByRole('alert').filter({ hasText: LOST })
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
      // The dialog opens with its styles.
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(dialog).toBeVisible()
      // Ignores styles that other components have requested, which may still be loading.
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
      await assetRows(page).first().getByRole('checkbox').check({ force: true })
      const remove = page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true })
      await expect(remove).toBeVisible()
      await cutOff(page)
      await remove.click()
      await expect(offlineAlert).toBeVisible()
      await expect(page.getByRole('toolbar')).toContainText('1 selected')
      await page.unroute('**/assets/*-*.{js,css}')
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(offlineAlert).toHaveCount(0)
      await remove.click()
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
  // The browser uses the worker's prefetched files from its HTTP cache only while the network itself is offline.
  await page.context().setOffline(true)
  await assetRows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
})

import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, RunningServer, signIn, test } from './support.ts'

test(
  'keeps the app shell while the server is down, counts down to a retry, and recovers automatically',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    const server = await RunningServer.create()
    try {
      // Resolves when the worker has finished its idle prefetching.
      const prefetchEnd = page
        .waitForEvent('worker')
        .then((worker) => new Promise<void>((resolve) => worker.on('close', () => resolve())))
      await signIn(page, undefined, server.url)
      await expect(assetRows(page)).toHaveCount(10)
      await prefetchEnd
      await server.stop('SIGKILL')
      await page.getByRole('columnheader', { name: 'Asset' }).getByRole('button').click()
      await expect(page.getByRole('alert')).toContainText('can’t reach the service', { timeout: 60_000 })
      await expect(page.getByRole('timer')).toHaveText(/^Trying again in \d+ s$/)
      await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
      const readImages = () =>
        page
          .getByRole('main')
          .evaluate((mainElement) =>
            [...mainElement.querySelectorAll('img')].map((image) => [
              image.complete && image.naturalWidth > 0,
              image.src.slice(0, 5),
            ]),
          )
      await expect.poll(readImages).toEqual([[true, 'data:']])
      await shot('failure-list')
      // The shell stays visible around a page whose code could not be loaded.
      await page.getByRole('link', { name: 'Upload' }).first().click()
      await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await shot('failure-route')
      expect(await page.locator('main').count()).toBe(1)
      await page.goBack()
      await server.start()
      await expect(assetRows(page)).toHaveCount(10, { timeout: 60_000 })
    } finally {
      await server.remove()
    }
  },
)

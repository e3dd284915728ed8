import { SAMPLED } from './sampled.ts'
import { expect, RunningServer, rows, signIn, test } from './support.ts'

test(
  'a server that stopped is told inside the shell, counted down, and its page comes by itself',
  SAMPLED,
  async ({ page, shot }) => {
    const server = await RunningServer.create()
    try {
      // What is fetched while the page is idle, by it or by its worker, is there before the server goes.
      const fetched = page
        .waitForEvent('worker')
        .then((worker) => new Promise<void>((resolve) => worker.on('close', () => resolve())))
      await signIn(page, undefined, server.url)
      await expect(rows(page)).toHaveCount(10)
      await fetched
      await server.stop('SIGKILL')
      await page.getByRole('columnheader', { name: 'Asset' }).getByRole('button').click()
      await expect(page.getByRole('alert')).toContainText('can’t reach the service', { timeout: 60_000 })
      await expect(page.getByRole('timer')).toHaveText(/^Trying again in \d+ s$/)
      await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
      const pictures = () =>
        page
          .getByRole('main')
          .evaluate((main) =>
            [...main.querySelectorAll('img')].map((it) => [it.complete && it.naturalWidth > 0, it.src.slice(0, 5)]),
          )
      await expect.poll(pictures).toEqual([[true, 'data:']])
      await shot('failure-list')
      // Another page whose code never came keeps the shell too.
      await page.getByRole('link', { name: 'Upload' }).first().click()
      await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await shot('failure-route')
      expect(await page.locator('main').count()).toBe(1)
      await page.goBack()
      await server.start()
      await expect(rows(page)).toHaveCount(10, { timeout: 60_000 })
    } finally {
      await server.remove()
    }
  },
)

import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

test(
  'loads fewer than 13 scripts named in the HTML before the rows, and requests the rows once',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await signIn(page)
    // Leaves the app first, because the app prefetches page 2 while it shows page 1.
    await page.goto('about:blank')
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname + new URL(request.url()).search))
    // The script in the page's head requests the rows. The app's script is blocked until that request.
    const nextPageRequest = page.waitForRequest(/\/v1\/assets\?page=2&/)
    await page.route(/\/assets\/index-[^/]+\.js$/, (route) => nextPageRequest.then(() => route.continue()))
    // Blocks the response with the rows, so that neither files loaded after the rows nor idle prefetching count.
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/v1\/assets\?page=2&/, (route) => released.then(() => route.continue()))
    const response = await page.goto('/assets?page=2', { waitUntil: 'commit' })
    const html = (await response?.text()) ?? ''
    await expect(page.locator('table')).toHaveAttribute('aria-busy', 'true')
    const scripts = requestedUrls.filter((path) => /^\/assets\/.*\.js$/.test(path))
    // The only scripts not named in the HTML are the prefetcher, live events and presence.
    const lateScripts = scripts.filter((path) => !html.includes(path))
    expect(lateScripts.filter((path) => !/^\/assets\/(prefetch|live-events|presence)-/.test(path))).toEqual([])
    // The limit includes the prerenderer and the code that starts the app afterwards.
    expect(scripts.length - lateScripts.length).toBeLessThan(13)
    expect(requestedUrls).not.toContain('/config.json')
    release()
    await expect(page.locator('table')).toHaveAttribute('aria-busy', 'false')
    await expect(assetRows(page)).toHaveCount(10)
    expect(requestedUrls.filter((path) => /^\/v1\/assets\?page=2&/.test(path))).toHaveLength(1)
  },
)

test(
  'requests a new sort order immediately, and sends one request for three quick presses afterwards',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, '/assets?order=name')
    await expect(page.locator('table')).toHaveAttribute('aria-busy', 'false')
    const requestedUrls: string[] = []
    page.on('request', (request) => {
      const order = /\/v1\/assets\?page=1&.*order=([^&]+)/.exec(request.url())?.[1]
      if (order) requestedUrls.push(order)
    })
    const press = (times: number) =>
      page.evaluate((count) => {
        for (let time = 0; time < count; time += 1) document.querySelector<HTMLElement>('th button')?.click()
      }, times)
    await press(1)
    await expect.poll(() => requestedUrls).toEqual(['-name'])
    await press(3)
    await expect.poll(() => requestedUrls).toEqual(['-name', 'name'])
    await expect(page).toHaveURL(/order=name/)
    await expect(page.locator('table')).toHaveAttribute('aria-busy', 'false')
    expect(requestedUrls).toHaveLength(2)
  },
)

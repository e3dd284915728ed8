import { readFileSync } from 'node:fs'
import { expect, test } from './support.ts'

/** A third-party host page on the same origin, with its own translations and event handlers. */
const HOST = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Host</title></head>
  <body>
    <p>A page of the host</p>
    <div id="here"></div>
    <script type="module">
      import { startAtelier } from '/atelier.js'
      window.events = []
      window.inspected = 0
      window.atelier = await startAtelier({
        element: document.getElementById('here'),
        apiBase: location.origin,
        translate: (key) => (key === 'signin.title' ? 'Welcome to the host' : undefined),
        track: (event, details) => window.events.push([event, details]),
        inspect: () => window.inspected++,
      })
    </script>
  </body>
</html>`

test("runs the app in a host page with the host's translations, and reports user events to the host", async ({
  page,
}) => {
  await page.route('**/*', async (route) => {
    const isPage = route.request().isNavigationRequest()
    if (isPage) await route.fulfill({ contentType: 'text/html', body: HOST })
    else await route.continue()
  })
  await page.goto('/signin')
  await expect(page.getByText('A page of the host')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome to the host' })).toBeVisible()
  await page.unroute('**/*')
  await page.route('**/assets/new', (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ contentType: 'text/html', body: HOST }) : route.continue(),
  )
  await page.getByLabel('E-mail').fill('admin@atelier.example')
  await page.getByLabel('Password', { exact: true }).fill('atelier-demo-1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'New asset' }).first().click()
  const buffer = readFileSync('demo/models/moon-lamp.glb')
  await page.locator('input[type="file"]').first().setInputFiles({ name: 'Lamp.glb', mimeType: '', buffer })
  const readEvents = () => page.evaluate(() => (window as unknown as { events: unknown[] }).events)
  await expect
    .poll(readEvents)
    .toContainEqual(['file selected', expect.objectContaining({ name: 'Lamp.glb', size: buffer.length })])
  expect(await page.evaluate(() => (window as unknown as { inspected: number }).inspected)).toBeGreaterThan(0)
  await page.evaluate(() => (window as unknown as { atelier: { stop: () => void } }).atelier.stop())
  await expect(page.locator('#here')).toBeEmpty()
  await expect(page.getByText('A page of the host')).toBeVisible()
})

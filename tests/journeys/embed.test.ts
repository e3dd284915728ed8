import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { findSharedFolder } from '../support/shared-folder.ts'
import { type StaticSite, serveStaticSite } from './static-site.ts'
import { expect, test } from './support.ts'

const VIEWER = resolve('dist/viewer')
const MODELS = resolve('demo/models')

/** A strict Content Security Policy: only scripts and files of the page's own origin, no inline scripts, no eval. */
const STRICT =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'"

const FOLDERS = { '/viewer/': VIEWER, '/models/': MODELS }
/** Timeout for a model to appear, which takes long without a graphics card. */
const SLOW = { timeout: 60_000 }

const html = (body: string) =>
  `<!doctype html><html lang="en"><title>A page of its own</title><body>${body}</body></html>`

async function countOpaquePixels(page: Page, picture: Buffer): Promise<number> {
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))]),
    )
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    let opaquePixels = 0
    for (let index = 3; index < data.length; index += 4) if (data[index]! > 0) opaquePixels += 1
    return opaquePixels
  }, picture.toString('base64'))
}

const withSite = async (site: StaticSite, callback: (url: string, requestedPaths: string[]) => Promise<void>) => {
  const { url, requestedPaths, close } = await serveStaticSite(site)
  try {
    await callback(url, requestedPaths)
  } finally {
    await close()
  }
}

test('shows a model in a plain page with one script under a strict content security policy', async ({ page, shot }) => {
  const body = `<script type="module" src="/viewer/element.js"></script>
    <avatar-viewer src="/models/ines.glb" alt="Ines" fit></avatar-viewer>`
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await withSite(
    { policy: STRICT, folders: FOLDERS, pages: { '/': html(body), '/favicon.ico': '' } },
    async (url, requestedPaths) => {
      await page.goto(url)
      const element = page.locator('avatar-viewer')
      await expect(element.getByRole('slider', { name: 'Turn' })).toBeVisible(SLOW)
      await expect(element.getByRole('slider')).toHaveAttribute('aria-valuenow', '-17')
      const picture = await element.evaluate(async (viewer: HTMLElementTagNameMap['avatar-viewer']) => {
        const bytes = new Uint8Array(await (await viewer.capture({ type: 'image/png' })).arrayBuffer())
        return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
      })
      expect(await countOpaquePixels(page, Buffer.from(picture, 'base64'))).toBeGreaterThan(5000)
      await element.getByRole('slider').press('Home')
      await expect(element.getByRole('slider')).toHaveAttribute('aria-valuenow', '0')
      const triangleCount = element.evaluate(
        (viewer: HTMLElementTagNameMap['avatar-viewer']) =>
          new Promise((resolveLoaded) =>
            viewer.addEventListener('loaded', ({ detail }: CustomEventInit) => resolveLoaded(detail.triangles)),
          ),
      )
      await element.evaluate((viewer) => viewer.setAttribute('src', '/models/arch-brows.glb'))
      expect(await triangleCount).toBe(364)
      await shot('embed-element')
      expect(requestedPaths.filter((path) => !/^\/(viewer\/|models\/|favicon)/.test(path))).toEqual(['/'])
    },
  )
  expect(problems).toEqual([])
})

/** Third-party models, one for each kind of compression. Tests with these models run only where the shared folder exists. */
const PACKED = [
  ['Draco', 'heart_draco.glb', `default-src 'none'; script-src 'self'; connect-src 'self'; worker-src blob:`],
  ['Meshopt', 'pirate-meshopt.glb', `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`],
  [
    'KTX2',
    'balloon-ktx2.glb',
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src blob:`,
  ],
] as const

test.describe('compressed models', () => {
  const packed = findSharedFolder('data/models/compression')
  test.skip(!packed, 'the shared folder with third-party models is missing')
  const folders = { ...FOLDERS, '/packed/': packed ?? '' }
  const element = (file: string) =>
    html(`<script type="module" src="/viewer/element.js"></script>
      <avatar-viewer src="/packed/${file}" alt="A model" fit></avatar-viewer>`)

  for (const [packing, file, policy] of PACKED) {
    test(`shows a model compressed with ${packing} under the policy that viewer/README.md states`, async ({ page }) => {
      await withSite({ policy, folders, pages: { '/': element(file), '/favicon.ico': '' } }, async (url) => {
        await page.goto(url)
        const viewer = page.locator('avatar-viewer')
        await expect(viewer.getByRole('slider', { name: 'Turn' })).toBeVisible(SLOW)
        const state = () => viewer.evaluate((it: HTMLElementTagNameMap['avatar-viewer']) => it.info()?.state)
        await expect.poll(state, SLOW).toBe('finished')
      })
    })
  }

  test('shows an alert if the content security policy forbids the decoder of the model', async ({ page }) => {
    const site = { policy: STRICT, folders, pages: { '/': element('pirate-meshopt.glb'), '/favicon.ico': '' } }
    await withSite(site, async (url) => {
      await page.goto(url)
      await expect(page.locator('avatar-viewer').getByRole('alert')).toBeVisible(SLOW)
    })
  })
})

test('shows a model in a React page with its own bundler under a strict content security policy', async ({
  page,
  shot,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-host-'))
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root: resolve('tests/support/react-page'),
      resolve: { alias: { '@atelier/viewer': join(VIEWER, 'react.js') }, dedupe: ['react', 'react-dom', 'three'] },
      build: { outDir: folder, emptyOutDir: true, modulePreload: false },
    })
    const site = { policy: STRICT, folders: { '/models/': MODELS, '/': folder } }
    const index = readFileSync(join(folder, 'index.html'), 'utf8')
    await withSite({ ...site, pages: { '/': index } }, async (url) => {
      await page.goto(url)
      await expect(page.getByText('12,046 triangles')).toBeVisible(SLOW)
      await expect(page.getByRole('slider', { name: 'Turn' })).toHaveCSS('background-color', /^oklch/)
      await page.getByRole('button', { name: 'Brows' }).click()
      await expect(page.getByText('364 triangles')).toBeVisible(SLOW)
      await shot('embed-react')
      await page.getByRole('button', { name: 'Away' }).click()
      await expect(page.locator('canvas')).toHaveCount(0)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.describe('the viewer in a frame of another origin', () => {
  const policy = (origin: string) =>
    `default-src 'none'; script-src 'self'; frame-src ${origin}; connect-src 'self'; style-src 'self'`

  test('applies messages from the embedding page and sends that page its events', async ({ page, server, shot }) => {
    const script = `
      import { ViewerFrame, frameAddress } from '/viewer/frame.js'
      const frame = document.querySelector('iframe')
      frame.src = frameAddress('${server.url}/embed', { source: location.origin + '/models/ines.glb', fit: true, label: 'Ines' }, { origin: location.origin })
      const viewer = new ViewerFrame(frame)
      Object.assign(window, { viewer, events: [] })
      for (const type of ['ready', 'loading', 'loaded', 'error']) viewer.addEventListener(type, ({ type, detail }) => window.events.push([type, detail?.triangles]))`
    const pages = {
      '/': html(
        '<iframe title="Ines" width="640" height="600"></iframe><script type="module" src="/host.js"></script>',
      ),
      '/host.js': script,
    }
    await withSite({ policy: policy(server.url), folders: FOLDERS, pages }, async (url) => {
      await page.goto(url)
      const call = <T>(code: string) => page.evaluate(`(async () => { ${code} })()`) as Promise<T>
      await expect
        .poll(() => call<unknown[]>('return window.events.map(([type]) => type)'), SLOW)
        .toEqual(['ready', 'loading', 'loaded'])
      const framed = page.frameLocator('iframe')
      await expect(framed.getByRole('slider', { name: 'Turn' })).toBeVisible(SLOW)
      await call('await window.viewer.turnTo(Math.PI / 2)')
      await expect(framed.getByRole('slider')).toHaveAttribute('aria-valuenow', '90')
      await call('await window.viewer.set({ turntable: false, label: "Ines, seen from the side" })')
      await expect(framed.getByRole('slider', { name: 'Turn: Ines, seen from the side' })).toBeVisible()
      expect(await call('return window.viewer.set({ scale: "big" }).catch(({ message }) => message)')).toBe(
        'scale needs a number',
      )
      expect(await call('return window.viewer.set({ decoderPath: "/x/" }).catch(({ message }) => message)')).toBe(
        'decoderPath cannot be set here',
      )
      expect(await call('return (await window.viewer.capture({ type: "image/webp" })).type')).toBe('image/webp')
      expect(await call('return (await window.viewer.info()).state')).toBe('finished')
      await shot('embed-frame')
    })
  })

  test('ignores an embedding page whose origin the frame URL does not name, and sends that page no messages', async ({
    page,
    server,
  }) => {
    const script = `
      const frame = document.querySelector('iframe')
      window.messages = []
      addEventListener('message', ({ data }) => window.messages.push(data))
      frame.addEventListener('load', () => setInterval(() => frame.contentWindow.postMessage({ atelierViewer: 1, id: 1, call: 'set', with: { label: 'Taken over' } }, '*'), 50))
      frame.src = '${server.url}/embed?alt=Ours&origin=https%3A%2F%2Fshop.example'`
    const pages = {
      '/': html('<iframe title="x"></iframe><script type="module" src="/host.js"></script>'),
      '/host.js': script,
    }
    await withSite({ policy: policy(server.url), pages }, async (url) => {
      await page.goto(url)
      const framed = page.frameLocator('iframe')
      await expect(framed.locator('[aria-label="Ours"]')).toBeAttached()
      const message = page.frame({ url: /\/embed/ })?.evaluate(
        () =>
          new Promise((resolveMessage) => {
            let count = 0
            addEventListener('message', () => ++count === 5 && resolveMessage(count))
          }),
      )
      expect(await message).toBe(5)
      await expect(framed.locator('[aria-label="Taken over"]')).toHaveCount(0)
      expect(await page.evaluate('window.messages')).toEqual([])
    })
  })

  test('allows other origins to embed only the page /embed, which stores no session', async ({
    page,
    server,
    request,
  }) => {
    const policies = await Promise.all(
      ['/embed?src=/a.glb', '/', '/signin', '/viewer', '/embed/', '/embed.html', '/embedded'].map(
        async (path) =>
          (await request.get(`${server.url}${path}`, { headers: { accept: 'text/html' } })).headers()[
            'content-security-policy'
          ],
      ),
    )
    expect(policies.map((it) => /frame-ancestors (\S+)/.exec(it ?? '')?.[1])).toEqual(['*', ...Array(6).fill("'none'")])
    await page.goto(`${server.url}/embed`)
    await expect(page.locator('[data-state="empty"]')).toBeVisible()
    expect(await page.evaluate(() => [Object.keys(localStorage), document.cookie])).toEqual([[], ''])
  })
})

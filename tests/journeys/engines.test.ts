import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp, { type Region } from 'sharp'
import { type BrowserEngine, ENTER_KEY, ESCAPE_KEY } from '../support/engines/engine.ts'
import { FIREFOX_SKIP_REASON, findFirefox, findWebKit, WEBKIT_SKIP_REASON } from '../support/engines/find-engines.ts'
import { Firefox } from '../support/engines/firefox.ts'
import { VirtualScreen } from '../support/engines/screen.ts'
import { pollUntil, UserDriver } from '../support/engines/user-driver.ts'
import { WebKit } from '../support/engines/webkit.ts'
import { isSampled, sampleNames } from '../support/sampling.ts'
import { ADMIN_EMAIL, PASSWORD, RunningServer } from './support.ts'

const MODEL = resolve('demo/models/ferry-cap.glb')

const [firefox, webkit] = [findFirefox(), findWebKit()]

/** Engines to test. A soak run tests all installed engines. Other runs test one engine or none, depending on the commit. */
const ENGINES = isSampled('engines')
  ? firefox && webkit
    ? sampleNames('engines', ['Firefox', 'WebKit'])
    : ['Firefox', 'WebKit']
  : []
const NOT_SELECTED_REASON = 'not selected for this commit; a soak run tests all engines'

let server: RunningServer
let screen: VirtualScreen

test.beforeAll(async () => {
  if (ENGINES.length === 0 || (!firefox && !webkit)) return
  ;[server, screen] = await Promise.all([RunningServer.create(), VirtualScreen.open()])
})

test.afterAll(async () => {
  await screen?.close()
  await server?.remove()
})

// Firefox and WebKit render 3D in software here, while the server runs on the same machine.
test.describe.configure({ timeout: 300_000 })

test('completes the main workflow in Firefox', async () => {
  test.skip(!firefox, FIREFOX_SKIP_REASON)
  test.skip(!ENGINES.includes('Firefox'), NOT_SELECTED_REASON)
  await runInEngine(await Firefox.open(firefox!, screen))
})

test('completes the main workflow in WebKit', async () => {
  test.skip(!webkit, WEBKIT_SKIP_REASON)
  test.skip(!ENGINES.includes('WebKit'), NOT_SELECTED_REASON)
  await runInEngine(await WebKit.open(webkit!, screen))
})

/** Runs the main workflow in an engine. Logs the engine's name first, and closes the engine at the end. */
async function runInEngine(engine: BrowserEngine): Promise<void> {
  console.log(`    ${engine.name}`)
  try {
    await runMainWorkflow(engine)
  } finally {
    await saveScreenshot(engine, 'last')
    await engine.close()
  }
}

async function runMainWorkflow(engine: BrowserEngine): Promise<void> {
  const user = new UserDriver(engine)
  // The name contains the engine, because both engines share one server.
  const assetName = `Harbour ${engine.name.split(' ')[0]}`

  await test.step('signs in and returns to the requested page', async () => {
    await engine.open(`${server.url}/assets?order=name`)
    await user.enterText('textbox', 'E-mail', ADMIN_EMAIL)
    // The sign-in page shows sunlight through window panes. Their bars cast shadows, so only most of this region is bright.
    expect(
      await measureBrightShare(await engine.screenshot(), { left: 1000, top: 20, width: 400, height: 90 }),
    ).toBeGreaterThan(0.6)
    await saveScreenshot(engine, 'sign-in')
    await user.enterText('textbox', 'Password', `${PASSWORD}${ENTER_KEY}`)
    await user.findElement('heading', 'Assets')
    await waitForUrl(engine, /\/assets\?order=name/)
  })

  await test.step('lists assets with pictures', async () => {
    await expect.poll(() => readRows(engine)).toHaveLength(10)
    await pollUntil('pictures in the rows', () => engine.evaluate(areThumbnailsLoaded))
    await saveScreenshot(engine, 'list')
  })

  await test.step('prerenders the rows before the app starts', async () => {
    await engine.open(`${server.url}/assets?order=name`)
    await pollUntil('prerendered rows', () => engine.evaluate(hasPrerenderedRows))
    await user.findElement('link', 'Dashboard')
    await expect.poll(() => readRows(engine)).toHaveLength(10)
  })

  await test.step('filters and sorts, puts both into the URL and reverts them by Back', async () => {
    const before = await readRows(engine)
    await user.pressElement('button', 'Type')
    await user.pressElement('option', 'Costume')
    await engine.type(ESCAPE_KEY)
    await waitForUrl(engine, /filter=/)
    await expect.poll(async () => (await readRows(engine)).every((row) => row.includes('Costume'))).toBe(true)
    const filtered = await readRows(engine)
    expect(filtered).not.toEqual(before)
    await user.pressElement('button', 'Asset')
    await waitForUrl(engine, /order=-name/)
    await expect.poll(() => readRows(engine)).not.toEqual(filtered)
    const sorted = await readNames(engine)
    expect(sorted).toEqual([...sorted].sort((one, other) => other.localeCompare(one, 'en')))
    await engine.back()
    await waitForUrl(engine, /order=name/)
    await expect.poll(() => readRows(engine)).toEqual(filtered)
  })

  await test.step('uploads a model', async () => {
    await user.pressElement('link', 'Upload')
    const input = await pollUntil('a file input', () => engine.querySelector('input[type="file"]'))
    await engine.setInputFile(input, MODEL)
    await user.findElement('heading', 'New asset')
    // The form guesses name and type from the file's name. The user replaces both guesses.
    await user.findElement('button', 'Headwear Guessed Type')
    await user.pressElement('textbox', 'Name')
    await engine.evaluate(selectAll)
    await engine.type(assetName)
    await user.pressElement('button', 'Headwear Guessed Type')
    await user.pressElement('option', 'Custom')
    await user.findElement('button', 'Custom Type')
    await saveScreenshot(engine, 'upload')
    await pollUntil('enabled buttons', () => engine.evaluate(areButtonsEnabled))
    await user.pressElement('button', 'Create asset')
    await waitForUrl(engine, /\/assets\/[0-9a-f-]{36}/)
    await user.findElement('heading', assetName)
  })

  await test.step('shows the model and turns the model by 0.005 radians per dragged pixel', async () => {
    await pollUntil('the end of the entrance', () => engine.evaluate(isModelShown))
    const canvas = await pollUntil('the canvas', () => engine.querySelector('main canvas'))
    await expect.poll(async () => measureColouredShare(await engine.screenshot(canvas))).toBeGreaterThan(0.02)
    await saveScreenshot(engine, 'asset')
    const before = await engine.evaluate(readTurnDegrees)
    await engine.drag(canvas, 100)
    const degrees = (100 * 0.005 * 180) / Math.PI
    await expect.poll(async () => Math.abs((await engine.evaluate(readTurnDegrees)) - before - degrees)).toBeLessThan(2)
  })

  await test.step("captures the model as a picture and saves it under the asset's name", async () => {
    await engine.evaluate(interceptDownloads)
    await user.pressElement('button', 'Capture')
    const [name, base64] = (await pollUntil('the saved picture', () => engine.evaluate(readDownload))) as string[]
    expect(name).toBe(`${assetName}.png`)
    const picture = Buffer.from(base64!, 'base64')
    expect((await sharp(picture).metadata()).hasAlpha).toBe(true)
    expect(await measureColouredShare(picture)).toBeGreaterThan(0.02)
  })

  await test.step('finds the asset in the list', async () => {
    await user.pressElement('link', 'Assets')
    await user.enterText('searchbox', 'Name or ID', assetName.toLowerCase())
    await expect.poll(() => readNames(engine)).toEqual([assetName])
  })

  await test.step('signs out and leaves no session data', async () => {
    await user.pressElement('button', `Atelier admin ${ADMIN_EMAIL}, Your account`)
    await user.pressElement('menuitem', 'Sign out')
    await waitForUrl(engine, /\/signin/)
    expect(await engine.evaluate(() => localStorage.getItem('persist:user'))).toBe(null)
    await engine.back()
    await waitForUrl(engine, /\/signin/)
  })

  expect(await engine.pageErrors()).toEqual([])
}

const waitForUrl = (engine: BrowserEngine, address: RegExp): Promise<unknown> =>
  expect.poll(() => engine.evaluate(() => location.href), { timeout: 60_000 }).toMatch(address)

const readRows = (engine: BrowserEngine): Promise<string[]> =>
  engine.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main tbody:not([data-aside]) tr')].map((row) => row.innerText),
  )

const readNames = (engine: BrowserEngine): Promise<string[]> =>
  engine.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main tbody:not([data-aside]) tr')].map(
      (row) => row.querySelector<HTMLElement>('a[href^="/assets/"]')?.innerText ?? '',
    ),
  )

async function saveScreenshot(engine: BrowserEngine, name: string): Promise<void> {
  mkdirSync('artifacts/engines', { recursive: true })
  writeFileSync(`artifacts/engines/${engine.name.split(' ')[0]}-${name}.png`, await engine.screenshot())
}

/** Returns the fraction of nearly white pixels in a region of a screenshot. */
async function measureBrightShare(picture: Buffer, region: Region): Promise<number> {
  const data = await sharp(picture).extract(region).greyscale().raw().toBuffer()
  return data.filter((grey) => grey > 240).length / (region.width * region.height)
}

/** Returns the fraction of coloured pixels in a screenshot. The viewer's background is grey, the model is coloured. */
async function measureColouredShare(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let coloured = 0
  for (let index = 0; index < data.length; index += 4) {
    const [r, g, b, a] = [data[index]!, data[index + 1]!, data[index + 2]!, data[index + 3]!]
    if (a > 128 && Math.max(r, g, b) - Math.min(r, g, b) > 24) coloured += 1
  }
  return coloured / (info.width * info.height)
}

// The functions below run in the browser page.

async function areThumbnailsLoaded(): Promise<boolean> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main tbody tr img')]
  // Images below the fold load lazily.
  const visiblePictures = pictures.filter((picture) => picture.getBoundingClientRect().bottom < innerHeight - 100)
  await Promise.all(visiblePictures.map((picture) => picture.decode()))
  return visiblePictures.length > 4 && visiblePictures.every(({ naturalWidth }) => naturalWidth > 0)
}
/** Returns whether all buttons are enabled. Some buttons are disabled until a file is loaded. */
function areButtonsEnabled(): boolean {
  return !document.querySelector('main button[aria-disabled="true"]')
}

const hasPrerenderedRows = () => performance.getEntriesByName('atelier first rows').length > 0

function selectAll(): boolean {
  ;(document.activeElement as HTMLInputElement).select()
  return true
}
const isModelShown = () => document.querySelector('main [data-state="finished"]') !== null
const readTurnDegrees = () =>
  Number(document.querySelector('main [role="slider"][aria-label="Turn"]')?.getAttribute('aria-valuenow'))

function interceptDownloads(): boolean {
  const page = window as unknown as { saved: string[] }
  page.saved = []
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (!this.download) return click.call(this)
    const { download, href } = this
    fetch(href)
      .then((response) => response.arrayBuffer())
      .then((bytes) => {
        const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte))
        page.saved = [download, btoa(letters.join(''))]
      })
  }
  return true
}
const readDownload = () => {
  const { saved } = window as unknown as { saved: string[] }
  return saved.length > 0 && saved
}

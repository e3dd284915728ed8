import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp, { type Region } from 'sharp'
import { drawn, isSampled } from '../support/drawn.ts'
import { ENTER, type Engine, ESCAPE } from '../support/engines/engine.ts'
import { Firefox } from '../support/engines/firefox.ts'
import { findFirefox, findWebKit, noFirefox, noWebKit } from '../support/engines/installed.ts'
import { Person, until } from '../support/engines/person.ts'
import { Screen } from '../support/engines/screen.ts'
import { WebKit } from '../support/engines/webkit.ts'
import { ADMIN, PASSWORD, RunningServer } from './support.ts'

/** A model of ours to upload. */
const MODEL = resolve('demo/models/ferry-cap.glb')

const [firefox, webkit] = [findFirefox(), findWebKit()]

/** Where an ordinary run makes it, one of them, by the commit; whichever there is where there is one. */
const ENGINES = isSampled('engines')
  ? firefox && webkit
    ? drawn('engines', ['Firefox', 'WebKit'], 1)
    : ['Firefox', 'WebKit']
  : []
const NOT_DRAWN = 'drawn in other runs, and in the soak'

let server: RunningServer
let screen: Screen

test.beforeAll(async () => {
  if (ENGINES.length === 0 || (!firefox && !webkit)) return
  ;[server, screen] = await Promise.all([RunningServer.create(), Screen.open()])
})

test.afterAll(async () => {
  await screen?.close()
  await server?.remove()
})

// A browser that draws 3D without a card, beside the server, on a small machine.
test.describe.configure({ timeout: 180_000 })

test('the main job in Firefox', async () => {
  test.skip(!firefox, noFirefox)
  test.skip(!ENGINES.includes('Firefox'), NOT_DRAWN)
  await inEngine(await Firefox.open(firefox!, screen))
})

test('the main job in WebKit', async () => {
  test.skip(!webkit, noWebKit)
  test.skip(!ENGINES.includes('WebKit'), NOT_DRAWN)
  await inEngine(await WebKit.open(webkit!, screen))
})

/** Does the main job in an engine and ends it; its name, once it is known, stands in the report. */
async function inEngine(engine: Engine): Promise<void> {
  console.log(`    ${engine.name}`)
  try {
    await mainJob(engine)
  } finally {
    await keepPicture(engine, 'last')
    await engine.close()
  }
}

async function mainJob(engine: Engine): Promise<void> {
  const person = new Person(engine)
  // Both engines have one server.
  const made = `Harbour ${engine.name.split(' ')[0]}`

  await test.step('sign in, and come back to the page that was asked for', async () => {
    await engine.open(`${server.url}/assets?order=name`)
    await person.enters('textbox', 'E-mail', ADMIN)
    // Light falls through panes, and the bars between them throw the shadow.
    expect(await litShare(await engine.picture(), { left: 1000, top: 20, width: 400, height: 90 })).toBeGreaterThan(0.6)
    await keepPicture(engine, 'sign-in')
    await person.enters('textbox', 'Password', `${PASSWORD}${ENTER}`)
    await person.sees('heading', 'Assets')
    await comesTo(engine, /\/assets\?order=name/)
  })

  await test.step('the list shows its rows with their pictures', async () => {
    await expect.poll(() => rows(engine)).toHaveLength(10)
    await until('pictures in the rows', () => engine.run(isPictured))
    await keepPicture(engine, 'list')
  })

  await test.step('its rows stand before the app, which goes on with them', async () => {
    await engine.open(`${server.url}/assets?order=name`)
    await until('rows that were drawn before the app', () => engine.run(wereRowsFirst))
    await person.sees('link', 'Dashboard')
    await expect.poll(() => rows(engine)).toHaveLength(10)
  })

  await test.step('filter and sort; the address tells it and Back undoes it', async () => {
    const before = await rows(engine)
    await person.presses('button', 'Type')
    await person.presses('option', 'Costume')
    await engine.type(ESCAPE)
    await comesTo(engine, /filter=/)
    await expect.poll(async () => (await rows(engine)).every((row) => row.includes('Costume'))).toBe(true)
    const filtered = await rows(engine)
    expect(filtered).not.toEqual(before)
    await person.presses('button', 'Asset')
    await comesTo(engine, /order=-name/)
    await expect.poll(() => rows(engine)).not.toEqual(filtered)
    const sorted = await names(engine)
    expect(sorted).toEqual([...sorted].sort((one, other) => other.localeCompare(one, 'en')))
    await engine.back()
    await comesTo(engine, /order=name/)
    await expect.poll(() => rows(engine)).toEqual(filtered)
  })

  await test.step('upload a model', async () => {
    await person.presses('link', 'Upload')
    const input = await until('a file input', () => engine.select('input[type="file"]'))
    await engine.give(input, MODEL)
    await person.sees('heading', 'New asset')
    // Name and type are guessed from the file's name: what is typed takes the place of what is there by then.
    await person.sees('button', 'Headwear Guessed Type')
    await person.presses('textbox', 'Name')
    await engine.run(selectAll)
    await engine.type(made)
    await person.presses('button', 'Headwear Guessed Type')
    await person.presses('option', 'Custom')
    await person.sees('button', 'Custom Type')
    await keepPicture(engine, 'upload')
    await until('the end of what is waited for', () => engine.run(isNothingHeld))
    await person.presses('button', 'Create asset')
    await comesTo(engine, /\/assets\/[0-9a-f-]{36}/)
    await person.sees('heading', made)
  })

  await test.step('its model stands on the stage, and turns by dragging: 0.005 radians a pixel', async () => {
    await until('the end of the entrance', () => engine.run(hasEntered))
    const canvas = await until('the canvas', () => engine.select('main canvas'))
    await expect.poll(async () => colouredShare(await engine.picture(canvas))).toBeGreaterThan(0.02)
    await keepPicture(engine, 'asset')
    const before = await engine.run(turned)
    await engine.drag(canvas, 100)
    const degrees = (100 * 0.005 * 180) / Math.PI
    await expect.poll(async () => Math.abs((await engine.run(turned)) - before - degrees)).toBeLessThan(2)
  })

  await test.step('a capture is a picture of the model, saved under its name', async () => {
    await engine.run(keepDownloads)
    await person.presses('button', 'Capture')
    const [name, base64] = (await until('the saved picture', () => engine.run(firstDownload))) as string[]
    expect(name).toBe(`${made}.png`)
    const picture = Buffer.from(base64!, 'base64')
    expect((await sharp(picture).metadata()).hasAlpha).toBe(true)
    expect(await colouredShare(picture)).toBeGreaterThan(0.02)
  })

  await test.step('it is in the list', async () => {
    await person.presses('link', 'Assets')
    await person.enters('searchbox', 'Name or ID', made.toLowerCase())
    await expect.poll(() => names(engine)).toEqual([made])
  })

  await test.step('sign out; nothing of the session is left', async () => {
    await person.presses('button', `Atelier admin ${ADMIN}, Your account`)
    await person.presses('menuitem', 'Sign out')
    await comesTo(engine, /\/signin/)
    expect(await engine.run(() => localStorage.getItem('persist:user'))).toBe(null)
    await engine.back()
    await comesTo(engine, /\/signin/)
  })

  expect(await engine.faults()).toEqual([])
}

const comesTo = (engine: Engine, address: RegExp): Promise<unknown> =>
  expect.poll(() => engine.run(() => location.href), { timeout: 15_000 }).toMatch(address)

/** The text of each row of the list. */
const rows = (engine: Engine): Promise<string[]> =>
  engine.run(() =>
    [...document.querySelectorAll<HTMLElement>('main tbody:not([data-aside]) tr')].map((row) => row.innerText),
  )

/** The name of each row's asset. */
const names = (engine: Engine): Promise<string[]> =>
  engine.run(() =>
    [...document.querySelectorAll<HTMLElement>('main tbody:not([data-aside]) tr')].map(
      (row) => row.querySelector<HTMLElement>('a[href^="/assets/"]')?.innerText ?? '',
    ),
  )

/** Keeps what is on the screen, to be looked at by people. */
async function keepPicture(engine: Engine, name: string): Promise<void> {
  mkdirSync('artifacts/engines', { recursive: true })
  writeFileSync(`artifacts/engines/${engine.name.split(' ')[0]}-${name}.png`, await engine.picture())
}

/** The share of a part of a picture, in pixels, that is nearly white. */
async function litShare(picture: Buffer, part: Region): Promise<number> {
  const data = await sharp(picture).extract(part).greyscale().raw().toBuffer()
  return data.filter((grey) => grey > 240).length / (part.width * part.height)
}

/** The share of a picture's pixels that have a colour: the stage has none, the model has. */
async function colouredShare(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let coloured = 0
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b, a] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!]
    if (a > 128 && Math.max(r, g, b) - Math.min(r, g, b) > 24) coloured += 1
  }
  return coloured / (info.width * info.height)
}

// What follows runs in the page.

async function isPictured(): Promise<boolean> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main tbody tr img')]
  // Those below the fold wait until they are scrolled to.
  const inSight = pictures.filter((picture) => picture.getBoundingClientRect().bottom < innerHeight - 100)
  await Promise.all(inSight.map((picture) => picture.decode()))
  return inSight.length > 4 && inSight.every(({ naturalWidth }) => naturalWidth > 0)
}
/** A button that is held back until a file has arrived can be pressed, in vain. */
function isNothingHeld(): boolean {
  return !document.querySelector('main button[aria-disabled="true"]')
}

const wereRowsFirst = () => performance.getEntriesByName('atelier first rows').length > 0

function selectAll(): boolean {
  ;(document.activeElement as HTMLInputElement).select()
  return true
}
const hasEntered = () => document.querySelector('main [data-state="finished"]') !== null
const turned = () =>
  Number(document.querySelector('main [role="slider"][aria-label="Turn"]')?.getAttribute('aria-valuenow'))

/** Keeps what the page has the browser save, as its name and its bytes. */
function keepDownloads(): boolean {
  const page = window as unknown as { saved: string[] }
  page.saved = []
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (!this.download) return click.call(this)
    const { download, href } = this
    fetch(href)
      .then((answer) => answer.arrayBuffer())
      .then((bytes) => {
        const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte))
        page.saved = [download, btoa(letters.join(''))]
      })
  }
  return true
}
const firstDownload = () => {
  const { saved } = window as unknown as { saved: string[] }
  return saved.length > 0 && saved
}

/**
 * One working day of an admin in the built app, with the presses and seconds of each part: `npx tsx bench/working-day.ts`, after
 * `npm run build`. A press is a click, a key that is no letter, or a file that is handed over; what is typed is counted apart.
 * Seconds are the machine's, without a person's thinking. `SHOTS=folder` keeps a picture after each part.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { guessType } from '../src/machines/rules/guess-asset.ts'
import { ADMIN, PASSWORD, RunningServer } from '../tests/journeys/support.ts'
import { haveChromium, PAGE_ARGS } from '../tests/support/chromium.ts'

const MODELS = 'demo/models'
const LONG = { timeout: Number(process.env['PATIENCE'] ?? 60_000) }

interface Part {
  name: string
  presses: number
  letters: number
  seconds: number
}

/** Does what a person does, and counts it. */
class Hand {
  readonly parts: Part[] = []
  #now = { presses: 0, letters: 0 }

  constructor(readonly page: Page) {}

  async press(what: Locator): Promise<void> {
    this.#now.presses += 1
    await what.click(LONG)
  }
  async key(name: string): Promise<void> {
    this.#now.presses += 1
    await this.page.keyboard.press(name)
  }
  async type(field: Locator, text: string): Promise<void> {
    this.#now.letters += text.length
    await field.fill(text, LONG)
  }
  async hand(input: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    // The button, and Open in the dialog of the system.
    this.#now.presses += 2
    await input.setInputFiles(files)
  }
  async part(name: string, work: () => Promise<void>): Promise<void> {
    this.#now = { presses: 0, letters: 0 }
    const began = performance.now()
    try {
      await work()
    } catch (fault) {
      if (process.env['SHOTS']) await this.page.screenshot({ path: join(process.env['SHOTS'], 'fault.png') })
      throw fault
    }
    this.parts.push({ name, ...this.#now, seconds: (performance.now() - began) / 1000 })
    if (process.env['SHOTS'])
      await this.page.screenshot({ path: join(process.env['SHOTS'], `${this.parts.length}.png`) })
  }
}

/** Thirty models as they come from a studio: 26 are right, two are called so that nothing tells their type, two are cut off. */
function collection(): { name: string; mimeType: string; buffer: Buffer }[] {
  const told = readdirSync(MODELS)
    .filter((name) => name.endsWith('.glb') && !['bodyshape', undefined].includes(guessType(name)))
    .map((name) => ({ name, mimeType: '', buffer: readFileSync(join(MODELS, name)) }))
    .sort((a, b) => a.buffer.length - b.buffer.length)
  return Array.from({ length: 30 }, (_, at) => {
    const file = told[at % told.length]!
    const name = at < told.length ? `winter-${file.name}` : `winter-late-${file.name}`
    const untold = { 7: 'north-plinth.glb', 14: 'brass-hoop.glb' }[at]
    if (untold) return { ...file, name: `studio-${at}.glb`, buffer: readFileSync(join(MODELS, untold)) }
    if (at === 20 || at === 27) return { ...file, name, buffer: file.buffer.subarray(0, 4000) }
    return { ...file, name }
  })
}

const server = await RunningServer.create()
const browser = await chromium.launch({ executablePath: haveChromium(), args: PAGE_ARGS })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  page.setDefaultTimeout(LONG.timeout)
  const hand = new Hand(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const option = (name: string | RegExp) => page.getByRole('option', { name }).first()
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name }).first()
  const files = collection()
  await page.goto(`${server.url}/signin`)

  await hand.part('sign in', async () => {
    await hand.type(page.getByLabel('E-mail'), ADMIN)
    await hand.key('Tab')
    await hand.type(page.getByLabel('Password', { exact: true }), PASSWORD)
    await hand.key('Enter')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  await hand.part('make a tag for the collection', async () => {
    await hand.press(page.getByRole('link', { name: /^Tags( \d+)?$/ }).first())
    await hand.press(button('New tag'))
    await hand.type(page.getByRole('textbox', { name: 'Name' }), 'Winter 2027')
    await hand.key('Enter')
    await page.getByRole('link', { name: 'Winter 2027' }).waitFor()
  })

  await hand.part('upload 30 models', async () => {
    await hand.press(page.getByRole('link', { name: /^(Upload|New asset)/ }).first())
    await hand.hand(page.locator('input[type="file"]').first(), files)
    await page.getByRole('heading', { level: 1, name: 'New assets' }).waitFor()
    await page.getByText(/0 of 30 created, 26 ready/).waitFor(LONG)
  })

  await hand.part('fix 4 faults', async () => {
    for (const name of files.filter(({ name }) => name.startsWith('studio')).map(({ name }) => name)) {
      await hand.press(button('Next to complete'))
      const type = page.getByRole('form', { name }).getByRole('button', { name: /Type/ })
      if (!(await type.evaluate((it) => it === document.activeElement))) await hand.press(type)
      else await hand.key('Enter')
      await hand.press(option('Custom'))
    }
    for (const cut of files.filter(({ buffer, name }) => buffer.length === 4000 && name)) {
      const whole = { ...cut, buffer: readFileSync(join(MODELS, cut.name.replace(/winter-(late-)?/, ''))) }
      await hand.hand(page.getByRole('form', { name: cut.name }).locator('input[type="file"]').first(), whole)
    }
    await page.getByText(/0 of 30 created, 30 ready/).waitFor(LONG)
  })

  await hand.part('tag them, put them into an application and on a body', async () => {
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await hand.press(tags)
    await hand.type(tags, 'Winter 2027')
    await hand.key('Enter')
    await hand.key('Escape')
    const applications = page.getByRole('combobox', { name: 'Applications' })
    await hand.press(applications)
    await hand.type(applications, 'Harbour Lane')
    await hand.key('Enter')
    await hand.key('Escape')
    await hand.press(page.getByRole('button', { name: /^No body/ }).first())
    await hand.press(option('Alder Body'))
  })

  await hand.part('create them', async () => {
    await hand.press(button('Create 30 assets'))
    await hand.press(page.getByRole('link', { name: 'Go to assets' }))
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
  })

  const rows = page.locator('tbody tr').filter({ has: page.locator('a[href^="/assets/"]') })
  await hand.part('order: three to the top of the application', async () => {
    await hand.press(page.getByRole('link', { name: /^Applications( \d+)?$/ }).first())
    await hand.press(page.getByRole('link', { name: 'Harbour Lane', exact: true }))
    await page.getByRole('columnheader', { name: 'No.' }).waitFor()
    await rows.first().waitFor()
    for (const n of [4, 5, 6]) await hand.press(rows.nth(n).getByRole('checkbox'))
    await hand.press(page.getByRole('toolbar').getByRole('button', { name: 'Move to' }))
    await hand.press(item('To the top'))
    await page.getByText('3 rows moved').first().waitFor()
  })

  await hand.part('find the collection by its tag', async () => {
    await hand.press(page.getByRole('link', { name: /^Tags( \d+)?$/ }).first())
    await hand.press(page.getByRole('link', { name: 'Winter 2027' }))
    await page
      .getByText('30 total')
      .or(page.getByText('30', { exact: true }))
      .first()
      .waitFor()
    await rows.first().waitFor()
  })

  await hand.part('delete two by mistake, and undo it', async () => {
    for (const n of [0, 1]) await hand.press(rows.nth(n).getByRole('checkbox'))
    await hand.press(page.getByRole('toolbar').getByRole('button', { name: 'Delete' }))
    await hand.press(button('Undo'))
    await rows.nth(1).waitFor()
  })

  await hand.part('ask for all 30 to be fitted to three bodies', async () => {
    await hand.press(page.getByRole('checkbox', { name: 'Select all rows' }))
    await hand.press(page.getByRole('toolbar').getByRole('button', { name: 'All 30' }))
    await rows.nth(29).waitFor()
    await hand.press(page.getByRole('toolbar').getByRole('button', { name: 'Fit', exact: true }))
    for (const body of ['Birch Body', 'Oak Body', 'Oak Body, umber'])
      await hand.press(page.getByRole('dialog').getByRole('checkbox', { name: body, exact: true }))
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Fit', exact: true }))
    await page
      .getByText(/Fitting|on its way already|skipped|not changed/)
      .first()
      .waitFor()
  })

  await hand.part('lock all 30', async () => {
    await hand.press(page.getByRole('toolbar').getByRole('button', { name: 'Lock', exact: true }))
    await hand.type(page.getByRole('textbox', { name: /Reason/ }), 'Winter 2027 is on sale')
    await hand.key('Enter')
    await page
      .getByText(/assets? locked/)
      .first()
      .waitFor()
  })

  await hand.part('export the application', async () => {
    await hand.press(page.getByRole('link', { name: /^Applications( \d+)?$/ }).first())
    await hand.press(button('Actions for Harbour Lane'))
    const download = page.waitForEvent('download', LONG)
    await hand.press(item('Export as archive'))
    await download
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
  })

  await hand.part('hand over: a view of it for everyone', async () => {
    await hand.press(page.getByRole('link', { name: /^Tags( \d+)?$/ }).first())
    await hand.press(page.getByRole('link', { name: 'Winter 2027' }))
    await rows.first().waitFor()
    await hand.press(button('Views'))
    await hand.press(item('Save this view…'))
    await hand.type(page.getByRole('textbox', { name: 'Name' }), 'Winter 2027')
    await hand.press(page.getByRole('dialog').getByText('Share with everyone'))
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await page.getByText(/now sees the view Winter 2027/).waitFor({ state: 'attached' })
  })

  const total = hand.parts.reduce(
    (sum, it) => ({
      name: 'the whole day',
      presses: sum.presses + it.presses,
      letters: sum.letters + it.letters,
      seconds: sum.seconds + it.seconds,
    }),
    { name: '', presses: 0, letters: 0, seconds: 0 },
  )
  for (const { name, presses, letters, seconds } of [...hand.parts, total])
    console.log(
      `| ${name.padEnd(46)} | ${String(presses).padStart(7)} | ${String(letters).padStart(7)} | ${seconds.toFixed(1).padStart(7)} |`,
    )
} finally {
  await browser.close()
  await server.remove()
}

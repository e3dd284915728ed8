/**
 * Simulates a working day of an admin in the built app and prints the presses and seconds of each part: `npx tsx
 * bench/working-day.ts`, after `npm run build`. A press is a click, a key other than a letter, or a file selection; typed letters
 * are counted separately. Seconds are machine time, without thinking time. `SHOTS=folder` saves a screenshot after each part.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { guessType } from '../src/machines/new-asset/guess-asset.ts'
import { ADMIN_EMAIL, PASSWORD, RunningServer } from '../tests/journeys/support.ts'
import { ensureChromium, PAGE_ARGS } from '../tests/support/chromium.ts'

const MODELS = 'demo/models'
const LONG_TIMEOUT = { timeout: Number(process.env['PATIENCE'] ?? 60_000) }

interface Part {
  name: string
  presses: number
  letters: number
  seconds: number
}

class CountingUser {
  readonly parts: Part[] = []
  #now = { presses: 0, letters: 0 }

  constructor(readonly page: Page) {}

  async press(target: Locator): Promise<void> {
    this.#now.presses += 1
    await target.click(LONG_TIMEOUT)
  }
  async key(name: string): Promise<void> {
    this.#now.presses += 1
    await this.page.keyboard.press(name)
  }
  async type(field: Locator, text: string): Promise<void> {
    this.#now.letters += text.length
    await field.fill(text, LONG_TIMEOUT)
  }
  async hand(input: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    // Counts two presses: the upload button, and Open in the system's file dialog.
    this.#now.presses += 2
    await input.setInputFiles(files)
  }
  async part(name: string, work: () => Promise<void>): Promise<void> {
    this.#now = { presses: 0, letters: 0 }
    const start = performance.now()
    try {
      await work()
    } catch (error) {
      if (process.env['SHOTS']) await this.page.screenshot({ path: join(process.env['SHOTS'], 'fault.png') })
      throw error
    }
    this.parts.push({ name, ...this.#now, seconds: (performance.now() - start) / 1000 })
    if (process.env['SHOTS'])
      await this.page.screenshot({ path: join(process.env['SHOTS'], `${this.parts.length}.png`) })
  }
}

/** Returns thirty models as from a studio: 26 valid ones, two whose name does not reveal their type, two truncated. */
function createModels(): { name: string; mimeType: string; buffer: Buffer }[] {
  const typedModels = readdirSync(MODELS)
    .filter((name) => name.endsWith('.glb') && !['bodyshape', undefined].includes(guessType(name)))
    .map((name) => ({ name, mimeType: '', buffer: readFileSync(join(MODELS, name)) }))
    .sort((a, b) => a.buffer.length - b.buffer.length)
  return Array.from({ length: 30 }, (_, index) => {
    const file = typedModels[index % typedModels.length]!
    const name = index < typedModels.length ? `winter-${file.name}` : `winter-late-${file.name}`
    const untypedFile = { 7: 'north-plinth.glb', 14: 'brass-hoop.glb' }[index]
    if (untypedFile) return { ...file, name: `studio-${index}.glb`, buffer: readFileSync(join(MODELS, untypedFile)) }
    if (index === 20 || index === 27) return { ...file, name, buffer: file.buffer.subarray(0, 4000) }
    return { ...file, name }
  })
}

const server = await RunningServer.create()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: PAGE_ARGS })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  page.setDefaultTimeout(LONG_TIMEOUT.timeout)
  const user = new CountingUser(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const option = (name: string | RegExp) => page.getByRole('option', { name }).first()
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name }).first()
  const files = createModels()
  await page.goto(`${server.url}/signin`)

  await user.part('sign in', async () => {
    await user.type(page.getByLabel('E-mail'), ADMIN_EMAIL)
    await user.key('Tab')
    await user.type(page.getByLabel('Password', { exact: true }), PASSWORD)
    await user.key('Enter')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  await user.part('make a tag for the collection', async () => {
    await user.press(page.getByRole('link', { name: /^Tags( \d+)?$/ }).first())
    await user.press(button('New tag'))
    await user.type(page.getByRole('textbox', { name: 'Name' }), 'Winter 2027')
    await user.key('Enter')
    await page.getByRole('link', { name: 'Winter 2027' }).waitFor()
  })

  await user.part('upload 30 models', async () => {
    await user.press(page.getByRole('link', { name: /^(Upload|New asset)/ }).first())
    await user.hand(page.locator('input[type="file"]').first(), files)
    await page.getByRole('heading', { level: 1, name: 'New assets' }).waitFor()
    await page.getByText(/0 of 30 created, 26 ready/).waitFor(LONG_TIMEOUT)
  })

  await user.part('fix 4 faults', async () => {
    for (const name of files.filter(({ name }) => name.startsWith('studio')).map(({ name }) => name)) {
      await user.press(button('Next to complete'))
      const type = page.getByRole('form', { name }).getByRole('button', { name: /Type/ })
      if (!(await type.evaluate((element) => element === document.activeElement))) await user.press(type)
      else await user.key('Enter')
      await user.press(option('Custom'))
    }
    for (const truncatedFile of files.filter(({ buffer, name }) => buffer.length === 4000 && name)) {
      const validFile = {
        ...truncatedFile,
        buffer: readFileSync(join(MODELS, truncatedFile.name.replace(/winter-(late-)?/, ''))),
      }
      await user.hand(
        page.getByRole('form', { name: truncatedFile.name }).locator('input[type="file"]').first(),
        validFile,
      )
    }
    await page.getByText(/0 of 30 created, 30 ready/).waitFor(LONG_TIMEOUT)
  })

  await user.part('tag them, put them into an application and on a body', async () => {
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await user.press(tags)
    await user.type(tags, 'Winter 2027')
    await user.key('Enter')
    await user.key('Escape')
    const applications = page.getByRole('combobox', { name: 'Applications' })
    await user.press(applications)
    await user.type(applications, 'Harbour Lane')
    await user.key('Enter')
    await user.key('Escape')
    await user.press(page.getByRole('button', { name: /^No body/ }).first())
    await user.press(option('Alder Body'))
  })

  await user.part('create them', async () => {
    await user.press(button('Create 30 assets'))
    await user.press(page.getByRole('link', { name: 'Go to assets' }))
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
  })

  const rows = page.locator('tbody tr').filter({ has: page.locator('a[href^="/assets/"]') })
  await user.part('order: three to the top of the application', async () => {
    await user.press(page.getByRole('link', { name: /^Applications( \d+)?$/ }).first())
    await user.press(page.getByRole('link', { name: 'Harbour Lane', exact: true }))
    await page.getByRole('columnheader', { name: 'No.' }).waitFor()
    await rows.first().waitFor()
    for (const n of [4, 5, 6]) await user.press(rows.nth(n).getByRole('checkbox'))
    await user.press(page.getByRole('toolbar').getByRole('button', { name: 'Move to' }))
    await user.press(item('To the top'))
    await page.getByText('3 rows moved').first().waitFor()
  })

  await user.part('find the collection by its tag', async () => {
    await user.press(page.getByRole('link', { name: /^Tags( \d+)?$/ }).first())
    await user.press(page.getByRole('link', { name: 'Winter 2027' }))
    await page
      .getByText('30 total')
      .or(page.getByText('30', { exact: true }))
      .first()
      .waitFor()
    await rows.first().waitFor()
  })

  await user.part('delete two by mistake, and undo it', async () => {
    for (const n of [0, 1]) await user.press(rows.nth(n).getByRole('checkbox'))
    await user.press(page.getByRole('toolbar').getByRole('button', { name: 'Delete' }))
    await user.press(button('Undo'))
    await rows.nth(1).waitFor()
  })

  await user.part('ask for all 30 to be fitted to three bodies', async () => {
    await user.press(page.getByRole('checkbox', { name: 'Select all rows' }))
    await user.press(page.getByRole('toolbar').getByRole('button', { name: 'All 30' }))
    await rows.nth(29).waitFor()
    await user.press(page.getByRole('toolbar').getByRole('button', { name: 'Fit', exact: true }))
    for (const body of ['Birch Body', 'Oak Body', 'Oak Body, umber'])
      await user.press(page.getByRole('dialog').getByRole('checkbox', { name: body, exact: true }))
    await user.press(page.getByRole('dialog').getByRole('button', { name: 'Fit', exact: true }))
    await page
      .getByText(/Fitting|Nothing to generate|skipped|not changed/)
      .first()
      .waitFor()
  })

  await user.part('lock all 30', async () => {
    await user.press(page.getByRole('toolbar').getByRole('button', { name: 'Lock', exact: true }))
    await user.type(page.getByRole('textbox', { name: /Reason/ }), 'Winter 2027 is on sale')
    await user.key('Enter')
    await page
      .getByText(/assets? locked/)
      .first()
      .waitFor()
  })

  await user.part('export the application', async () => {
    await user.press(page.getByRole('link', { name: /^Applications( \d+)?$/ }).first())
    await user.press(button('Actions for Harbour Lane'))
    const download = page.waitForEvent('download', LONG_TIMEOUT)
    await user.press(item('Export as archive'))
    await download
    await user.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
  })

  await user.part('hand over: a view of it for everyone', async () => {
    await user.press(page.getByRole('link', { name: /^Tags( \d+)?$/ }).first())
    await user.press(page.getByRole('link', { name: 'Winter 2027' }))
    await rows.first().waitFor()
    await user.press(button('Views'))
    await user.press(item('Save this view…'))
    await user.type(page.getByRole('textbox', { name: 'Name' }), 'Winter 2027')
    await user.press(page.getByRole('dialog').getByText('Share with everyone'))
    await user.press(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await page.getByText(/now sees the view Winter 2027/).waitFor({ state: 'attached' })
  })

  const total = user.parts.reduce(
    (sum, part) => ({
      name: 'the whole day',
      presses: sum.presses + part.presses,
      letters: sum.letters + part.letters,
      seconds: sum.seconds + part.seconds,
    }),
    { name: '', presses: 0, letters: 0, seconds: 0 },
  )
  for (const { name, presses, letters, seconds } of [...user.parts, total])
    console.log(
      `| ${name.padEnd(46)} | ${String(presses).padStart(7)} | ${String(letters).padStart(7)} | ${seconds.toFixed(1).padStart(7)} |`,
    )
} finally {
  await browser.close()
  await server.remove()
}

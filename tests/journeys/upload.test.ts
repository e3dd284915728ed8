import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { type BrowserFile, createLargeModel, dropFiles, pasteFile, recordUploadRequests } from './files.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, expect, RunningServer, signInThenOpen, test } from './support.ts'

const MB = 1024 * 1024
const model = (name: string, as = name): BrowserFile => ({
  name: as,
  mimeType: 'model/gltf-binary',
  buffer: readFileSync(`demo/models/${name}`),
})
const picture: BrowserFile = {
  name: 'boot-icon.webp',
  mimeType: 'image/webp',
  buffer: readFileSync('demo/thumbnails/peat-boot-black.webp'),
}

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

for (const viewport of [DESK, PHONE]) {
  test.describe(`an upload at ${viewport.width} pixels`, () => {
    test.use({ viewport })

    test(
      'accepts a dropped model and a pasted picture, previews both and creates the asset',
      SAMPLED_OPTIONS,
      async ({ page, shot }) => {
        const checkPage = async (name: string) => {
          expect.soft(await findAxeViolations(page), name).toEqual([])
          await shot(`upload-${name}-${viewport.width}`)
        }
        await open(page)
        await checkPage('empty')
        await dropFiles(page, area(page, 'Model'), [model('peat-boot.glb')], async () => {
          await expect(page.getByText('Drop to add')).toBeVisible()
          await checkPage('dragging')
        })
        await expect(field(page, 'Model').getByText('Uploaded', { exact: true })).toBeVisible()
        await expect(page.getByLabel('Name')).toHaveValue('Peat Boot')
        await area(page, 'Icon').focus()
        await pasteFile(page, picture)
        await expect(field(page, 'Icon').locator('img')).toBeVisible()
        await expect(page.getByText('Icon is 256 × 256, RGBA, 8 bit')).toBeVisible()
        // The viewer renders only while it is visible. On a phone, it is below the form.
        await page.getByRole('complementary').getByRole('img').first().scrollIntoViewIfNeeded()
        await expect(page.getByText('Shows in the viewer')).toBeVisible({ timeout: 45_000 })
        await checkPage('chosen')
        await page.getByRole('button', { name: 'Full report' }).click()
        await expect(page.getByRole('dialog').getByText('found no issues')).toBeVisible({ timeout: 30_000 })
        await checkPage('report')
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name: 'Tags' }).click()
        await page.getByRole('option').first().click()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Create asset' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Peat Boot' })).toBeVisible()
      },
    )
  })
}

test('rejects invalid files with an error by their content, not by their name', async ({ page, shot }) => {
  await open(page)
  const picked = (label: string) => field(page, label).locator('input[type="file"]')
  await picked('Model').setInputFiles({ ...picture, name: 'boot.glb' })
  await expect(field(page, 'Model').getByRole('alert')).toContainText('isn’t a glTF 2.0 model')
  await picked('Icon').setInputFiles({ ...model('peat-boot.glb'), name: 'boot.png', mimeType: 'image/png' })
  await expect(field(page, 'Icon').getByRole('alert')).toContainText('doesn’t match its extension')
  const truncated = model('peat-boot.glb').buffer.subarray(0, 30_000)
  await picked('Model').setInputFiles({ name: 'cut.glb', mimeType: '', buffer: truncated })
  await expect(field(page, 'Model').getByRole('alert')).toContainText('is incomplete')
  await expect(page.getByText('2 to fix')).toBeVisible()
  expect.soft(await findAxeViolations(page)).toEqual([])
  await shot(`upload-refused`)
  await area(page, 'Model').focus()
  await pasteFile(page, model('peat-boot.glb'))
  await expect(field(page, 'Model').getByText('Uploaded', { exact: true })).toBeVisible()
})

test(
  'uploads several dropped models from one queue, and names and creates each asset separately',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await open(page)
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a model at all, but words') }
    await dropFiles(page, area(page, 'Model'), [
      model('kiln-jacket.glb'),
      model('ferry-cap.glb'),
      model('north-plinth.glb'),
      notes,
    ])
    await expect(page.getByRole('heading', { level: 1, name: 'New assets' })).toBeVisible()
    const row = (name: string) => page.getByRole('form', { name })
    for (const name of ['kiln-jacket.glb', 'ferry-cap.glb', 'north-plinth.glb'])
      await expect(row(name).getByText('Uploaded', { exact: true }).first()).toBeVisible()
    await expect(row('kiln-jacket.glb').getByLabel('Name')).toHaveValue('Kiln Jacket')
    await expect(row('notes.txt').getByRole('alert')).toContainText('Choose a .glb file.')
    await expect(page.getByText('0 of 4 created, 2 ready.')).toBeVisible()
    // The accessible name also says that the type was guessed.
    const type = row('ferry-cap.glb').getByRole('button', { name: /Type/ }).getByText('Headwear', { exact: true })
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport)
      await expect.soft
        .poll(() => type.evaluate((element) => element.scrollWidth - element.clientWidth), 'cut off')
        .toBe(0)
      expect.soft(await findAxeViolations(page)).toEqual([])
      await shot(`upload-queue-${viewport.width}`)
    }

    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'New assets' })).toBeVisible()
    await expect(page.getByText('0 of 3 created, 2 ready.')).toBeVisible()
    // The service refuses one of the assets once. The others are created, and the refused one on the second attempt.
    let refusals = 1
    await page.route('**/v1/assets', async (route) => {
      const isTargetRequest = route.request().method() === 'POST' && route.request().postData()?.includes('Ferry Cap')
      if (!isTargetRequest || refusals === 0) return route.fallback()
      refusals -= 1
      await route.fulfill({ status: 403, json: refusalOf('FORBIDDEN', 403) })
    })
    await page.getByRole('button', { name: 'Create 2 assets' }).click()
    await expect(page.getByText('Kiln Jacket created')).toBeVisible()
    await expect(row('ferry-cap.glb').getByRole('alert')).toContainText(
      'You don’t have permission to do this. Ask an admin for it.',
    )
    await row('north-plinth.glb').getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'Custom' }).click()
    await page.getByRole('button', { name: /^Create \d asset/ }).click()
    await expect(page.getByText('Ferry Cap created')).toBeVisible()
    await expect(page.getByText('North Plinth created')).toBeVisible()
    await shot(`upload-queue-made`)
    await page.getByRole('link', { name: 'Go to assets' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  },
)

test(
  'resumes a paused upload after a reload, and sends only the missing bytes',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await open(page)
    const file = createLargeModel('Long Way.glb', 12 * MB)
    // The first chunk of 5 MB is uploaded. Later requests are aborted until the reload.
    let isHeld = true
    await page.route('**/files/*', async (route) => {
      const isLater = Number(route.request().headers()['upload-offset'] ?? 0) > 0
      if (isHeld && isLater) await route.abort()
      else await route.fallback()
    })
    await field(page, 'Model').locator('input[type="file"]').setInputFiles(file)
    await expect(field(page, 'Model').getByText(/Connection lost. Retrying/)).toBeVisible({ timeout: 30_000 })
    await expect(field(page, 'Model').getByText(/^5(\.0)? of 12(\.0)? MB$/)).toBeVisible()
    await shot(`upload-retrying`)
    await page.getByRole('button', { name: 'Pause upload' }).click()
    await expect(field(page, 'Model').getByText('Paused', { exact: true })).toBeVisible()
    expect.soft(await findAxeViolations(page)).toEqual([])
    await shot(`upload-paused`)
    isHeld = false
    const uploadRequests = recordUploadRequests(page)
    await page.reload()
    await expect(page.getByText('Pick up where you left off.')).toBeVisible()
    await expect(field(page, 'Model').getByText('Uploaded', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect(uploadRequests.filter(({ method }) => method === 'POST')).toEqual([])
    expect(uploadRequests.flatMap(({ method, offset }) => (method === 'PATCH' ? [offset] : []))[0]).toBe(5 * MB)
    await expect(page.getByLabel('Name')).toHaveValue('Long Way')
  },
)

test('resumes an upload at the same offset after the server was killed', SAMPLED_OPTIONS, async ({ page }) => {
  const server = await RunningServer.create()
  try {
    await signInThenOpen(page, '/assets/new', ADMIN_EMAIL, server.url)
    const uploadRequests = recordUploadRequests(page)
    await page.getByLabel('Name').fill('Through the storm')
    let isKilled = false
    await page.route('**/files/*', async (route) => {
      if (!isKilled && Number(route.request().headers()['upload-offset'] ?? 0) > 0) {
        isKilled = true
        await server.stop('SIGKILL')
      }
      await route.continue().catch(() => {})
    })
    await field(page, 'Model')
      .locator('input[type="file"]')
      .setInputFiles(createLargeModel('Storm Jacket.glb', 12 * MB))
    await expect(field(page, 'Model').getByText(/Connection lost. Retrying/)).toBeVisible({ timeout: 30_000 })
    await server.start()
    await expect(field(page, 'Model').getByText('Uploaded', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect(uploadRequests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(uploadRequests.filter(({ method, offset }) => method === 'PATCH' && offset === 0)).toHaveLength(1)
    await expect(page.getByLabel('Name')).toHaveValue('Through the storm')
    await page.getByRole('button', { name: 'Create asset' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Through the storm' })).toBeVisible()
  } finally {
    await server.remove()
  }
})

async function open(page: Page): Promise<void> {
  await signInThenOpen(page, '/assets/new')
  await expect(page.getByRole('heading', { level: 1, name: 'New asset' })).toBeVisible()
}

const field = (page: Page, label: string): Locator => page.getByRole('group', { name: label })
/** Returns the drop area of a field. The area's accessible name depends on the field's state. */
const area = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${label}: (Upload a file|Drop to add)`) })

const refusalOf = (code: string, status: number) => ({
  error: { code, message: 'No.', status },
  type: '/docs',
  title: code,
  status,
  detail: 'No.',
})

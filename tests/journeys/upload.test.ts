import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { type BrowserFile, createLargeModel, dropFiles, pasteFile, recordUploadRequests } from './files.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, expect, RunningServer, signInThenOpen, test } from './support.ts'

const MB = 1024 * 1024
const readModel = (name: string, fileName = name): BrowserFile => ({
  name: fileName,
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
      'previews a dropped model and a pasted picture, and creates the asset',
      SAMPLED_OPTIONS,
      async ({ page, shot }) => {
        const checkPage = async (name: string) => {
          expect.soft(await findAxeViolations(page), name).toEqual([])
          await shot(`upload-${name}-${viewport.width}`)
        }
        await openForm(page)
        await checkPage('empty')
        await dropFiles(page, getDropArea(page, 'Model'), [readModel('peat-boot.glb')], async () => {
          await expect(page.getByText('Drop to add')).toBeVisible()
          await checkPage('dragging')
        })
        await expect(getField(page, 'Model').getByText('Uploaded', { exact: true })).toBeVisible()
        await expect(page.getByLabel('Name')).toHaveValue('Peat Boot')
        await getDropArea(page, 'Icon').focus()
        await pasteFile(page, picture)
        await expect(getField(page, 'Icon').locator('img')).toBeVisible()
        await expect(page.getByText('Icon is 256 × 256, RGBA, 8 bit')).toBeVisible()
        // The viewer renders only while visible. On a phone, the viewer is below the form.
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

test('shows an error for files with invalid content and valid names, and accepts a replacement', async ({
  page,
  shot,
}) => {
  await openForm(page)
  const getFileInput = (label: string) => getField(page, label).locator('input[type="file"]')
  await getFileInput('Model').setInputFiles({ ...picture, name: 'boot.glb' })
  await expect(getField(page, 'Model').getByRole('alert')).toContainText('isn’t a glTF 2.0 model')
  await getFileInput('Icon').setInputFiles({ ...readModel('peat-boot.glb'), name: 'boot.png', mimeType: 'image/png' })
  await expect(getField(page, 'Icon').getByRole('alert')).toContainText('doesn’t match its extension')
  const truncated = readModel('peat-boot.glb').buffer.subarray(0, 30_000)
  await getFileInput('Model').setInputFiles({ name: 'cut.glb', mimeType: '', buffer: truncated })
  await expect(getField(page, 'Model').getByRole('alert')).toContainText('is incomplete')
  await expect(page.getByText('2 to fix')).toBeVisible()
  expect.soft(await findAxeViolations(page)).toEqual([])
  await shot(`upload-refused`)
  await getDropArea(page, 'Model').focus()
  await pasteFile(page, readModel('peat-boot.glb'))
  await expect(getField(page, 'Model').getByText('Uploaded', { exact: true })).toBeVisible()
})

test(
  'uploads several dropped models from one queue, and names and creates each asset separately',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await openForm(page)
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a model at all, but words') }
    await dropFiles(page, getDropArea(page, 'Model'), [
      readModel('kiln-jacket.glb'),
      readModel('ferry-cap.glb'),
      readModel('north-plinth.glb'),
      notes,
    ])
    await expect(page.getByRole('heading', { level: 1, name: 'New assets' })).toBeVisible()
    const row = (name: string) => page.getByRole('form', { name })
    for (const name of ['kiln-jacket.glb', 'ferry-cap.glb', 'north-plinth.glb'])
      await expect(row(name).getByText('Uploaded', { exact: true }).first()).toBeVisible()
    await expect(row('kiln-jacket.glb').getByLabel('Name')).toHaveValue('Kiln Jacket')
    await expect(row('notes.txt').getByRole('alert')).toContainText('Choose a .glb file.')
    await expect(page.getByText('0 of 4 created, 2 ready.')).toBeVisible()
    // The accessible name also contains the word “Guessed”.
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
    // The service refuses one asset on the first attempt, and creates that asset on the second attempt.
    let refusals = 1
    await page.route('**/v1/assets', async (route) => {
      const isTargetRequest = route.request().method() === 'POST' && route.request().postData()?.includes('Ferry Cap')
      if (!isTargetRequest || refusals === 0) return route.fallback()
      refusals -= 1
      await route.fulfill({ status: 403, json: createErrorBody('FORBIDDEN', 403) })
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
    await openForm(page)
    const file = createLargeModel('Long Way.glb', 12 * MB)
    // The first chunk of 5 MB is uploaded. Later requests are aborted until the reload.
    let isBlocking = true
    await page.route('**/files/*', async (route) => {
      const isLater = Number(route.request().headers()['upload-offset'] ?? 0) > 0
      if (isBlocking && isLater) await route.abort()
      else await route.fallback()
    })
    await getField(page, 'Model').locator('input[type="file"]').setInputFiles(file)
    await expect(getField(page, 'Model').getByText(/Connection lost. Retrying/)).toBeVisible({ timeout: 30_000 })
    await expect(getField(page, 'Model').getByText(/^5(\.0)? of 12(\.0)? MB$/)).toBeVisible()
    await shot(`upload-retrying`)
    await page.getByRole('button', { name: 'Pause upload' }).click()
    await expect(getField(page, 'Model').getByText('Paused', { exact: true })).toBeVisible()
    expect.soft(await findAxeViolations(page)).toEqual([])
    await shot(`upload-paused`)
    isBlocking = false
    const uploadRequests = recordUploadRequests(page)
    await page.reload()
    await expect(page.getByText('Pick up where you left off.')).toBeVisible()
    await expect(getField(page, 'Model').getByText('Uploaded', { exact: true })).toBeVisible({ timeout: 60_000 })
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
    await getField(page, 'Model')
      .locator('input[type="file"]')
      .setInputFiles(createLargeModel('Storm Jacket.glb', 12 * MB))
    await expect(getField(page, 'Model').getByText(/Connection lost. Retrying/)).toBeVisible({ timeout: 30_000 })
    await server.start()
    await expect(getField(page, 'Model').getByText('Uploaded', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect(uploadRequests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(uploadRequests.filter(({ method, offset }) => method === 'PATCH' && offset === 0)).toHaveLength(1)
    await expect(page.getByLabel('Name')).toHaveValue('Through the storm')
    await page.getByRole('button', { name: 'Create asset' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Through the storm' })).toBeVisible()
  } finally {
    await server.remove()
  }
})

async function openForm(page: Page): Promise<void> {
  await signInThenOpen(page, '/assets/new')
  await expect(page.getByRole('heading', { level: 1, name: 'New asset' })).toBeVisible()
}

const getField = (page: Page, label: string): Locator => page.getByRole('group', { name: label })
/** Returns the drop area of a field. The area's accessible name depends on the field's state. */
const getDropArea = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${label}: (Upload a file|Drop to add)`) })

const createErrorBody = (code: string, status: number) => ({
  error: { code, message: 'No.', status },
  type: '/docs',
  title: code,
  status,
  detail: 'No.',
})

import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { buildQuadGlb, encodePng } from '../support/render-quad.ts'
import { findAxeViolations } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, openSignedIn, test } from './support.ts'

const SLOW = { timeout: 60_000 }
test.setTimeout(240_000)

const stage = (page: Page) => page.getByRole('region', { name: 'Stage' })
const pressOption = (page: Page, role: 'radio' | 'switch', name: string) =>
  page.locator('label', { has: page.getByRole(role, { name, exact: true }) }).click()
const code = (page: Page, name: string) => page.getByRole('region', { name })

test(
  'the playground shows a chosen file with the selected options, and copies the matching embed code',
  SAMPLED_OPTIONS,
  async ({ page, context, shot }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openSignedIn(page, '/viewer')
    await expect(page.getByText('Drop a .glb or .fbx file anywhere')).toBeVisible()
    // Before a file is dropped, the page shows a sample, and the user can choose another sample.
    await expect(stage(page).locator('[data-state="finished"]')).toBeVisible(SLOW)
    const samples = page.getByRole('list', { name: 'Samples' })
    await expect(samples.getByRole('button', { name: 'Ines', pressed: true })).toBeVisible()
    await samples.getByRole('button', { name: 'Peat Boot' }).click()
    await expect(stage(page).getByText('Peat Boot', { exact: true })).toBeVisible(SLOW)
    await expect(code(page, 'React')).toContainText('lighting="three-point"')
    const chooser = page.locator('input[type=file]').first()

    await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no model') })
    await expect(page.getByRole('alert')).toHaveText(/^notes\.txt can’t be shown/)

    await chooser.setInputFiles(resolve('demo/models/arch-brows.glb'))
    await expect(stage(page).locator('[data-state="finished"]')).toBeVisible(SLOW)
    await expect(stage(page).getByText('364 triangles')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    const before = await stage(page).locator('canvas').screenshot()

    await page.getByRole('slider', { name: 'browDownLeft' }).fill('1')
    await expect.poll(async () => before.equals(await stage(page).locator('canvas').screenshot()), SLOW).toBe(false)
    await pressOption(page, 'radio', 'Forest')
    await pressOption(page, 'switch', 'Shadows')
    for (const line of [
      'source="https://your-files.example/arch-brows.glb"',
      'environment="forest"',
      'emotion={{"browDownLeft":1}}',
    ])
      await expect(code(page, 'React')).toContainText(line)
    await expect(code(page, 'React')).not.toContainText('shadows')
    await page.getByRole('radio', { name: 'Element' }).click()
    await expect(code(page, 'Element')).toContainText('environment="forest"')
    await page.getByRole('radio', { name: 'Frame', exact: true }).click()
    await expect(code(page, 'Frame')).toContainText(
      '/embed?src=https%3A%2F%2Fyour-files.example%2Farch-brows.glb&amp;environment=forest',
    )
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<iframe\n {2}src="http/)

    await page.getByRole('button', { name: 'Statistics' }).click()
    await expect(stage(page).getByText('Draw calls')).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Capture', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('arch-brows.png')
    expect(await findAxeViolations(page)).toEqual([])
    await shot('playground')
  },
)

test(
  "keeps the viewer's own buttons clickable next to the buttons of the playground",
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, '/viewer')
    await expect(stage(page).locator('[data-state="finished"]')).toBeVisible(SLOW)
    await pressOption(page, 'switch', 'Controls')
    const ownButton = stage(page).locator('[data-state="finished"] button')
    await expect(ownButton).toHaveCount(2)
    for (const button of await ownButton.all()) await button.click({ trial: true })
  },
)

test('shows an error at the link field for a URL that does not end in .glb or .fbx', async ({ page }) => {
  await openSignedIn(page, '/viewer')
  const address = page.getByLabel('Link', { exact: true })
  await address.fill('https://files.example/notes.txt')
  await address.press('Enter')
  await expect(page.getByText('Enter a link that ends in .glb or .fbx.')).toBeVisible()
  await address.fill('')
  await expect(page.getByText('Enter a link that ends in .glb or .fbx.')).toHaveCount(0)
})

const getGpuFigures = (page: Page) =>
  stage(page).locator('dt', { hasText: 'GPU geometries and textures' }).locator('+ dd')

test(
  'inspects the parts of a model, opens its texture, and compares the model with another model',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    const colours = [
      [200, 30, 30],
      [30, 200, 30],
      [30, 30, 200],
      [250, 250, 250],
    ]
    const buffer = Buffer.from(
      buildQuadGlb({
        material: { name: 'Cloth', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } },
        pictures: [{ bytes: await encodePng(2, colours) }],
      }),
    )
    await openSignedIn(page, '/viewer?src=none')
    await page.locator('input[type=file]').first().setInputFiles({ name: 'flag.glb', mimeType: '', buffer })
    await expect(stage(page).locator('[data-state="finished"]')).toBeVisible(SLOW)
    await stage(page).getByRole('button', { name: 'Statistics' }).click()
    await expect(getGpuFigures(page)).toBeVisible()
    await page.getByRole('radio', { name: 'Inspect', exact: true }).click()
    const row = page.getByRole('treeitem').last()
    await expect(row).toHaveText(/2$/, SLOW)
    const before = await getGpuFigures(page).textContent()
    const canvas = stage(page).locator('canvas')
    // While the model moves, slow frames are rendered at a lower resolution.
    const isSharp = () =>
      canvas.evaluate((element: HTMLCanvasElement) => element.width >= element.clientWidth * devicePixelRatio - 1)
    await expect.poll(isSharp, SLOW).toBe(true)
    const shadedPicture = await canvas.screenshot()
    for (const surface of ['Wireframe', 'Normals', 'UV']) {
      await page.getByRole('radio', { name: surface, exact: true }).click()
      await expect.poll(async () => shadedPicture.equals(await canvas.screenshot()), SLOW).toBe(false)
    }
    await page.getByRole('radio', { name: 'Shaded', exact: true }).click()
    await expect.poll(async () => shadedPicture.equals(await canvas.screenshot()), SLOW).toBe(true)
    // The viewer has freed all GPU resources of the inspection.
    await expect(getGpuFigures(page)).toHaveText(before!)

    await row.press('Enter')
    await expect(page.getByRole('img', { name: /^UV layout of/ })).toBeVisible(SLOW)
    await page.getByRole('region', { name: 'Textures' }).getByRole('button').click()
    await expect(page.getByRole('dialog').getByText('2 × 2')).toBeVisible()
    await expect(page.getByRole('dialog').locator('img')).toBeVisible(SLOW)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findAxeViolations(page)).toEqual([])
    await shot('inspect-phone')
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByRole('radio', { name: 'Compare', exact: true }).click()
    await page.getByRole('button', { name: /Samples/ }).click()
    await page.getByRole('option', { name: 'Peat Boot' }).click()
    await expect(stage(page).locator('[data-state="finished"]')).toHaveCount(2, SLOW)
    const turnSliders = stage(page).getByRole('slider', { name: 'Turn' })
    await turnSliders.first().press('ArrowRight')
    const yaw = await turnSliders.first().getAttribute('aria-valuenow')
    await expect(turnSliders.last()).toHaveAttribute('aria-valuenow', yaw!)
    await page.getByRole('radio', { name: 'Wipe', exact: true }).click()
    await page.getByRole('slider', { name: 'Dividing line' }).press('Home')
    await expect(page.getByRole('slider', { name: 'Dividing line' })).toHaveAttribute('aria-valuenow', '0')
    expect(await findAxeViolations(page)).toEqual([])
  },
)

import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { ADMIN_EMAIL, assetRows, expect, PASSWORD, signIn, test } from './support.ts'

const MODEL = 'demo/models/ferry-cap.glb'

test('signs in, finds, opens and rotates a model, uploads a new model, locks the asset and signs out', async ({
  page,
  shot,
}) => {
  await test.step('signs in and returns to the requested page', async () => {
    await page.goto('/assets?order=name')
    await expect(page).toHaveURL(/\/signin\?to=/)
    await shot('1-sign-in')
    await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/assets\?order=name/)
  })

  await test.step('lists assets without loading 3D code', async () => {
    await expect(assetRows(page)).toHaveCount(10)
    await expect(assetRows(page).first().locator('img')).toBeVisible()
    const loadedUrls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(loadedUrls.filter((name) => /AvatarViewer|\bthree\b/i.test(name))).toEqual([])
    await shot('2-list')
  })

  await test.step('filters and sorts, puts both into the URL and reverts them by Back', async () => {
    await page.getByRole('search').getByRole('button', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Costume' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/filter=/)
    await expect(assetRows(page).filter({ hasText: 'Costume' })).toHaveCount(await assetRows(page).count())
    await page.getByRole('columnheader', { name: 'Asset' }).getByRole('button').click()
    await expect(page).toHaveURL(/order=-name/)
    await shot('3-filtered-and-sorted')
    await page.goBack()
    await expect(page).toHaveURL(/order=name/)
    await page.goForward()
    await expect(page).toHaveURL(/order=-name/)
  })

  await test.step('opens an asset and renders its model on the canvas', async () => {
    await assetRows(page).first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/assets\/[0-9a-f-]{36}/)
    await expect(getStage(page).locator('[data-state="finished"]')).toBeVisible({ timeout: 45_000 })
    expect(await measureModelShare(getStage(page).locator('canvas'))).toBeGreaterThan(0.02)
    await shot('4-asset')
  })

  await test.step('turns the model by 0.005 radians per dragged pixel', async () => {
    const slider = getStage(page).getByRole('slider', { name: 'Turn' })
    const before = Number(await slider.getAttribute('aria-valuenow'))
    const box = (await getStage(page).locator('canvas').boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 100, box.y + box.height / 2, { steps: 10 })
    await page.mouse.up()
    const turnDegrees = (100 * 0.005 * 180) / Math.PI
    await expect
      .poll(async () => Number(await slider.getAttribute('aria-valuenow')) - before)
      .toBeGreaterThanOrEqual(Math.floor(turnDegrees) - 1)
    await shot('5-turned')
  })

  await test.step('uploads a new model', async () => {
    await page.goto('/assets/new')
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: 'harbour-wave.glb',
        mimeType: 'application/octet-stream',
        buffer: readFileSync(MODEL),
      })
    await page.getByLabel('Name').fill('Harbour Wave')
    await chooseOption(page, 'Type', 'Custom')
    await chooseOption(page, 'Gender', 'Unisex')
    await shot('6-upload')
    await page.getByRole('button', { name: 'Create asset' }).click()
    await expect(page).toHaveURL(/\/assets\/[0-9a-f-]{36}/)
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour Wave' })).toBeVisible()
  })

  await test.step('locks the asset, which stays locked after a reload', async () => {
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.getByText('Nobody can change the model or details until it’s unlocked.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
    await shot('7-locked')
  })

  await test.step('finds the asset in the list', async () => {
    await page.getByRole('link', { name: 'Assets' }).first().click()
    await page.getByRole('searchbox', { name: 'Name or ID' }).fill('harbour wave')
    await expect(assetRows(page)).toHaveCount(1)
    await expect(assetRows(page).first()).toContainText('Harbour Wave')
    await expect(assetRows(page).first()).toContainText('Locked')
    await shot('8-listed')
  })

  await test.step('signs out and leaves no session data', async () => {
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/signin/)
    expect(await page.evaluate(() => localStorage.getItem('persist:user'))).toBe(null)
    await page.goBack()
    await expect(page).toHaveURL(/\/signin/)
    await shot('9-signed-out')
  })
})

test('returns to the same page when the user signs in again after the session became invalid', async ({ page }) => {
  await signIn(page)
  await assetRows(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/assets\/[0-9a-f-]{36}/)
  const { pathname } = new URL(page.url())
  // Stores an invalid access token and an unknown refresh token, so that the next request ends the session.
  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem('persist:user') ?? '')
    record.data.token = ''.padStart(20, 'x')
    record.data.refreshToken = 'gone'
    localStorage.setItem('persist:user', JSON.stringify(record))
  })
  await page.reload()
  await expect(page).toHaveURL(/\/signin\?.*reason=login_required/)
  await expect(page.getByText('Your session ended.')).toBeVisible()
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`${pathname}$`))
})

const getStage = (page: Page): Locator => page.getByRole('region', { name: 'Stage' })

async function chooseOption(page: Page, field: string, value: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(field) })
    .last()
    .click()
  await page.getByRole('option', { name: value }).click()
}

/** Returns the fraction of a canvas's pixels that show the model, read from a screenshot of the canvas alone. */
async function measureModelShare(canvas: Locator): Promise<number> {
  const picture = await canvas.screenshot()
  return canvas.page().evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
      const surface = new OffscreenCanvas(image.width, image.height)
      const context = surface.getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      let coloured = 0
      for (let index = 0; index < data.length; index += 4) {
        const [r, g, b] = [data[index]!, data[index + 1]!, data[index + 2]!]
        // The viewer's background is grey, so coloured pixels belong to the model.
        if (Math.max(r, g, b) - Math.min(r, g, b) > 24) coloured += 1
      }
      return coloured / (data.length / 4)
    },
    [...picture],
  )
}

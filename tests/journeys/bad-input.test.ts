import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, expect, RunningServer, rows, signIn, test } from './support.ts'

const LIMIT = 50 * 1024 * 1024

test('a wrong password says so kindly and keeps what was typed', async ({ page, shot }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your e-mail.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.getByLabel('E-mail').fill(ADMIN)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password')
  await expect(page.getByLabel('E-mail')).toHaveValue(ADMIN)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not-the-password')
  await shot('bad-password')
})

test('a filter that is no JSON warns once and shows everything', async ({ page, shot }) => {
  await signIn(page)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.goto('/assets?filter={"type":["top"')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toHaveCount(0)
  expect(warnings.filter((text) => text.includes('Error parsing filters'))).toHaveLength(1)
  await page.goto('/assets?filter={"__proto__":{"polluted":true},"type":["no-such-type"]}')
  await expect(rows(page)).toHaveCount(10)
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false)
  await shot('bad-filter')
})

test('an unknown asset and an unknown address say what to do', async ({ page, shot }) => {
  await signIn(page)
  await page.goto('/assets/00000000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Asset not found' })).toBeVisible()
  await shot('unknown-asset')
  await page.getByRole('link', { name: 'Go to assets' }).click()
  await expect(rows(page)).toHaveCount(10)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await shot('unknown-address')
  await page.getByRole('link', { name: 'Go to assets' }).click()
  await expect(rows(page)).toHaveCount(10)
})

test('what is no model, or too large a one, is refused at the field and nothing typed is lost', async ({
  page,
  shot,
}) => {
  await signIn(page)
  await page.goto('/assets/new')
  await page.getByLabel('Name').fill('Mine')
  const input = page.locator('input[type="file"]').first()
  await input.setInputFiles({
    name: 'hat.glb',
    mimeType: 'model/gltf-binary',
    buffer: Buffer.from('<svg onload="alert(1)">'),
  })
  await expect(page.getByText(/isn’t a glTF 2.0 model|is too small/).first()).toBeVisible()
  await shot('not-a-model')
  const big = join(tmpdir(), 'atelier-too-large.glb')
  writeFileSync(big, Buffer.concat([readFileSync('demo/models/ferry-cap.glb'), Buffer.alloc(LIMIT)]))
  await input.setInputFiles(big)
  rmSync(big)
  await expect(page.getByText(/is too large. The limit is 50 MB/).first()).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Mine')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Mine')
})

test('a server that goes down in the middle: the list says so and tries again, an upload goes on by itself', async ({
  page,
  shot,
}) => {
  test.setTimeout(150_000)
  const server = await RunningServer.create()
  try {
    await signIn(page, ADMIN, server.url)
    await expect(rows(page)).toHaveCount(10)
    await server.stop('SIGKILL')
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(page.getByText('Atelier can’t reach the service. Check your connection.')).toBeVisible()
    await shot('server-down-list')
    await server.start()
    // By itself: it counts down to each try.
    await expect(rows(page)).toHaveCount(10, { timeout: 40_000 })

    await page.getByRole('link', { name: 'Upload' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'New asset' })).toBeVisible()
    await page.getByLabel('Name').fill('Through the storm')
    // The first bytes get through, then the server dies under the upload.
    await page.route('**/files/*', async (route) => {
      await page.unroute('**/files/*')
      await server.stop('SIGKILL')
      await route.continue().catch(() => {})
    })
    await page.locator('input[type="file"]').first().setInputFiles('demo/models/kiln-jacket.glb')
    await expect(page.getByText(/Connection lost. Retrying/).first()).toBeVisible()
    await shot('server-down-upload')
    await server.start()
    await expect(page.getByText('Uploaded').first()).toBeVisible({ timeout: 60_000 })
    await expect(page.getByLabel('Name')).toHaveValue('Through the storm')
    await page.getByRole('button', { name: 'Create asset' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Through the storm' })).toBeVisible()
  } finally {
    await server.remove()
  }
})

test('an asset that is left with unsaved changes has them when one comes back', async ({ page }) => {
  await signIn(page)
  await page.goto('/assets?filter={"locked":"false"}')
  const link = rows(page).first().getByRole('link').first()
  const name = (await link.textContent())!
  await link.click()
  await page.getByLabel('Name', { exact: true }).fill('Almost')
  await page.getByRole('link', { name: 'Assets' }).first().click()
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByText('You have unsaved changes')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.getByRole('button', { name: 'Restore changes' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Almost')
})

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, assetRows, expect, openSignedIn, signIn, test } from './support.ts'

const LIMIT = 50 * 1024 * 1024

test('shows an error for a wrong password and keeps the entered e-mail and password', async ({ page, shot }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your e-mail.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password')
  await expect(page.getByLabel('E-mail')).toHaveValue(ADMIN_EMAIL)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not-the-password')
  await shot('bad-password')
})

test('warns once about a filter in the URL that is not JSON, and lists all assets', async ({ page, shot }) => {
  await signIn(page)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.goto('/assets?filter={"type":["top"')
  await expect(assetRows(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toHaveCount(0)
  expect(warnings.filter((text) => text.includes('Error parsing filters'))).toHaveLength(1)
  await page.goto('/assets?filter={"__proto__":{"polluted":true},"type":["no-such-type"]}')
  await expect(assetRows(page)).toHaveCount(10)
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false)
  await shot('bad-filter')
})

test('links to the asset list from the pages for an unknown asset and an unknown URL', async ({ page, shot }) => {
  await openSignedIn(page, '/assets/00000000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Asset not found' })).toBeVisible()
  await shot('unknown-asset')
  await page.getByRole('link', { name: 'Go to assets' }).click()
  await expect(assetRows(page)).toHaveCount(10)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await shot('unknown-address')
  await page.getByRole('link', { name: 'Go to assets' }).click()
  await expect(assetRows(page)).toHaveCount(10)
})

test('shows an error for an invalid and an oversized model, and keeps the entered name', async ({ page, shot }) => {
  await openSignedIn(page, '/assets/new')
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

test('offers to restore unsaved changes when the user returns to the asset', SAMPLED_OPTIONS, async ({ page }) => {
  await openSignedIn(page, '/assets?filter={"locked":"false"}')
  const link = assetRows(page).first().getByRole('link').first()
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

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLED } from './sampled.ts'
import { ADMIN, expect, openAs, rows, signIn, test } from './support.ts'

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
  await openAs(page, '/assets/00000000-0000-7000-8000-000000000000')
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
  await openAs(page, '/assets/new')
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

test('an asset that is left with unsaved changes has them when one comes back', SAMPLED, async ({ page }) => {
  await openAs(page, '/assets?filter={"locked":"false"}')
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

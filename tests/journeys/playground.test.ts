import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, test } from './support.ts'

const SLOW = { timeout: 60_000 }
test.setTimeout(240_000)

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** What axe finds wrong with the page. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }
    return (await axe.run()).violations.map(({ id }) => id)
  })
}

const stage = (page: Page) => page.getByRole('region', { name: 'Stage' })
/** What stands round a control that only screen readers see is what people press. */
const choose = (page: Page, role: 'radio' | 'switch', name: string) =>
  page.locator('label', { has: page.getByRole(role, { name, exact: true }) }).click()
const code = (page: Page, name: string) => page.getByRole('region', { name })

test(
  'a file is dropped, looked at with every option, and its code taken along',
  SAMPLED,
  async ({ page, context, shot }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAs(page, '/viewer')
    await expect(page.getByText('Drop a .glb or .fbx file anywhere')).toBeVisible()
    // Somebody of ours greets, and others can be chosen, before anything is dropped.
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
    await choose(page, 'radio', 'Forest')
    await choose(page, 'switch', 'Shadows')
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
    expect(await violations(page)).toEqual([])
    await shot('playground')
  },
)

test('an address that is no model’s is told where it was typed', async ({ page }) => {
  await openAs(page, '/viewer')
  const address = page.getByLabel('Link', { exact: true })
  await address.fill('https://files.example/notes.txt')
  await address.press('Enter')
  await expect(page.getByText('Enter a link that ends in .glb or .fbx.')).toBeVisible()
  await address.fill('')
  await expect(page.getByText('Enter a link that ends in .glb or .fbx.')).toHaveCount(0)
})

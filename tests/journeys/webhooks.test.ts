import { SAMPLED } from './sampled.ts'
import { expect, openAs, test } from './support.ts'

test(
  'a webhook is added with its secret shown once, turned off, given another secret, and removed',
  SAMPLED,
  async ({ page, shot }) => {
    await openAs(page, '/webhooks')
    await expect(page.getByText('A webhook tells another server')).toBeVisible()
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    // What the server may not reach is said where the address stands.
    await dialog.getByLabel('Address').fill('https://127.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(dialog.getByText(/^Nothing can be sent there: this address/)).toBeVisible()
    await dialog.getByLabel('Address').fill('https://hooks.example/atelier')
    await dialog.getByRole('combobox', { name: 'Events' }).click()
    await page.getByRole('option', { name: 'asset.v1.created' }).click()
    await page.keyboard.press('Escape')
    await shot('webhook-new')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secret = page.getByRole('alertdialog', { name: 'Copy the secret now' })
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    const first = await secret.getByText(/^whsec_/).textContent()
    await secret.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row').filter({ hasText: 'hooks.example' })
    await expect(row.getByText('On', { exact: true })).toBeVisible()
    await shot('webhooks')
    const act = async (name: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Turn off')
    await expect(row.getByText('Off', { exact: true })).toBeVisible()
    await act('New secret')
    await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    expect(await secret.getByText(/^whsec_/).textContent()).not.toBe(first)
    await secret.getByRole('button', { name: 'Done' }).click()
    await act('Show log')
    await expect(page.getByRole('heading', { level: 1, name: 'Webhook log' })).toBeVisible()
    await expect(page.getByText('What is sent to this webhook shows up here.')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    const wayBack = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Webhooks' })
    await expect(wayBack).toBeVisible()
    await shot('webhook-log-phone')
    await page.setViewportSize({ width: 1280, height: 720 })
    await wayBack.click()
    await act('Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(row).toHaveCount(0)
  },
)

import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, openSignedIn, test } from './support.ts'

test(
  'adds a webhook, shows its secret, turns the webhook off, renews the secret and removes the webhook',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await openSignedIn(page, '/webhooks')
    await expect(page.getByText('Webhooks notify your server')).toBeVisible()
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    // A URL that the server is not allowed to call is rejected at the form's field.
    await dialog.getByLabel('Address').fill('https://127.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(dialog.getByText(/^This address isn’t public/)).toBeVisible()
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
    const runAction = async (name: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await runAction('Turn off')
    await expect(row.getByText('Off', { exact: true })).toBeVisible()
    await runAction('New secret')
    await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    expect(await secret.getByText(/^whsec_/).textContent()).not.toBe(first)
    await secret.getByRole('button', { name: 'Done' }).click()
    await runAction('Show log')
    await expect(page.getByRole('heading', { level: 1, name: 'Webhook log' })).toBeVisible()
    await expect(page.getByText('Requests sent to this webhook appear here.')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    const breadcrumbLink = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Webhooks' })
    await expect(breadcrumbLink).toBeVisible()
    await shot('webhook-log-phone')
    await page.setViewportSize({ width: 1280, height: 720 })
    await breadcrumbLink.click()
    await runAction('Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(row).toHaveCount(0)
  },
)

import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, retryWhileBusy, signIn, test } from './support.ts'

test(
  'creates and shows an API token, accepts the token immediately, and denies it after revocation',
  SAMPLED_OPTIONS,
  async ({ page, request, shot }) => {
    await signIn(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Manage API tokens' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible()
    await page.getByRole('button', { name: 'New API token' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`new-token-${scheme}`))).toEqual([])
    await page.getByRole('button', { name: 'Create token' }).click()
    const tokenDialog = page.getByRole('alertdialog', { name: 'Copy your token now' })
    const token = await tokenDialog.locator('code').innerText()
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`made-token-${scheme}`))).toEqual([])
    const headers = { authorization: `Bearer ${token}` }
    const requestAssets = () => retryWhileBusy(() => request.get('/v1/assets?limit=1', { headers }))
    expect((await requestAssets()).status()).toBe(200)
    await tokenDialog.getByRole('button', { name: 'Done' }).click()

    const row = page.getByRole('row').filter({ hasText: 'Nightly export' })
    await expect(row).toContainText('Read')
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`tokens-${scheme}`))).toEqual([])
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    const confirmDialog = page.getByRole('alertdialog', { name: 'Revoke Nightly export?' })
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`revoke-${scheme}`))).toEqual([])
    await confirmDialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(row).toHaveCount(0)
    expect((await requestAssets()).status()).toBe(401)
  },
)

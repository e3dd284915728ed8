import { faultsInBothSchemes } from './axe.ts'
import { SAMPLED } from './sampled.ts'
import { answerOf, expect, signIn, test } from './support.ts'

test(
  'an API token is made, shown once, good for calls at once, and revoked',
  SAMPLED,
  async ({ page, request, shot }) => {
    await signIn(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Manage API tokens' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible()
    await page.getByRole('button', { name: 'New API token' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
    expect(await faultsInBothSchemes(page, (scheme) => shot(`new-token-${scheme}`))).toEqual([])
    await page.getByRole('button', { name: 'Create token' }).click()
    const made = page.getByRole('alertdialog', { name: 'Copy your token now' })
    const token = await made.locator('code').innerText()
    expect(await faultsInBothSchemes(page, (scheme) => shot(`made-token-${scheme}`))).toEqual([])
    const headers = { authorization: `Bearer ${token}` }
    const asked = () => answerOf(() => request.get('/v1/assets?limit=1', { headers }))
    expect((await asked()).status()).toBe(200)
    await made.getByRole('button', { name: 'Done' }).click()

    const row = page.getByRole('row').filter({ hasText: 'Nightly export' })
    await expect(row).toContainText('Read')
    expect(await faultsInBothSchemes(page, (scheme) => shot(`tokens-${scheme}`))).toEqual([])
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    const question = page.getByRole('alertdialog', { name: 'Revoke Nightly export?' })
    expect(await faultsInBothSchemes(page, (scheme) => shot(`revoke-${scheme}`))).toEqual([])
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect(row).toHaveCount(0)
    expect((await asked()).status()).toBe(401)
  },
)
